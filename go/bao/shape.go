package bao

import (
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/pure"
)

// The shape of the tree, as arithmetic: which bytes lie under a node, and where its
// encoding begins, from the length of the message alone.
//
// A leaf is a chunk group. Leaf number i of n has, in pre-order, all the parents of the
// whole subtrees to its left before it, i - popcount(i) of them, and its ancestors: those
// of which it lies to the right, one for each bit of i that is set, and those of which it
// lies to the left, one for each bit that is not, up to the highest bit in which i and
// the last leaf differ: above that, it runs along the right edge, where a node without a
// right child is no node. So i plus those zeros is its place among the parents.

const (
	chunkLen = pure.Chunk
	// headerLen is the bytes of the length, which every encoding begins with.
	headerLen = 8
	// parentLen is the bytes of a parent: the chaining values of its children.
	parentLen = 64
	cvLen     = 32
	// tooLong is what no message has, and no shorter one has an encoding of 2^64 bytes.
	tooLong = 1 << 63
)

// subtree is the bytes of the message under a node: start is a multiple of the chunk, and
// n is 0 for the one chunk of the empty message only.
type subtree struct{ start, n uint64 }

func (s subtree) end() uint64 { return s.start + s.n }

// chunks are those under it, by number.
func (s subtree) chunks() Range {
	first := s.start / chunkLen
	return Range{first, first + max(1, ceilDiv(s.n, chunkLen))}
}

// children are those of a node over more than a chunk.
func (s subtree) children() (left, right subtree) {
	n := uint64(chunkLen) << (bits.Len64((s.n-1)/chunkLen) - 1)
	return subtree{s.start, n}, subtree{s.start + n, s.n - n}
}

// shape is the tree of a message in an encoding.
type shape struct {
	n     uint64
	group ChunkGroup
}

func (f Format) shape(n uint64) (shape, error) {
	if n >= tooLong {
		return shape{}, &Error{Kind: TooLong, Offset: tooLong - 1}
	}
	return shape{n, f.group}, nil
}

func (f Format) mustShape(n uint64) shape {
	s, err := f.shape(n)
	if err != nil {
		panic(err)
	}
	return s
}

func (s shape) root() subtree             { return subtree{0, s.n} }
func (s shape) isRoot(sub subtree) bool   { return sub == s.root() }
func (s shape) groupBytes() uint64        { return uint64(s.group.Bytes()) }
func (s shape) leaves(sub subtree) uint64 { return max(1, ceilDiv(sub.n, s.groupBytes())) }

// isLeaf says whether a subtree is a group, or lies in one.
func (s shape) isLeaf(sub subtree) bool { return sub.n <= s.groupBytes() }

// treeLen is the bytes of a subtree's parents, as an encoding has them.
func (s shape) treeLen(sub subtree) uint64 { return parentLen * (s.leaves(sub) - 1) }

// treeOffset is where a subtree's parents begin in the outboard encoding.
func (s shape) treeOffset(sub subtree) uint64 {
	before, _ := s.place(sub)
	return headerLen + parentLen*before
}

// encodedOffset is where a subtree begins in the combined encoding.
func (s shape) encodedOffset(sub subtree) uint64 { return s.treeOffset(sub) + sub.start }

// depth is how many ancestors a subtree of groups has.
func (s shape) depth(sub subtree) int {
	_, depth := s.place(sub)
	return depth
}

// place is how many parents come before a subtree, and how many are its ancestors.
func (s shape) place(sub subtree) (before uint64, depth int) {
	leaf, last := sub.start/s.groupBytes(), s.leaves(s.root())-1
	height := ceilLog2(s.leaves(sub))
	zeros := 0
	if top := bits.Len64(leaf^last) - 1; top >= height {
		n := top - height + 1
		zeros = n - bits.OnesCount64(leaf>>height&(1<<n-1))
	}
	return leaf + uint64(zeros), bits.OnesCount64(leaf) + zeros
}

// offset is where a subtree begins in an encoding.
func (l Layout) offset(s shape, sub subtree) uint64 {
	if l == Combined {
		return s.encodedOffset(sub)
	}
	return s.treeOffset(sub)
}

// len is the bytes of a subtree in an encoding.
func (l Layout) len(s shape, sub subtree) uint64 {
	if l == Combined {
		return s.treeLen(sub) + sub.n
	}
	return s.treeLen(sub)
}

// between is the bytes between the parents for each leaf.
func (l Layout) between(s shape) int {
	if l == Combined {
		return s.group.Bytes()
	}
	return 0
}

// parentsBefore is how many parents come right before a leaf in the pre-order of a
// subtree of so many leaves, the highest first: those which begin with it.
func parentsBefore(leaf, leaves int) int {
	return min(bits.TrailingZeros64(uint64(leaf)), ceilLog2(uint64(leaves-leaf)))
}

// ceilLog2 is the height of a subtree of so many leaves, one at least.
func ceilLog2(leaves uint64) int { return bits.Len64(leaves - 1) }

func ceilDiv(a, b uint64) uint64 {
	n := a / b
	if a%b > 0 {
		n++
	}
	return n
}
