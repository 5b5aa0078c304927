package merkle

import (
	"hash"
	"sync"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// scratch is what a call gets. It lies on the heap, for a hash is called by a pointer,
// and is used again.
type scratch struct {
	pieces [1]engine.Piece
	state  engine.State
	tail   [256]byte
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (c *scratch) alone(h *Hash, state *engine.State, blocks []byte) {
	for len(blocks) > 0 {
		now := blocks[:min(len(blocks), engine.Alone)]
		c.pieces[0] = engine.Piece{State: state, Blocks: unsafe.SliceData(now), Count: len(now) / h.Block}
		h.Blocks(c.pieces[:])
		blocks = blocks[len(now):]
	}
	c.pieces[0] = engine.Piece{}
}

// Alone adds blocks with no others.
func (h *Hash) Alone(state *engine.State, blocks []byte) {
	if h.Single != nil && len(blocks) >= handoverBytes && h.Single.add(h, state, blocks) {
		return
	}
	c := scratches.Get().(*scratch)
	c.alone(h, state, blocks)
	scratches.Put(c)
}

// Single is the standard library's hash, which goes on from a state.
type Single struct{ idle sync.Pool }

// resumed is one of the standard library's hashes, and the state on its way there and back.
type resumed struct {
	handover
	hash resumable
}

// NewSingle is for what begins a message.
func NewSingle(new func() hash.Hash) *Single {
	s := &Single{}
	s.idle.New = func() any { return &resumed{hash: new().(resumable)} }
	return s
}

// add adds blocks to a state of h. It is false where the standard library does not, as MD5
// under GODEBUG=fips140=only: the state is then as before.
func (s *Single) add(h *Hash, state *engine.State, blocks []byte) bool {
	r := s.idle.Get().(*resumed)
	defer s.idle.Put(r)
	r.state = State{hash: h, state: *state}
	if !r.give(r.hash) {
		return false
	}
	for len(blocks) > 0 {
		now := blocks[:min(len(blocks), engine.Alone)]
		if _, err := r.hash.Write(now); err != nil {
			return false
		}
		blocks = blocks[len(now):]
	}
	if !r.take(r.hash) {
		return false
	}
	*state = r.state.state
	return true
}
