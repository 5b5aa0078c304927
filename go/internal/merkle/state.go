package merkle

import (
	"encoding/binary"
	"errors"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// State is a message so far.
type State struct {
	hash  *Hash
	state engine.State
	// held are the bytes after the last whole block.
	held [128]byte
	len  uint64
}

// Add adds blocks to a state.
type Add func(state *engine.State, blocks []byte)

// Init begins a message.
func (s *State) Init(h *Hash) {
	s.hash, s.len = h, 0
	s.state = h.Init
}

// Reset begins another one.
func (s *State) Reset() { s.Init(s.hash) }

// Hash is the one whose state it is.
func (s *State) Hash() *Hash { return s.hash }

// nheld is how many bytes are held.
func (s *State) nheld() int { return int(s.len) & (s.hash.Block - 1) }

// Write adds a piece. What is small is added here, and whole blocks by add.
func (s *State) Write(p []byte, add Add) {
	n := s.nheld()
	s.len += uint64(len(p))
	if n > 0 {
		k := copy(s.held[n:s.hash.Block], p)
		if p = p[k:]; n+k < s.hash.Block {
			return
		}
		s.hash.Alone(&s.state, s.held[:s.hash.Block])
	}
	if whole := len(p) &^ (s.hash.Block - 1); whole > 0 {
		add(&s.state, p[:whole])
		p = p[whole:]
	}
	copy(s.held[:], p)
}

// Next is what to add next of what is left of a message, and to which state: whole blocks, as many
// as end soon. There must be one, and nothing held.
func (s *State) Next(left []byte) (*engine.State, []byte) {
	now := left[:min(len(left)&^(s.hash.Block-1), engine.Alone)]
	s.len += uint64(len(now))
	return &s.state, now
}

// Last holds what is left of a message, which is less than a block.
func (s *State) Last(left []byte) { s.len += uint64(copy(s.held[:], left)) }

// Sum appends the digest of the message so far.
func (s *State) Sum(b []byte) []byte {
	c := scratches.Get().(*scratch)
	n, h := s.nheld(), s.hash
	blocks := 1
	if n+1+h.Block/8 > h.Block {
		blocks = 2
	}
	tail := c.tail[:blocks*h.Block]
	clear(tail[n:])
	copy(tail, s.held[:n])
	tail[n] = 0x80
	if h.Little {
		binary.LittleEndian.PutUint64(tail[len(tail)-8:], s.len<<3)
	} else {
		binary.BigEndian.PutUint64(tail[len(tail)-8:], s.len<<3)
		if h.Block == 128 {
			binary.BigEndian.PutUint64(tail[len(tail)-16:], s.len>>61)
		}
	}
	c.state = s.state
	c.alone(h, &c.state, tail)
	var digest [64]byte
	h.write(&c.state, &digest)
	scratches.Put(c)
	return append(b, digest[:h.Size]...)
}

// AppendBinary appends the state as the standard library encodes it.
func (s *State) AppendBinary(b []byte) ([]byte, error) {
	h := s.hash
	b = append(b, h.Magic...)
	for i := range h.Words {
		// MD5's words are big-endian here, too.
		if w := s.state.Word(h.word(), i); h.word() == 8 {
			b = binary.BigEndian.AppendUint64(b, w)
		} else {
			b = binary.BigEndian.AppendUint32(b, uint32(w))
		}
	}
	n := s.nheld()
	b = append(b, s.held[:n]...)
	b = append(b, make([]byte, h.Block-n)...)
	return binary.BigEndian.AppendUint64(b, s.len), nil
}

// The errors of an encoding that is none.
var (
	errIdentifier = errors.New("lanesum: invalid hash state identifier")
	errSize       = errors.New("lanesum: invalid hash state size")
)

// UnmarshalBinary takes a state as the standard library encodes it.
func (s *State) UnmarshalBinary(b []byte) error {
	h := s.hash
	if len(b) < len(h.Magic) || string(b[:len(h.Magic)]) != h.Magic {
		return errIdentifier
	}
	word := h.word()
	if len(b) != len(h.Magic)+h.Words*word+h.Block+8 {
		return errSize
	}
	b = b[len(h.Magic):]
	for i := range h.Words {
		if word == 8 {
			s.state.Set(word, i, binary.BigEndian.Uint64(b))
		} else {
			s.state.Set(word, i, uint64(binary.BigEndian.Uint32(b)))
		}
		b = b[word:]
	}
	copy(s.held[:], b[:h.Block])
	s.len = binary.BigEndian.Uint64(b[h.Block:])
	return nil
}
