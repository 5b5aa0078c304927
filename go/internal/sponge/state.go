// Package sponge is SHA-3, SHAKE, cSHAKE and Keccak as a state to which blocks are added,
// and out of which they are squeezed: what one message is alone.
package sponge

import (
	"crypto/subtle"
	"unsafe"
)

// State is a message so far, and then its output: with a function, it begins one. It
// panics, and says of encodings, what crypto/sha3's and golang.org/x/crypto/sha3's do.
type State struct {
	// words are the state, with what there is of an unfinished block added already.
	words [25]uint64
	Function
	// n is where in the block the next byte is added, or is read.
	n         uint8
	squeezing bool
}

// bytes are the words, lowest byte first as all platforms have them that have the code.
func (s *State) bytes() *[200]byte { return (*[200]byte)(unsafe.Pointer(&s.words)) }

// Reset begins another message.
func (s *State) Reset() { *s = State{Function: s.Function} }

// Write adds a piece. It panics after a Read.
func (s *State) Write(p []byte) (int, error) {
	if s.squeezing {
		panic("sha3: Write after Read")
	}
	n := len(p)
	if s.n > 0 && n > 0 {
		if p = p[s.hold(p):]; s.n < s.rate {
			return n, nil
		}
		s.permute()
	}
	if rate := int(s.rate); len(p) >= rate {
		whole := len(p) - len(p)%rate
		s.blocks(p[:whole])
		p = p[whole:]
	}
	s.hold(p)
	return n, nil
}

// hold adds bytes to an unfinished block, no further than it goes, and says how many.
func (s *State) hold(p []byte) int {
	rest := s.bytes()[s.n:s.rate]
	n := subtle.XORBytes(rest, rest, p)
	s.n += uint8(n)
	return n
}

// Bytepad adds bytes behind the length of a block, and zeros up to a block's end: bytepad,
// SP 800-185, 2.3.3.
func (s *State) Bytepad(b []byte) {
	s.Write([]byte{1, s.rate})
	s.Write(b)
	if s.n > 0 {
		s.permute()
	}
}

// end ends the message.
func (s *State) end() {
	b := s.bytes()
	b[s.n] ^= s.suffix
	b[s.rate-1] ^= 0x80
	s.permute()
	s.squeezing = true
}

// Read squeezes out more, as much as there is room for.
func (s *State) Read(out []byte) (int, error) {
	if !s.squeezing {
		s.end()
	}
	n := len(out)
	for len(out) > 0 {
		if s.n == s.rate {
			s.permute()
		}
		k := copy(out, s.bytes()[s.n:s.rate])
		s.n += uint8(k)
		out = out[k:]
	}
	return n, nil
}

// Sum appends the digest of the message so far. It panics after a Read.
func (s *State) Sum(b []byte) []byte {
	if s.squeezing {
		panic("sha3: Sum after Read")
	}
	c := *s
	c.end()
	return append(b, c.bytes()[:c.size]...)
}

// Sum fills out with the output of a function for a message.
func Sum(f Function, message, out []byte) {
	s := State{Function: f}
	s.Write(message)
	s.Read(out)
}
