// Package guts is the nodes of BLAKE3's tree, each by itself.
//
// It takes the place of lukechampine.com/blake3/guts, with the same functions and types.
// A call hashes what it is given and no more: it reads nothing behind a slice's length,
// and starts no goroutine but in CompressEigentree, no more than GOMAXPROCS says.
package guts

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// What a node is flagged with: the BLAKE3 paper, table 3.
const (
	FlagChunkStart = 1 << iota
	FlagChunkEnd
	FlagParent
	FlagRoot
	FlagKeyedHash
	FlagDeriveKeyContext
	FlagDeriveKeyMaterial
)

const (
	// BlockSize is the bytes of a block.
	BlockSize = 64
	// ChunkSize is the bytes of a chunk.
	ChunkSize = 1024
	// MaxSIMD is how many chunks or blocks a buffer has, whatever the CPU's lanes are.
	MaxSIMD = 16
)

// IV is the key where there is none.
var IV = pure.IV

// Node is a chunk or a parent before its last compression.
type Node struct {
	CV       [8]uint32
	Block    [16]uint32
	Counter  uint64
	BlockLen uint32
	Flags    uint32
}

// of is a node as the library's code has it.
func (n *Node) of() tree.Node {
	return tree.Node{CV: n.CV, Block: WordsToBytes(n.Block), Counter: n.Counter, Len: n.BlockLen, Flags: n.Flags}
}

func from(n *tree.Node) Node {
	return Node{CV: n.CV, Block: BytesToWords(n.Block), Counter: n.Counter, BlockLen: n.Len, Flags: n.Flags}
}

// ParentNode is the parent of two chaining values.
func ParentNode(left, right [8]uint32, key *[8]uint32, flags uint32) Node {
	n := Node{CV: *key, BlockLen: BlockSize, Flags: flags | FlagParent}
	copy(n.Block[:8], left[:])
	copy(n.Block[8:], right[:])
	return n
}

// Eigentrees are the heights of the largest whole subtrees that so many chunks from
// number counter on are made of.
func Eigentrees(counter uint64, chunks uint64) (trees []int) {
	if chunks > 0 {
		// At most one of each height below the highest, on either side of that.
		trees = make([]int, 0, 2*bits.Len64(chunks))
	}
	for chunks > 0 {
		height := bits.Len64(chunks) - 1
		if counter > 0 {
			height = min(height, bits.TrailingZeros64(counter))
		}
		trees = append(trees, height)
		counter, chunks = counter+1<<height, chunks-1<<height
	}
	return trees
}

// CompressEigentree is the top of a whole subtree of 2^n chunks, of which the first is
// number counter. It panics where buf is not as long.
func CompressEigentree(buf []byte, key *[8]uint32, counter uint64, flags uint32) Node {
	if n := len(buf) / ChunkSize; bits.OnesCount(uint(n)) != 1 || len(buf) != n*ChunkSize {
		panic(fmt.Sprintf("guts: %d bytes are not a power of two of chunks", len(buf)))
	}
	mode := tree.Mode{Key: *key, Flags: flags}
	if len(buf) <= tree.CallLen {
		var n tree.Node
		tree.Root(&n, &mode, nil, buf, counter)
		return from(&n)
	}
	return ParentNode(half(&mode, buf[:len(buf)/2], counter),
		half(&mode, buf[len(buf)/2:], counter+uint64(len(buf)/2/ChunkSize)), key, flags)
}

// half is the chaining value of a subtree of 2^n chunks, by all cores where it is long.
func half(m *tree.Mode, buf []byte, counter uint64) [8]uint32 {
	if len(buf) <= tree.PartLen {
		return words(tree.Subtree(m, buf, counter))
	}
	values := make([][32]byte, len(buf)/tree.PartLen)
	tree.Parts(m, buf, counter, values)
	for above := make([][32]byte, len(values)/2); len(values) > 1; {
		n := len(values) / 2
		tree.Parents(m, values, above[:n])
		copy(values, above[:n])
		values = values[:n]
	}
	return words(values[0])
}

func words(value [32]byte) (cv [8]uint32) {
	for i := range cv {
		cv[i] = binary.LittleEndian.Uint32(value[4*i:])
	}
	return cv
}

// CompressBuffer is the top of the subtree over the first buflen bytes of a buffer: as
// many chunks as those are, of which the first is number counter.
func CompressBuffer(buf *[MaxSIMD * ChunkSize]byte, buflen int, key *[8]uint32, counter uint64, flags uint32) Node {
	var n tree.Node
	tree.Root(&n, &tree.Mode{Key: *key, Flags: flags}, nil, buf[:buflen], counter)
	return from(&n)
}

// CompressChunk is the end of one chunk, number counter. It panics where there is more
// than a chunk.
func CompressChunk(chunk []byte, key *[8]uint32, counter uint64, flags uint32) Node {
	if len(chunk) > ChunkSize {
		panic(fmt.Sprintf("guts: %d bytes are more than a chunk", len(chunk)))
	}
	var n tree.Node
	tree.Root(&n, &tree.Mode{Key: *key, Flags: flags}, nil, chunk, counter)
	return from(&n)
}

// CompressBlocks is the output of a node for MaxSIMD counters from its own on.
func CompressBlocks(out *[MaxSIMD * BlockSize]byte, n Node) {
	of := n.of()
	if output(&of, out[:]) {
		return
	}
	for i := range MaxSIMD {
		block := WordsToBytes(of.Words())
		copy(out[i*BlockSize:], block[:])
		of.Counter++
	}
}

// CompressNode is the output of a node, all 16 words of it.
func CompressNode(n Node) [16]uint32 {
	of := n.of()
	var block [BlockSize]byte
	if output(&of, block[:]) {
		return BytesToWords(block)
	}
	return of.Words()
}

// output is that of a root by the library's code, which has bytes of an output that are
// counted by 64 bits, of a block that has as many bytes as it says and zeros behind them.
func output(n *tree.Node, out []byte) bool {
	if n.Flags&FlagRoot == 0 || n.Counter >= 1<<58-MaxSIMD || n.Len > BlockSize {
		return false
	}
	for _, behind := range n.Block[n.Len:] {
		if behind != 0 {
			return false
		}
	}
	tree.Output(n, n.Counter*BlockSize, out)
	return true
}

// ChainingValue is what a node is known by to its parent.
func ChainingValue(n Node) [8]uint32 {
	of := n.of()
	return words(tree.Value(&of))
}

// BytesToWords reads little-endian words.
func BytesToWords(bytes [64]byte) (words [16]uint32) {
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(bytes[4*i:])
	}
	return words
}

// WordsToBytes writes little-endian words.
func WordsToBytes(words [16]uint32) (bytes [64]byte) {
	for i, w := range words {
		binary.LittleEndian.PutUint32(bytes[4*i:], w)
	}
	return bytes
}
