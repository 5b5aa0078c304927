package bench

import (
	"bytes"
	"fmt"
	"hash"
	"io"
	"math/rand"
	"testing"

	ours "github.com/lanesum/lanesum/go/blake3/luke"
	oursbao "github.com/lanesum/lanesum/go/blake3/luke/bao"
	oursguts "github.com/lanesum/lanesum/go/blake3/luke/guts"
	luke "lukechampine.com/blake3"
	lukebao "lukechampine.com/blake3/bao"
	lukeguts "lukechampine.com/blake3/guts"
)

// blake3/luke gives what lukechampine.com/blake3 gives.
func TestLuke(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	message := make([]byte, 3<<20)
	random.Read(message)
	key := message[:32]
	for n := 0; n <= len(message); n += 1 + n/3 + random.Intn(1+n/50) {
		m, size := message[:n], random.Intn(200)
		for _, k := range [][]byte{nil, key} {
			a, b := ours.New(size, k), luke.New(size, k)
			for rest := m; len(rest) > 0; {
				piece := rest[:1+random.Intn(len(rest))]
				a.Write(piece)
				b.Write(piece)
				rest = rest[len(piece):]
			}
			if !bytes.Equal(a.Sum(nil), b.Sum(nil)) {
				t.Fatalf("%d bytes of %d", size, n)
			}
			x, y := a.XOF(), b.XOF()
			// Version 1.4.1 gives other bytes after a Seek to more than 63 bytes behind a
			// multiple of 1024.
			at := random.Int63n(1<<40)&^1023 + random.Int63n(64)
			x.Seek(at, io.SeekStart)
			y.Seek(at, io.SeekStart)
			p, q := make([]byte, 5000), make([]byte, 5000)
			x.Read(p)
			y.Read(q)
			if !bytes.Equal(p, q) {
				t.Fatalf("output of %d bytes from %d on", n, at)
			}
		}
		p, q := make([]byte, size), make([]byte, size)
		ours.DeriveKey(p, "context", m)
		luke.DeriveKey(q, "context", m)
		if ours.Sum256(m) != luke.Sum256(m) || ours.Sum512(m) != luke.Sum512(m) || !bytes.Equal(p, q) {
			t.Fatalf("%d bytes", n)
		}
	}
}

func TestLukeGuts(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	for i := range 300 {
		var buf [16 << 10]byte
		random.Read(buf[:])
		key := [8]uint32{random.Uint32(), 1, 2, 3, 4, 5, 6, random.Uint32()}
		counter, flags := random.Uint64()>>8, uint32(oursguts.FlagKeyedHash)
		n := random.Intn(len(buf) + 1)
		a := oursguts.CompressBuffer(&buf, n, &key, counter, flags)
		b := lukeguts.CompressBuffer(&buf, n, &key, counter, flags)
		if lukeguts.Node(a) != b || oursguts.ChainingValue(a) != lukeguts.ChainingValue(b) {
			t.Fatalf("%d bytes: %+v, not %+v", n, a, b)
		}
		tree := make([]byte, 1024<<(i%9))
		random.Read(tree)
		counter &^= 1<<10 - 1
		if a, b := oursguts.CompressEigentree(tree, &key, counter, flags), lukeguts.CompressEigentree(tree, &key, counter, flags); lukeguts.Node(a) != b {
			t.Fatalf("%d bytes: %+v, not %+v", len(tree), a, b)
		}
		a.Flags |= uint32(i%2) * oursguts.FlagRoot
		var x, y [1024]byte
		oursguts.CompressBlocks(&x, a)
		lukeguts.CompressBlocks(&y, lukeguts.Node(a))
		if x != y || oursguts.CompressNode(a) != lukeguts.CompressNode(lukeguts.Node(a)) {
			t.Fatalf("blocks of %+v", a)
		}
		c, d := random.Uint64()>>40, random.Uint64()>>uint(30+random.Intn(34))
		if a, b := oursguts.Eigentrees(c, d), lukeguts.Eigentrees(c, d); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%d and %d: %v, not %v", c, d, a, b)
		}
	}
}

