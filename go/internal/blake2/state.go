package blake2

import (
	"encoding/binary"
	"fmt"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// State is a message so far, as the code goes on with it.
type State struct {
	// state has the chaining value, and behind it where in its message that is, as
	// crates/lanesum/src/blake2/position.rs has it.
	state engine.State
	// held are the last bytes, how many n says. A full block is held until another byte comes:
	// which block is the last one has to be known when it is added.
	held [128]byte
	n    int
}

// Where the words behind the chaining value are: the bytes so far, low word first, and how far
// the message's end is.
const (
	counterAt = 8
	toEndAt   = 10
)

// AddFunc adds blocks to a state: as many as end soon.
type AddFunc = func(state *engine.State, blocks []byte)

// Begin makes zeros a message that has no byte yet, of a digest of size bytes without a key.
func (v *Variant) Begin(s *State, size int) {
	s.state = v.IV
	v.change(s, 0, 1<<24|1<<16|uint64(size))
}

// start is a message that has no byte yet, nor a key's.
func (v *Variant) start(p *Params) engine.State {
	var s State
	v.Begin(&s, p.Size)
	v.change(&s, 0, uint64(len(p.Key))<<8)
	if len(p.Salt)+len(p.Personal) == 0 {
		return s.state
	}
	var block [64]byte
	copy(block[v.Size()/2:], p.Salt)
	copy(block[v.Size()/2+v.Extra():], p.Personal)
	for i := range counterAt {
		v.change(&s, i, v.word(block[i*v.Word:]))
	}
	return s.state
}

// change changes bits of a word.
func (v *Variant) change(s *State, i int, bits uint64) {
	s.state.Set(v.Word, i, s.state.Word(v.Word, i)^bits)
}

// word reads a word.
func (v *Variant) word(b []byte) uint64 {
	if v.Word == 8 {
		return binary.LittleEndian.Uint64(b)
	}
	return uint64(binary.LittleEndian.Uint32(b))
}

// open is the state to which blocks are to be added that others follow.
func (v *Variant) open(s *State) *engine.State {
	// The end is farther than a call gets.
	s.state.Set(v.Word, toEndAt, 1<<(8*v.Word-1))
	return &s.state
}

// Next is what to add next of what is left of a message, more than a block, and to which state:
// whole blocks, none of which is the last one.
func (v *Variant) Next(s *State, left []byte) (*engine.State, []byte) {
	return v.open(s), left[:min((len(left)-1)&^(v.Block()-1), engine.Alone)]
}

// Last is the last block, and to which state to add it: what is left of a message, and zeros,
// which are all that the state has held.
func (v *Variant) Last(s *State, left []byte) (*engine.State, []byte) {
	s.state.Set(v.Word, toEndAt, -uint64(len(left)))
	if len(left) == v.Block() {
		return &s.state, left
	}
	copy(s.held[:], left)
	return &s.state, s.held[:v.Block()]
}

// Digest is the chaining value, where there is code for it: little-endian, as that CPU is.
func (v *Variant) Digest(s *State) []byte { return s.state.Bytes()[:v.Size()] }

// encoding is how many bytes x/crypto encodes a state in.
func (v *Variant) encoding() int { return len(v.Magic) + 10*v.Word + 1 + v.Block() + 1 }

// encode appends a state as x/crypto encodes it: the words, big-endian, the size of the digest, a
// block, and how much of it is full.
func (v *Variant) encode(b []byte, s *State, size int) []byte {
	b = append(b, v.Magic...)
	for i := range toEndAt {
		if w := s.state.Word(v.Word, i); v.Word == 8 {
			b = binary.BigEndian.AppendUint64(b, w)
		} else {
			b = binary.BigEndian.AppendUint32(b, uint32(w))
		}
	}
	b = append(append(b, byte(size)), s.held[:s.n]...)
	return append(append(b, make([]byte, v.Block()-s.n)...), byte(s.n))
}

// decode takes a state as x/crypto encodes it, and the size of its digest.
func (v *Variant) decode(b []byte) (s State, size int, err error) {
	if len(b) < len(v.Magic) || string(b[:len(v.Magic)]) != v.Magic {
		return s, 0, fmt.Errorf("%s: invalid hash state identifier", v.Name)
	}
	if len(b) != v.encoding() {
		return s, 0, fmt.Errorf("%s: invalid hash state size", v.Name)
	}
	b = b[len(v.Magic):]
	for i := range toEndAt {
		if v.Word == 8 {
			s.state.Set(v.Word, i, binary.BigEndian.Uint64(b))
		} else {
			s.state.Set(v.Word, i, uint64(binary.BigEndian.Uint32(b)))
		}
		b = b[v.Word:]
	}
	size, s.n = int(b[0]), int(b[len(b)-1])
	if size == 0 || size > v.Size() || s.n > v.Block() {
		return s, 0, fmt.Errorf("%s: invalid hash state", v.Name)
	}
	copy(s.held[:s.n], b[1:])
	return s, size, nil
}
