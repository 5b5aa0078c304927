// Package pure is BLAKE3 in plain Go, for platforms without assembly: the BLAKE3 paper,
// 2. It has no lanes.
package pure

import (
	"encoding/binary"
	"math/bits"
)

// The lengths of a block and a chunk.
const (
	Block = 64
	Chunk = 1024
)

// The flags, table 3.
const (
	ChunkStart = 1 << iota
	ChunkEnd
	IsParent
	IsRoot
	KeyedHash
	DeriveKeyContext
	DeriveKeyMaterial
)

// IV is the key of the plain mode.
var IV = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// Mode is what all nodes of a tree have in common. crates/lanesum/src/guest.rs has the
// same layout.
type Mode struct {
	Key   [8]uint32
	Flags uint32
}

// Plain has no key.
var Plain = Mode{Key: IV}

// Context is that of the context for which a key is derived.
var Context = Mode{Key: IV, Flags: DeriveKeyContext}

// Keyed is the mode of a key of 32 bytes.
func Keyed(key []byte, flags uint32) Mode {
	m := Mode{Flags: flags}
	for i := range m.Key {
		m.Key[i] = binary.LittleEndian.Uint32(key[4*i:])
	}
	return m
}

// Root is the last node of a tree before its compression, of which the whole output
// follows. crates/lanesum/src/guest.rs has the same layout.
type Root struct {
	CV      [8]uint32
	Block   [Block]byte
	Counter uint64
	Len     uint32
	Flags   uint32
}

// permutation is that of the message words between the rounds, table 2.
var permutation = [16]int{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8}

// g works on its caller's own variables: there is nothing for the race detector to see,
// which would take ten times as long.
//
//go:norace
func g(v *[16]uint32, a, b, c, d int, x, y uint32) {
	v[a] += v[b] + x
	v[d] = bits.RotateLeft32(v[d]^v[a], -16)
	v[c] += v[d]
	v[b] = bits.RotateLeft32(v[b]^v[c], -12)
	v[a] += v[b] + y
	v[d] = bits.RotateLeft32(v[d]^v[a], -8)
	v[c] += v[d]
	v[b] = bits.RotateLeft32(v[b]^v[c], -7)
}

// compress is the compression function, 2.2.
func compress(cv *[8]uint32, block *[Block]byte, counter uint64, n, flags uint32) [16]uint32 {
	var m, v [16]uint32
	for i := range m {
		m[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	copy(v[:8], cv[:])
	copy(v[8:], IV[:4])
	v[12], v[13], v[14], v[15] = uint32(counter), uint32(counter>>32), n, flags
	for round := range 7 {
		if round > 0 {
			var next [16]uint32
			for i, from := range permutation {
				next[i] = m[from]
			}
			m = next
		}
		g(&v, 0, 4, 8, 12, m[0], m[1])
		g(&v, 1, 5, 9, 13, m[2], m[3])
		g(&v, 2, 6, 10, 14, m[4], m[5])
		g(&v, 3, 7, 11, 15, m[6], m[7])
		g(&v, 0, 5, 10, 15, m[8], m[9])
		g(&v, 1, 6, 11, 12, m[10], m[11])
		g(&v, 2, 7, 8, 13, m[12], m[13])
		g(&v, 3, 4, 9, 14, m[14], m[15])
	}
	for i := range 8 {
		v[i] ^= v[i+8]
		v[i+8] ^= cv[i]
	}
	return v
}

// Value is the chaining value, with the flags as they are.
func (r *Root) Value() [32]byte {
	v := compress(&r.CV, &r.Block, r.Counter, r.Len, r.Flags)
	return serialize(v[:8])
}

// Words are the whole output of the compression, with the flags as they are.
func (r *Root) Words() [16]uint32 { return compress(&r.CV, &r.Block, r.Counter, r.Len, r.Flags) }

func serialize(words []uint32) (out [32]byte) {
	for i, w := range words {
		binary.LittleEndian.PutUint32(out[4*i:], w)
	}
	return out
}

// chunk is the last block of a chunk, before its compression.
func (m *Mode) chunk(bytes []byte, counter uint64) Root {
	node := Root{CV: m.Key, Counter: counter, Flags: m.Flags | ChunkStart}
	for len(bytes) > Block {
		v := compress(&node.CV, (*[Block]byte)(bytes), counter, Block, node.Flags)
		copy(node.CV[:], v[:8])
		node.Flags &^= ChunkStart
		bytes = bytes[Block:]
	}
	node.Len = uint32(copy(node.Block[:], bytes))
	node.Flags |= ChunkEnd
	return node
}

func (m *Mode) parent(children []byte) Root {
	node := Root{CV: m.Key, Len: Block, Flags: m.Flags | IsParent}
	copy(node.Block[:], children)
	return node
}

// LeftLen is how many bytes are under the left child of a node over n bytes, which are
// more than a chunk: the most chunks, a power of two, that leave the right one a byte.
func LeftLen(n int) int { return Chunk << (bits.Len(uint((n-1)/Chunk)) - 1) }

// node is the top of a subtree whose first chunk is number first.
func (m *Mode) node(bytes []byte, first uint64) Root {
	if len(bytes) <= Chunk {
		return m.chunk(bytes, first)
	}
	children := m.Children(bytes, first)
	return m.parent(children[:])
}

// Children are the chaining values of the two children of a subtree of more than a
// chunk.
func (m *Mode) Children(bytes []byte, first uint64) (children [64]byte) {
	left := LeftLen(len(bytes))
	one, other := m.Subtree(bytes[:left], first), m.Subtree(bytes[left:], first+uint64(left/Chunk))
	copy(children[:], one[:])
	copy(children[32:], other[:])
	return children
}

// Subtree is the chaining value of a subtree.
func (m *Mode) Subtree(bytes []byte, first uint64) [32]byte {
	node := m.node(bytes, first)
	return node.Value()
}

// Parent is the chaining value of a parent.
func (m *Mode) Parent(children *[64]byte) [32]byte {
	node := m.parent(children[:])
	return node.Value()
}

// Root is the root over subtrees, from the left, and what follows them, which starts
// with chunk number first. Where nothing follows, there are none or two or more.
func (m *Mode) Root(subtrees [][32]byte, bytes []byte, first uint64) Root {
	var node Root
	if n := len(subtrees); len(bytes) == 0 && n > 0 {
		node = m.parent(append(append([]byte(nil), subtrees[n-2][:]...), subtrees[n-1][:]...))
		subtrees = subtrees[:n-2]
	} else {
		node = m.node(bytes, first)
	}
	for i := len(subtrees) - 1; i >= 0; i-- {
		right := node.Value()
		node = m.parent(append(append([]byte(nil), subtrees[i][:]...), right[:]...))
	}
	return node
}

// Hash is that of a message.
func (m *Mode) Hash(message []byte) [32]byte {
	node := m.node(message, 0)
	node.Flags |= IsRoot
	node.Counter = 0
	return node.Value()
}

// Output fills out with the root's output from byte position on.
func (r *Root) Output(position uint64, out []byte) {
	for len(out) > 0 {
		v := compress(&r.CV, &r.Block, position/Block, r.Len, r.Flags|IsRoot)
		var block [Block]byte
		for i, w := range v {
			binary.LittleEndian.PutUint32(block[4*i:], w)
		}
		n := copy(out, block[position%Block:])
		out, position = out[n:], position+uint64(n)
	}
}
