package blake3

import (
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/tree"
)

const (
	// pairLen is the bytes of two chunks, which have one value.
	pairLen = 2 * tree.ChunkLen
	// waiting is the most pairs that have values.
	waiting = 16
	// before is the most subtrees before them: pairs make at most five, which follow in the stack
	// before the values are gone. So many there are from 32 TiB on.
	before = stackLen - waiting - 5
)

// values are the chaining values of pairs of chunks in a row, behind which more follows. Their
// parents are made when there are many, in lanes: one parent takes as long as eight. They lie in
// the end of the stack, which no message of this world reaches: a hasher is smaller by them.
func (h *Hasher) values() *[waiting][32]byte {
	return (*[waiting][32]byte)(h.stack[stackLen-waiting:])
}

// fits says whether the next pairs may have values: the first one lies where waiting pairs are a
// subtree.
func (h *Hasher) fits() bool {
	return (h.done-uint64(h.nvalues)*pairLen)%(waiting*pairLen) == 0 && h.nstack <= before
}

// addPairs adds the values of the next pairs.
func (h *Hasher) addPairs(pairs []byte) {
	tree.Subtrees(&h.mode, pairs, pairLen/tree.ChunkLen, h.done/tree.ChunkLen, h.values()[h.nvalues:])
	h.nvalues += len(pairs) / pairLen
	h.done += uint64(len(pairs))
}

// count is the number of subtrees that the pairs make: their sizes are the bits of the number of
// pairs.
func (h *Hasher) count() int { return bits.OnesCount(uint(h.nvalues)) }

// ofValues appends the chaining values of the subtrees that the pairs make, from the left.
func (h *Hasher) ofValues(to [][32]byte) [][32]byte {
	var rooms [2][waiting / 2][32]byte
	to = to[:len(to)+h.count()]
	level, last := h.values()[:h.nvalues], len(to)
	for i := 0; len(level) > 0; i++ {
		if len(level)%2 == 1 {
			last--
			to[last] = level[len(level)-1]
		}
		parents := rooms[i%2][:len(level)/2]
		tree.Parents(&h.mode, level, parents)
		level = parents
	}
	return to
}
