package blake3

import (
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

const (
	// pairLen is the bytes of two chunks, which have one value.
	pairLen = 2 * tree.ChunkLen
	// waiting is the most pairs that have values: with more of them a hasher is larger, and to make
	// one takes longer than that saves.
	waiting = 16
)

// values are the chaining values of pairs of chunks in a row, behind which more follows. Their
// parents are made when there are many, in lanes: one parent takes as long as eight.
type values struct {
	of [waiting][32]byte
	n  int
}

// fit says whether the next pairs may have values, from byte done on: the first one lies where
// waiting pairs are a subtree.
func (v *values) fit(done uint64) bool {
	return (done-uint64(v.n)*pairLen)%(waiting*pairLen) == 0
}

// add adds the values of the next pairs, from byte done on.
func (v *values) add(m *pure.Mode, pairs []byte, done uint64) {
	tree.Subtrees(m, pairs, pairLen/tree.ChunkLen, done/tree.ChunkLen, v.of[v.n:])
	v.n += len(pairs) / pairLen
}

// count is the number of subtrees that the pairs make: their sizes are the bits of the number of
// pairs.
func (v *values) count() int { return bits.OnesCount(uint(v.n)) }

// subtrees appends the chaining values of the subtrees that the pairs make, from the left.
func (v *values) subtrees(m *pure.Mode, to [][32]byte) [][32]byte {
	var rooms [2][waiting / 2][32]byte
	to = to[:len(to)+v.count()]
	level, last := v.of[:v.n], len(to)
	for i := 0; len(level) > 0; i++ {
		if len(level)%2 == 1 {
			last--
			to[last] = level[len(level)-1]
		}
		parents := rooms[i%2][:len(level)/2]
		tree.Parents(m, level, parents)
		level = parents
	}
	return to
}
