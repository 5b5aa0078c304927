package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"testing"
)

// plain is the same, one part after the other, by crypto/md5.
func plain(b []byte, part int) string {
	var all []byte
	n := 0
	for ; n == 0 || len(b) > 0; n++ {
		sum := md5.Sum(b[:min(part, len(b))])
		all = append(all, sum[:]...)
		b = b[min(part, len(b)):]
	}
	return fmt.Sprintf("%x-%d", md5.Sum(all), n)
}

func TestETag(t *testing.T) {
	content := make([]byte, 5<<20)
	rand.New(rand.NewSource(1)).Read(content)
	for _, c := range []struct{ n, part int }{
		{0, 1000}, {1, 1}, {1000, 1000}, {1001, 1000}, {5 << 20, 64 << 10}, {5<<20 - 1, 100_001}, {5 << 20, 5 << 20}, {9999, 1},
	} {
		got, err := etag(context.Background(), bytes.NewReader(content[:c.n]), int64(c.n), int64(c.part))
		if want := plain(content[:c.n], c.part); got != want || err != nil {
			t.Errorf("%+v: %s, not %s: %v", c, got, want, err)
		}
	}
	for _, part := range []int64{0, -1, 1} {
		if tag, err := etag(context.Background(), bytes.NewReader(content), 5<<20, part); err == nil {
			t.Errorf("parts of %d: %s", part, tag)
		}
	}
	// A file that is cut meanwhile.
	if tag, err := etag(context.Background(), bytes.NewReader(content[:4<<20]), 5<<20, 64<<10); err == nil || tag != "" {
		t.Error(tag)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := etag(ctx, bytes.NewReader(content), 5<<20, 64<<10); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if tag, err := ofFile(name, 1<<20); tag != plain(content, 1<<20) || err != nil {
		t.Error(tag, err)
	}
	for _, bad := range []string{filepath.Dir(name), name + "-"} {
		if _, err := ofFile(bad, 1<<20); err == nil {
			t.Error(bad)
		}
	}
}

func BenchmarkETag(b *testing.B) {
	content := make([]byte, 256<<20)
	b.Run("lanes", func(b *testing.B) {
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			etag(context.Background(), bytes.NewReader(content), int64(len(content)), 8<<20)
		}
	})
	b.Run("crypto", func(b *testing.B) {
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			plain(content, 8<<20)
		}
	})
}
