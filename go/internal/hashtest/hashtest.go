// Package hashtest checks what every hash.Hash promises, on the ideas of the standard
// library's testing/cryptotest and its hashes' own tests.
package hashtest

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// Ended waits until there are no more goroutines than before: one that has done its work
// may still be ending.
func Ended(t *testing.T, before int) {
	t.Helper()
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 30_000 {
			t.Fatalf("%d goroutines are left", runtime.NumGoroutine()-before)
		}
		time.Sleep(time.Millisecond)
	}
}

func source() *rand.Rand { return rand.New(rand.NewPCG(6, 28)) }

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, r.Uint64())
	}
	return b[:n:n]
}

// want is what is expected of a message: the hash of all of it in one piece.
func want(new func() hash.Hash, message []byte) []byte {
	h := new()
	h.Write(message)
	return h.Sum(nil)
}

// Test checks a hash.
func Test(t *testing.T, new func() hash.Hash) {
	t.Run("Sum", func(t *testing.T) { testSum(t, new) })
	t.Run("Pieces", func(t *testing.T) { testPieces(t, new) })
	t.Run("Reset", func(t *testing.T) { testReset(t, new) })
	t.Run("Buffer", func(t *testing.T) { testBuffer(t, new) })
	t.Run("Unaligned", func(t *testing.T) { testUnaligned(t, new) })
	t.Run("Bounds", func(t *testing.T) { testBounds(t, new) })
	t.Run("Readers", func(t *testing.T) { testReaders(t, new) })
	t.Run("Clone", func(t *testing.T) { testClone(t, new) })
	t.Run("Marshal", func(t *testing.T) { testMarshal(t, new) })
}

// Sum appends, leaves what is there and the state alone, and uses the room there is.
func testSum(t *testing.T, new func() hash.Hash) {
	r, h := source(), new()
	var message []byte
	for range 40 {
		piece := random(r, r.IntN(700))
		h.Write(piece)
		message = append(message, piece...)
		digest := want(new, message)
		if len(digest) != h.Size() {
			t.Fatalf("a digest of %d bytes, and Size is %d", len(digest), h.Size())
		}
		for range 2 {
			prefix := random(r, r.IntN(9))
			in := append(make([]byte, 0, len(prefix)+h.Size()+r.IntN(3)), prefix...)
			out := h.Sum(in)
			if !bytes.Equal(out, append(bytes.Clone(prefix), digest...)) {
				t.Fatalf("Sum after %d bytes: %x, not %x and %x", len(message), out, prefix, digest)
			}
			if &out[0] != &in[:1][0] {
				t.Fatal("Sum does not use the room there is")
			}
		}
	}
}

// Pieces of all lengths next to a block's make one message.
func testPieces(t *testing.T, new func() hash.Hash) {
	r := source()
	block := new().BlockSize()
	message := random(r, 5*block+3)
	digest := want(new, message)
	for _, n := range []int{0, 1, 2, block/2 - 1, block - 1, block, block + 1, 2 * block, 3*block - 1, 4 * block} {
		h := new()
		for rest := message; ; {
			k := min(n, len(rest))
			if wrote, err := h.Write(rest[:k]); wrote != k || err != nil {
				t.Fatalf("Write of %d bytes: %d, %v", k, wrote, err)
			}
			if rest = rest[k:]; len(rest) == 0 || n == 0 {
				h.Write(rest)
				break
			}
		}
		if got := h.Sum(nil); !bytes.Equal(got, digest) {
			t.Fatalf("in pieces of %d bytes: %x, not %x", n, got, digest)
		}
	}
}

func testReset(t *testing.T, new func() hash.Hash) {
	r, h := source(), new()
	empty := h.Sum(nil)
	for n := range 300 {
		h.Write(random(r, n*3))
		h.Reset()
		if n%2 == 0 {
			h.Reset()
		}
		if !bytes.Equal(h.Sum(nil), empty) {
			t.Fatalf("Reset after %d bytes", n*3)
		}
	}
}

// Write keeps nothing of what it gets, and changes nothing in it.
func testBuffer(t *testing.T, new func() hash.Hash) {
	r, h := source(), new()
	var message []byte
	buffer := make([]byte, 3000)
	for range 20 {
		piece := buffer[:r.IntN(len(buffer))]
		copy(piece, random(r, len(piece)))
		before := bytes.Clone(piece)
		h.Write(piece)
		if !bytes.Equal(piece, before) {
			t.Fatal("Write changed its argument")
		}
		message = append(message, piece...)
		clear(buffer)
	}
	if !bytes.Equal(h.Sum(nil), want(new, message)) {
		t.Error("a buffer that was used again is in the digest")
	}
}

