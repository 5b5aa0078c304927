package guts

import (
	"fmt"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// root is the hash that a node is the root of.
func root(n Node) (hash [32]byte) {
	n.Flags |= FlagRoot
	n.Counter = 0
	block := WordsToBytes(CompressNode(n))
	copy(hash[:], block[:])
	return hash
}

func TestTrees(t *testing.T) {
	key := [8]uint32{1, 2, 3, 4, 5, 6, 7, 8}
	mode := pure.Mode{Key: key, Flags: FlagKeyedHash}
	for n := range MaxSIMD*ChunkSize + 1 {
		if n%97 > 1 && n%1024 > 1 {
			continue
		}
		var buf [MaxSIMD * ChunkSize]byte
		copy(buf[:], hashtest.Input(n))
		// What lies behind is not read.
		for i := n; i < len(buf); i++ {
			buf[i] = 0xff
		}
		if got, want := root(CompressBuffer(&buf, n, &key, 0, FlagKeyedHash)), mode.Hash(hashtest.Input(n)); got != want {
			t.Fatalf("%d bytes: %x, not %x", n, got, want)
		}
		value := mode.Subtree(hashtest.Input(n), 48)
		if got := ChainingValue(CompressBuffer(&buf, n, &key, 48, FlagKeyedHash)); got != words(value) {
			t.Fatalf("%d bytes at 48: %x, not %x", n, got, value)
		}
		if n <= ChunkSize && CompressChunk(buf[:n], &key, 48, FlagKeyedHash) != CompressBuffer(&buf, n, &key, 48, FlagKeyedHash) {
			t.Fatalf("a chunk of %d bytes", n)
		}
	}
	for log := range 13 {
		buf := hashtest.Input(ChunkSize << log)
		// With room behind it, as a part of a larger one.
		got := CompressEigentree(append(buf, 1, 2, 3)[:len(buf)], &key, 4096<<log, FlagKeyedHash)
		if want := mode.Subtree(buf, 4096<<log); ChainingValue(got) != words(want) {
			t.Fatalf("2^%d chunks", log)
		}
	}
	for _, n := range []int{0, 1, 1023, 1025, 3072} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d bytes are a tree", n)
				}
			}()
			CompressEigentree(make([]byte, n), &key, 0, 0)
		}()
	}
}

func TestNodes(t *testing.T) {
	var left, right [8]uint32
	for i := range 8 {
		left[i], right[i] = uint32(i*0x01234567), uint32(i*0x76543210)
	}
	for _, flags := range []uint32{0, FlagRoot, FlagKeyedHash | FlagRoot} {
		for _, counter := range []uint64{0, 1, 1<<32 - 5, 1<<58 - 17, 1<<58 - 16, 1<<58 - 1, 1<<64 - 3} {
			n := ParentNode(left, right, &IV, flags)
			n.Counter = counter
			var out [MaxSIMD * BlockSize]byte
			CompressBlocks(&out, n)
			for i := range MaxSIMD {
				of := n.of()
				want := of.Words()
				if got := CompressNode(n); got != want || BytesToWords([64]byte(out[i*BlockSize:])) != got {
					t.Fatalf("flags %d, counter %d", flags, n.Counter)
				}
				if cv := ChainingValue(n); cv != [8]uint32(want[:8]) {
					t.Fatalf("flags %d, counter %d", flags, n.Counter)
				}
				n.Counter++
			}
		}
	}
}

// A node is what its caller says it is: shorter than its block, or longer than one.
func TestNodesOfAnyLength(t *testing.T) {
	for _, n := range []uint32{0, 1, 17, 63, 64, 65, 1000, 1<<32 - 1} {
		for _, bytes := range []int{0, 17, 64} {
			var block [BlockSize]byte
			for i := range bytes {
				block[i] = byte(i + 1)
			}
			node := Node{CV: IV, Block: BytesToWords(block), BlockLen: n, Flags: FlagRoot}
			of := node.of()
			if want := of.Words(); CompressNode(node) != want {
				t.Fatalf("a block of %d bytes that says %d", bytes, n)
			}
		}
	}
}

// A chunk's own flags change nothing where a caller has them.
func TestChunksOfAnyFlags(t *testing.T) {
	chunk := make([]byte, ChunkSize)
	for i := range chunk {
		chunk[i] = byte(i)
	}
	for flags := range uint32(1 << 7) {
		for _, n := range []int{0, 1, 64, 65, 128, 129, 1024} {
			mode := pure.Mode{Key: IV, Flags: flags}
			root := mode.Root(nil, chunk[:n], 0)
			if got := CompressChunk(chunk[:n], &IV, 0, flags); got.of() != root {
				t.Fatalf("%d bytes with the flags %b", n, flags)
			}
		}
	}
}

func ExampleEigentrees() {
	fmt.Println(Eigentrees(0, 11), Eigentrees(3, 11), Eigentrees(5, 0))
	// Output: [3 1 0] [0 2 2 1] []
}
