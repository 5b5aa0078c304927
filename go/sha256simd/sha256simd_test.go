package sha256

import (
	"bytes"
	stdlib "crypto/sha256"
	"hash"
	"io"
	"sync"
	"testing"
)

var _ hash.Hash = (*Avx512Digest)(nil)

// Pieces of odd lengths, out of a buffer that is used again: sha256-simd's server reads
// it later.
func TestBuffersAreUsedAgain(t *testing.T) {
	s := NewAvx512Server()
	go s.Process()
	var wait sync.WaitGroup
	for i := range 200 {
		wait.Go(func() {
			h, want := NewAvx512(s), stdlib.New()
			buffer := make([]byte, 20_000)
			for n := range 9 {
				piece := buffer[:(100+i*91+n*4096)%len(buffer)]
				for j := range piece {
					piece[j] = byte(i + j*n)
				}
				want.Write(piece)
				h.Write(piece)
				clear(piece)
			}
			if !bytes.Equal(h.Sum(nil), want.Sum(nil)) {
				t.Error("a wrong digest")
			}
		})
	}
	wait.Wait()
}

func TestFinal(t *testing.T) {
	h := NewAvx512(NewAvx512Server())
	h.Write([]byte("abc"))
	want := stdlib.Sum256([]byte("abc"))
	for range 2 {
		if !bytes.Equal(h.Sum([]byte("x"))[1:], want[:]) {
			t.Error("a wrong digest")
		}
	}
	if n, err := h.Write([]byte("d")); n != 0 || err == nil {
		t.Error("written after Sum")
	}
	if n, err := io.Copy(h, struct{ io.Reader }{bytes.NewReader(want[:])}); n != 0 || err == nil {
		t.Error("copied after Sum")
	}
	h.Reset()
	h.Write([]byte("abc"))
	if !bytes.Equal(h.Sum(nil), want[:]) {
		t.Error("a wrong digest after Reset")
	}
}

func TestByNumber(t *testing.T) {
	s := NewAvx512Server()
	for uid := range uint64(40) {
		s.Write(uid, []byte{byte(uid), 1})
	}
	for uid := range uint64(40) {
		if want := stdlib.Sum256([]byte{byte(uid), 1, 2}); s.Sum(uid, []byte{2}) != want {
			t.Errorf("number %d", uid)
		}
	}
	if len(s.byUID) != 0 {
		t.Error("messages are left")
	}
}

func TestOne(t *testing.T) {
	if Sum256([]byte("abc")) != stdlib.Sum256([]byte("abc")) || Sum224(nil) != stdlib.Sum224(nil) {
		t.Error("a wrong digest")
	}
	if New().Size() != Size || New224().Size() != Size224 {
		t.Error("a wrong size")
	}
}