func testUnaligned(t *testing.T, new func() hash.Hash) {
	message := random(source(), 3000)
	digest := want(new, message)
	room := make([]byte, len(message)+64)
	for offset := range 64 {
		copy(room[offset:], message)
		if got := want(new, room[offset:][:len(message)]); !bytes.Equal(got, digest) {
			t.Fatalf("%d bytes from an alignment: %x, not %x", offset, got, digest)
		}
	}
}

// What lies around a message is not in the digest.
func testBounds(t *testing.T, new func() hash.Hash) {
	r := source()
	block := new().BlockSize()
	for _, n := range []int{0, 1, block - 1, block, block + 1, 10 * block} {
		room := random(r, n+2*block)
		digest := want(new, room[block:][:n])
		for i := range block {
			room[i], room[len(room)-1-i] = ^room[i], ^room[len(room)-1-i]
		}
		if !bytes.Equal(want(new, room[block:][:n]), digest) {
			t.Fatalf("%d bytes, and those beside them count", n)
		}
	}
}

// io.Copy, of a file too, and io.WriteString do what Write does.
func testReaders(t *testing.T, new func() hash.Hash) {
	message := random(source(), 200_000)
	text := string(message)
	copied, read, written := new(), new(), new()
	if n, err := io.Copy(copied, struct{ io.Reader }{bytes.NewReader(message)}); n != int64(len(message)) || err != nil {
		t.Fatal(n, err)
	}
	path := filepath.Join(t.TempDir(), "message")
	if err := os.WriteFile(path, message, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if n, err := io.Copy(read, file); n != int64(len(message)) || err != nil {
		t.Fatal(n, err)
	}
	if n, err := io.WriteString(written, text); n != len(message) || err != nil {
		t.Fatal(n, err)
	}
	digest := want(new, message)
	if !bytes.Equal(copied.Sum(nil), digest) || !bytes.Equal(read.Sum(nil), digest) || !bytes.Equal(written.Sum(nil), digest) {
		t.Error("io.Copy or io.WriteString makes another digest")
	}
}

// A clone goes its own way.
func testClone(t *testing.T, new func() hash.Hash) {
	cloner, ok := new().(hash.Cloner)
	if !ok {
		t.Skip("it has no Clone")
	}
	r := source()
	var message []byte
	for range 30 {
		piece := random(r, r.IntN(2000))
		cloner.Write(piece)
		message = append(message, piece...)
		clone, err := cloner.Clone()
		if err != nil {
			t.Fatal(err)
		}
		end := random(r, r.IntN(2000))
		clone.Write(end)
		if !bytes.Equal(clone.Sum(nil), want(new, append(bytes.Clone(message), end...))) || !bytes.Equal(cloner.Sum(nil), want(new, message)) {
			t.Fatalf("a clone after %d bytes", len(message))
		}
	}
}

// A state goes on in another hash; none that is not one is taken.
func testMarshal(t *testing.T, new func() hash.Hash) {
	if m, ok := new().(encoding.BinaryMarshaler); !ok {
		t.Skip("it cannot be marshalled")
	} else if _, err := m.MarshalBinary(); err != nil {
		// x/crypto's with a key.
		t.Skip(err)
	}
	r := source()
	block := new().BlockSize()
	for _, n := range []int{0, 1, block - 1, block, block + 1, 1000, 1023, 1024, 1025, 5000, 16384, 16385, 40_000, 131_072} {
		message := random(r, n+3000)
		h, other := new(), new()
		h.Write(message[:n])
		state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if appended, err := h.(encoding.BinaryAppender).AppendBinary([]byte("before")); err != nil || string(appended) != "before"+string(state) {
			t.Fatalf("AppendBinary after %d bytes: %v", n, err)
		}
		other.Write(random(r, 500))
		if err := other.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		h.Write(message[n:])
		clear(state[len(state)/2:])
		other.Write(message[n:])
		if digest := want(new, message); !bytes.Equal(h.Sum(nil), digest) || !bytes.Equal(other.Sum(nil), digest) {
			t.Fatalf("a state after %d bytes goes on wrongly", n)
		}
		state, _ = new().(encoding.BinaryMarshaler).MarshalBinary()
		for _, bad := range [][]byte{nil, state[:2], state[:len(state)-1], append([]byte("bad!"), state[min(4, len(state)):]...)} {
			if other.(encoding.BinaryUnmarshaler).UnmarshalBinary(bad) == nil {
				t.Errorf("%d bytes are taken for a state", len(bad))
			}
		}
	}
}

// Input is the pattern of BLAKE3's test vectors: the bytes count up to 250.
func Input(n int) []byte {
	b := make([]byte, n)
	for i := range min(n, 251) {
		b[i] = byte(i)
	}
	for k := 251; k < n; k *= 2 {
		copy(b[k:], b[:k])
	}
	return b
}

// Deep calls from far down a stack, which so grows, and moves.
func Deep(levels int, f func()) {
	var room [100]byte
	if levels == 0 {
		f()
	} else {
		Deep(levels-1, f)
	}
	runtime.KeepAlive(room)
}
