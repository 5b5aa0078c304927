package sponge

import (
	"errors"
)

// magic begins an encoding, and the function's own byte follows.
const magic = "sha"

// Encoded is the bytes of an encoded state: a magic of four bytes, the bytes of a block, the
// words, where in the block the state is, and whether it is squeezed, as in crypto/sha3.
const Encoded = len(magic) + 1 + 1 + 200 + 1 + 1

// MarshalBinary encodes the state.
func (s *State) MarshalBinary() ([]byte, error) { return s.AppendBinary(make([]byte, 0, Encoded)) }

// AppendBinary appends the encoded state.
func (s *State) AppendBinary(b []byte) ([]byte, error) {
	b = append(append(b, magic...), s.magic, s.rate)
	b = append(append(b, s.bytes()[:]...), s.n)
	if s.squeezing {
		return append(b, 1), nil
	}
	return append(b, 0), nil
}

// The errors of an encoding that is none of the function's.
var (
	errState      = errors.New("sha3: invalid hash state")
	errIdentifier = errors.New("sha3: invalid hash state identifier")
	errFunction   = errors.New("sha3: invalid hash state function")
)

// UnmarshalBinary takes an encoded state. After an error the state is as before.
func (s *State) UnmarshalBinary(b []byte) error {
	if len(b) != Encoded {
		return errState
	}
	told, words, at := b[:len(magic)+2], b[len(magic)+2:][:200], b[Encoded-2:]
	switch {
	case string(told[:len(magic)]) != magic || told[len(magic)] != s.magic:
		return errIdentifier
	case told[len(magic)+1] != s.rate:
		return errFunction
	case at[0] > s.rate || at[1] > 1:
		return errState
	}
	copy(s.bytes()[:], words)
	s.n, s.squeezing = at[0], at[1] == 1
	return nil
}