func TestLukeBao(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	message := make([]byte, 200_000)
	random.Read(message)
	for n := 0; n <= len(message); n += 1 + n/2 + random.Intn(1+n/50) {
		for _, group := range []int{0, 1, 4, 7} {
			m := message[:n]
			combined, root := oursbao.EncodeBuf(m, group, false)
			outboard, _ := oursbao.EncodeBuf(m, group, true)
			theirs, theirRoot := lukebao.EncodeBuf(m, group, false)
			theirOutboard, _ := lukebao.EncodeBuf(m, group, true)
			if root != theirRoot || !bytes.Equal(combined, theirs) || !bytes.Equal(outboard, theirOutboard) ||
				oursbao.EncodedSize(n, group, true) != lukebao.EncodedSize(n, group, true) {
				t.Fatalf("%d bytes, group %d", n, group)
			}
			if !oursbao.VerifyBuf(m, outboard, group, root) || !oursbao.VerifyBuf(combined, nil, group, root) {
				t.Fatalf("%d bytes, group %d", n, group)
			}
			if n == 0 {
				continue
			}
			offset := random.Intn(n)
			length := 1 + random.Intn(n-offset)
			var a, b bytes.Buffer
			err := oursbao.ExtractSlice(&a, bytes.NewReader(combined), nil, group, uint64(offset), uint64(length))
			err2 := lukebao.ExtractSlice(&b, bytes.NewReader(combined), nil, group, uint64(offset), uint64(length))
			if err != nil || err2 != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Fatalf("%d bytes from %d on of %d, group %d: %v, %v", length, offset, n, group, err, err2)
			}
			got, ok := oursbao.VerifySlice(b.Bytes(), group, uint64(offset), uint64(length), root)
			if !ok || !bytes.Equal(got, m[offset:offset+length]) {
				t.Fatalf("%d bytes from %d on of %d, group %d", length, offset, n, group)
			}
		}
	}
}

// All cores and one, in bytes that both packages cut alike.
func BenchmarkLuke(b *testing.B) {
	for _, n := range []int{64, 1024, 3072, 16 << 10, 1 << 20, 64 << 20} {
		m := messages(1, n)[0]
		run(b, fmt.Sprintf("%d/by=lanesum", n), n, func() { ours.Sum256(m) })
		run(b, fmt.Sprintf("%d/by=luke", n), n, func() { luke.Sum256(m) })
	}
	m := messages(1, 4<<20)[0]
	for _, group := range []int{0, 4} {
		run(b, fmt.Sprintf("encode/group %d/by=lanesum", group), len(m), func() { oursbao.EncodeBuf(m, group, true) })
		run(b, fmt.Sprintf("encode/group %d/by=luke", group), len(m), func() { lukebao.EncodeBuf(m, group, true) })
		outboard, root := oursbao.EncodeBuf(m, group, true)
		run(b, fmt.Sprintf("verify/group %d/by=lanesum", group), len(m), func() { oursbao.VerifyBuf(m, outboard, group, root) })
		run(b, fmt.Sprintf("verify/group %d/by=luke", group), len(m), func() { lukebao.VerifyBuf(m, outboard, group, root) })
	}
}

// Combined encodings of short messages and of long ones, read and written as streams.
func BenchmarkLukeBao(b *testing.B) {
	for _, n := range []int{1 << 10, 64 << 10, 1 << 20} {
		m := messages(1, n)[0]
		for _, group := range []int{0, 4} {
			encoding, root := lukebao.EncodeBuf(m, group, false)
			to, name := &places{make([]byte, len(encoding))}, fmt.Sprintf("%d/group %d/", n, group)
			run(b, name+"encode/by=lanesum", n, func() { oursbao.Encode(to, bytes.NewReader(m), int64(n), group, false) })
			run(b, name+"encode/by=luke", n, func() { lukebao.Encode(to, bytes.NewReader(m), int64(n), group, false) })
			run(b, name+"decode/by=lanesum", n, func() { oursbao.Decode(io.Discard, bytes.NewReader(encoding), nil, group, root) })
			run(b, name+"decode/by=luke", n, func() { lukebao.Decode(io.Discard, bytes.NewReader(encoding), nil, group, root) })
			run(b, name+"verify/by=lanesum", n, func() { oursbao.VerifyBuf(encoding, nil, group, root) })
			run(b, name+"verify/by=luke", n, func() { lukebao.VerifyBuf(encoding, nil, group, root) })
		}
	}
}

// places are written at positions.
type places struct{ bytes []byte }

func (p *places) WriteAt(b []byte, at int64) (int, error) { return copy(p.bytes[at:], b), nil }

// handed is a hasher that its maker does not keep to itself, so that it lies on the heap.
var handed hash.Hash

// A hasher for each message, of 64 bytes.
func BenchmarkLukeNew(b *testing.B) {
	m, sum := messages(1, 64)[0], make([]byte, 0, 32)
	run(b, "kept/by=lanesum", 64, func() { h := ours.New(32, nil); h.Write(m); h.Sum(sum) })
	run(b, "kept/by=luke", 64, func() { h := luke.New(32, nil); h.Write(m); h.Sum(sum) })
	run(b, "handed/by=lanesum", 64, func() { handed = ours.New(32, nil); handed.Write(m); handed.Sum(sum) })
	run(b, "handed/by=luke", 64, func() { handed = luke.New(32, nil); handed.Write(m); handed.Sum(sum) })
}
