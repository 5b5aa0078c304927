package bao

import (
	"encoding/binary"

	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// hashOf is the hash of a message.
func hashOf(m *tree.Mode, message []byte) (hash [cvLen]byte) {
	if len(message) <= tree.CallLen {
		return tree.Hash(m, message)
	}
	both := childrenOf(m, message, 0)
	return parentValue(m, &both, true)
}

// childrenOf are the chaining values of the children of a subtree of more than a chunk,
// whose first chunk is number first.
func childrenOf(m *tree.Mode, content []byte, first uint64) (both [parentLen]byte) {
	left := pure.LeftLen(len(content))
	one := tree.Subtree(m, content[:left], first)
	other := tree.Subtree(m, content[left:], first+uint64(left/chunkLen))
	copy(both[:], one[:])
	copy(both[cvLen:], other[:])
	return both
}

// parentValue is what a parent is known by: to its own parent, or as the hash.
func parentValue(m *tree.Mode, children *[parentLen]byte, isRoot bool) [cvLen]byte {
	if isRoot {
		return tree.RootParent(m, children)
	}
	return tree.Parent(m, children)
}

// leafValue is what a whole subtree is known by.
func leafValue(m *tree.Mode, content []byte, first uint64, isRoot bool) [cvLen]byte {
	if isRoot {
		return hashOf(m, content)
	}
	return tree.Subtree(m, content, first)
}

// equal compares nodes, of a length that is a multiple of 8, in constant time: of a keyed
// hash, they are secret until they are given out. crypto/subtle goes byte by byte, which
// takes as long as hashing the chunk.
func equal(a, b []byte) bool {
	var differ uint64
	for len(a) >= 8 && len(b) >= 8 {
		differ |= binary.LittleEndian.Uint64(a) ^ binary.LittleEndian.Uint64(b)
		a, b = a[8:], b[8:]
	}
	return differ == 0 && len(a) == 0 && len(b) == 0
}
