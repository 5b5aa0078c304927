// Package merkle is what MD5, SHA-1 and SHA-2 have in common, as a state to which blocks are added:
// what a message in pieces is while others' pieces share its lanes.
package merkle

import (
	"encoding/binary"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// Hash is one of them.
type Hash struct {
	// Size and Block are the bytes of a digest and of a block.
	Size, Block int
	// Blocks adds blocks to states.
	Blocks func([]engine.Piece)
	// Single adds blocks to one state, where that is faster than the kernels: nil where not.
	Single *Single
	// Faster says whether the kernels add long pieces to one state faster than the standard library.
	Faster bool
	// Wrapped says whether that is worth a hash around the standard library's. A short message pays for
	// it too: 50 bytes of SHA-1 take 157 ns in place of 129 (Intel Emerald Rapids).
	Wrapped bool
	// Costs says what a block of each of so many messages costs.
	Costs func() [engine.MaxLanes + 1]uint32
	// Init is the state before the first byte, of so many words.
	Init  engine.State
	Words int
	// Little says that words are little-endian.
	Little bool
	// Magic begins the standard library's encoding of a state.
	Magic string
}

// word is the bytes of a word: a block has sixteen.
func (h *Hash) word() int { return h.Block / 16 }

// write writes the words of a state as this hash does.
func (h *Hash) write(state *engine.State, digest *[64]byte) {
	for i := range h.Words {
		switch w := state.Word(h.word(), i); {
		case h.Block == 128:
			binary.BigEndian.PutUint64(digest[8*i:], w)
		case h.Little:
			binary.LittleEndian.PutUint32(digest[4*i:], uint32(w))
		default:
			binary.BigEndian.PutUint32(digest[4*i:], uint32(w))
		}
	}
}
