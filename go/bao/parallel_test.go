package bao

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// file is a temporary one, with some bytes.
func file(t *testing.T, content []byte) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err == nil {
		t.Cleanup(func() { f.Close() })
		_, err = f.Write(content)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func stored(t *testing.T, f *os.File) []byte {
	t.Helper()
	content, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// runs is the length of a message of 20 runs, the last one short; of 5 where it is computed
// slowly.
func runs() int {
	if testing.Short() {
		return 1_250_000
	}
	return 5_000_000
}

func TestParallel(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, n := range []int{0, 1, 1025, 256 << 10, 256<<10 + 1, runs()} {
		for _, group := range []int{0, 4, 12} {
			o := oneOf(n, group)
			for layout, want := range map[Layout][]byte{Combined: o.combined, Outboard: o.outboard} {
				f := file(t, nil)
				hash, err := o.format.EncodeParallel(f, layout, bytes.NewReader(o.message), uint64(n))
				if err != nil || hash != o.hash || !bytes.Equal(stored(t, f), want) {
					t.Fatalf("%d bytes, groups of 2^%d: %s, %v", n, group, hash, err)
				}
			}
			f := file(t, nil)
			if k, err := o.format.DecodeParallel(f, o.hash, bytes.NewReader(o.combined)); k != uint64(n) || err != nil || !bytes.Equal(stored(t, f), o.message) {
				t.Fatalf("%d bytes, groups of 2^%d: %d, %v", n, group, k, err)
			}
			if err := o.format.VerifyParallel(o.hash, bytes.NewReader(o.outboard), bytes.NewReader(o.message)); err != nil {
				t.Fatal(err)
			}
			o.wrong(t)
		}
	}
	hashtest.Ended(t, before)
}

// wrong makes all of it wrong in some places, and cuts it: the error is that of one core.
func (o *one) wrong(t *testing.T) {
	t.Helper()
	verify := func(outboard, message []byte) {
		t.Helper()
		want := o.format.Verify(o.hash, outboard, message)
		err := o.format.VerifyParallel(o.hash, bytes.NewReader(outboard), bytes.NewReader(message))
		var a, b *Error
		if !errors.As(want, &a) || !errors.As(err, &b) || a.Kind != b.Kind || (a.Kind <= LeafMismatch && *a != *b) {
			t.Fatalf("%d bytes: %v, not %v", len(o.message), err, want)
		}
	}
	for i := 0; i < len(o.message); i += 1 + len(o.message)/7 {
		bad := bytes.Clone(o.message)
		bad[i] ^= 1
		verify(o.outboard, bad)
		verify(o.outboard, o.message[:i])
	}
	verify(o.outboard, append(bytes.Clone(o.message), 1))
	for i := 0; i < len(o.outboard); i += 1 + len(o.outboard)/7 {
		bad := bytes.Clone(o.outboard)
		bad[i] ^= 1
		if err := o.format.VerifyParallel(o.hash, bytes.NewReader(bad), bytes.NewReader(o.message)); err == nil {
			t.Fatalf("%d bytes, byte %d of the tree is wrong", len(o.message), i)
		}
		verify(o.outboard[:i], o.message)
	}
	for i := 0; i < len(o.combined); i += 1 + len(o.combined)/7 {
		bad := bytes.Clone(o.combined)
		bad[i] ^= 1
		for _, encoding := range [][]byte{bad, o.combined[:i]} {
			f := file(t, nil)
			_, err := o.format.DecodeParallel(f, o.hash, bytes.NewReader(encoding))
			var is *Error
			if !errors.As(err, &is) {
				t.Fatal(err)
			}
			// What is written is true, but for gaps.
			at := 0
			for written := range slices.Chunk(stored(t, f), 1024) {
				if !bytes.HasPrefix(o.message[min(at, len(o.message)):], written) {
					for i, b := range written {
						if b != 0 && (at+i >= len(o.message) || b != o.message[at+i]) {
							t.Fatalf("byte %d is written, and wrong", at+i)
						}
					}
				}
				at += len(written)
			}
		}
	}
	n := uint64(len(o.message))
	for _, wrong := range []uint64{n + 1, n - 1, n + 1<<20, 1 << 63} {
		var is *Error
		if _, err := o.format.EncodeParallel(file(t, nil), Outboard, bytes.NewReader(o.message), wrong); !errors.As(err, &is) {
			t.Fatalf("%d bytes, of which %d are told: %v", n, wrong, err)
		}
	}
	if _, err := o.format.EncodeParallel(full{}, Outboard, bytes.NewReader(o.message), n); err != io.ErrShortWrite {
		t.Fatal(err)
	}
}

// readsAt is a message of which each run is read by this.
type readsAt func(p []byte, offset int64) (int, error)

func (r readsAt) ReadAt(p []byte, offset int64) (int, error) { return r(p, offset) }

// After an error in the first run the others are left, but those that a core was at.
func TestParallelEnds(t *testing.T) {
	const most = 4
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(most))
	before := runtime.NumGoroutine()
	o := oneOf(runs(), 4)
	o.message[5] ^= 1
	s := o.format.mustShape(uint64(len(o.message)))
	for name, work := range map[string]func(c *cores, message io.ReaderAt) error{
		"decode": func(c *cores, message io.ReaderAt) error {
			d := &decoding{c, nil, sync.Pool{New: func() any {
				return &apart{outboard: bytes.NewReader(o.outboard), message: message}
			}}}
			return d.node(&node{s.root(), o.hash})
		},
		"encode": func(c *cores, message io.ReaderAt) error {
			var hash [cvLen]byte
			return (&encoding{c, nowhere{}, Combined, message}).node(s.root(), &hash)
		},
	} {
		c := o.format.cores(s)
		var read atomic.Int64
		err := work(c, readsAt(func(p []byte, offset int64) (int, error) {
			if offset == 0 {
				if name == "encode" {
					return 0, errFlaky
				}
				return copy(p, o.message), nil
			}
			read.Add(1)
			for c.failed.Load() > 0 {
				time.Sleep(time.Millisecond)
			}
			return copy(p, o.message[offset:]), nil
		}))
		want := error(&Error{Kind: LeafMismatch})
		if name == "encode" {
			want = errFlaky
		}
		if err == nil || err.Error() != want.Error() || read.Load() >= most {
			t.Errorf("%s: %v, and %d other runs are read", name, err, read.Load())
		}
	}
	hashtest.Ended(t, before)

	// 2^40 bytes that are not read. It would take an hour.
	if _, err := o.format.EncodeParallel(nowhere{}, Outboard, readsAt(func(p []byte, offset int64) (int, error) {
		if offset < 10<<20 {
			return 0, errFlaky
		}
		return len(p), nil
	}), 1<<40); err != errFlaky {
		t.Error(err)
	}
	hashtest.Ended(t, before)
}

// Of two errors the first in the message is told, though the other one is met long before.
func TestParallelFirst(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	o := oneOf(runs(), 4)
	for _, first := range []int{5, runLen + 5, 2*runLen + 5} {
		bad := bytes.Clone(o.message)
		bad[first] ^= 1
		bad[len(bad)-1] ^= 1
		met := make(chan struct{})
		message := readsAt(func(p []byte, offset int64) (int, error) {
			if offset+int64(len(p)) == int64(len(bad)) {
				defer time.AfterFunc(20*time.Millisecond, func() { close(met) })
			} else if offset < int64(first) {
				<-met
			}
			return bytes.NewReader(bad).ReadAt(p, offset)
		})
		want := o.format.Verify(o.hash, o.outboard, bad)
		if err := o.format.VerifyParallel(o.hash, bytes.NewReader(o.outboard), message); err == nil || err.Error() != want.Error() {
			t.Errorf("%v, not %v", err, want)
		}
	}
}

// nowhere takes all that is written.
type nowhere struct{}

func (nowhere) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }

type full struct{}

func (full) WriteAt([]byte, int64) (int, error) { return 0, io.ErrShortWrite }
