package md5simd

import (
	"bytes"
	"crypto/md5"
	"encoding"
	"hash"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

var (
	_ Server        = NewServer()
	_ Server        = NewServerWithOptions(ServerOptions{})
	_ [Lanes]byte   = [16]byte{}
	_ func() Hasher = StdlibHasher
	_ faces         = (*hasher)(nil)
	_ faces         = (*stdlibHasher)(nil)
)

// faces are what a hasher has on every platform.
type faces interface {
	Hasher
	hash.Cloner
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

var golden = map[string]string{
	"":    "\xd4\x1d\x8c\xd9\x8f\x00\xb2\x04\xe9\x80\x09\x98\xec\xf8\x42\x7e",
	"abc": "\x90\x01\x50\x98\x3c\xd2\x4f\xb0\xd6\x96\x3f\x7d\x28\xe1\x7f\x72",
}

func TestGolden(t *testing.T) {
	s := NewServer()
	defer s.Close()
	for _, h := range []Hasher{s.NewHash(), StdlibHasher()} {
		for message, want := range golden {
			h.Reset()
			io.WriteString(h, message)
			if got := string(h.Sum([]byte("before"))); got != "before"+want {
				t.Errorf("%q: %x", message, got)
			}
		}
		if h.Size() != Size || h.BlockSize() != BlockSize {
			t.Error(h.Size(), h.BlockSize())
		}
	}
}

// Whatever hashes, a message goes on in a clone and from a state of another kind of hasher,
// each with a Close of its own.
func TestStates(t *testing.T) {
	s := NewServer()
	message := hashtest.Input(1000)
	want := md5.Sum(message)
	news := map[string]func() Hasher{"server": s.NewHash, "stdlib": StdlibHasher}
	for name, new := range news {
		for other, from := range news {
			h, again := new().(faces), from().(faces)
			h.Write(message[:777])
			state, err := h.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			clone, err := h.Clone()
			if err != nil {
				t.Fatal(err)
			}
			h.Close()
			if _, err := h.Clone(); err == nil {
				t.Errorf("%s: a clone after Close", name)
			}
			if err := again.UnmarshalBinary(state); err != nil {
				t.Fatal(err)
			}
			for what, h := range map[string]faces{"clone": clone.(faces), other: again} {
				if n, err := h.Write(message[777:]); n != 223 || err != nil || !bytes.Equal(h.Sum(nil), want[:]) {
					t.Errorf("%s, %s: %x, %v", name, what, h.Sum(nil), err)
				}
			}
		}
	}
}

// io.Copy uses its buffer again.
func TestParallel(t *testing.T) {
	s := NewServer()
	var wait sync.WaitGroup
	for i := range 64 {
		wait.Go(func() {
			message := bytes.Repeat([]byte{byte(i), 1, 2}, 40_000+i*317)
			for range 5 {
				h := s.NewHash()
				io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{bytes.NewReader(message)}, make([]byte, 32<<10))
				if want := md5.Sum(message); !bytes.Equal(h.Sum(nil), want[:]) {
					t.Error("a wrong digest")
				}
				h.Close()
			}
		})
	}
	wait.Wait()
}

func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	s := NewServer()
	h := s.NewHash()
	h.Write([]byte("abc"))
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(s.Close)
	}
	wait.Wait()
	if got := string(h.Sum(nil)); got != golden["abc"] {
		t.Errorf("after the server was closed: %x", got)
	}
	s.NewHash().Close()
	for range 2 {
		h.Close()
	}
	for _, h := range []Hasher{h, func() Hasher { h := StdlibHasher(); h.Close(); return h }()} {
		if _, err := h.Write([]byte("x")); err == nil || err.Error() != "md5Digest closed" {
			t.Error(err)
		}
		if _, err := io.Copy(h, struct{ io.Reader }{strings.NewReader("x")}); err == nil || err.Error() != "md5Digest closed" {
			t.Error(err)
		}
		for _, f := range []func(){func() { h.Sum(nil) }, h.Reset} {
			func() {
				defer func() {
					if recover() == nil {
						t.Error("no panic after Close")
					}
				}()
				f()
			}()
		}
	}
	hashtest.Ended(t, before)
}
