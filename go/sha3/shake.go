package sha3

import (
	"bytes"
	"crypto/sha3"
	"io"
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/sponge"
)

// SHAKE is a message of SHAKE or cSHAKE in pieces, and then its output. It can be
// marshalled. The zero value is a message of SHAKE256.
type SHAKE struct {
	own sponge.State
	// prefix is what a message of cSHAKE begins with: its N and its S. There is none where
	// own is not to be used.
	prefix []byte
	// std has the message there.
	std sha3.SHAKE
}

// NewSHAKE128 begins a message of SHAKE128.
func NewSHAKE128() *SHAKE {
	s := &SHAKE{own: sponge.State{Function: sponge.SHAKE128}}
	if !sponge.Available {
		s.std = *sha3.NewSHAKE128()
	}
	return s
}

// NewSHAKE256 begins a message of SHAKE256.
func NewSHAKE256() *SHAKE {
	// The standard library's zero value is SHAKE256, too.
	return &SHAKE{own: sponge.State{Function: sponge.SHAKE256}}
}

// NewCSHAKE128 begins a message of cSHAKE128, with the name of a function, which NIST gives
// out, and a customization string. Where both are empty, it is SHAKE128.
func NewCSHAKE128(N, S []byte) *SHAKE {
	// Inlined, so that it lies on the caller's stack where it can.
	s := &SHAKE{own: sponge.State{Function: sponge.SHAKE128}}
	s.customize(sponge.CSHAKE128, N, S)
	return s
}

// NewCSHAKE256 begins a message of cSHAKE256, with the name of a function, which NIST gives
// out, and a customization string. Where both are empty, it is SHAKE256.
func NewCSHAKE256(N, S []byte) *SHAKE {
	s := &SHAKE{own: sponge.State{Function: sponge.SHAKE256}}
	s.customize(sponge.CSHAKE256, N, S)
	return s
}

// customize makes a new message of SHAKE one of cSHAKE, which begins with N and S, where
// there are any: SP 800-185, 3.3.
func (s *SHAKE) customize(f sponge.Function, N, S []byte) {
	switch {
	case !sponge.Available && f == sponge.CSHAKE128:
		s.std = *sha3.NewCSHAKE128(N, S)
		return
	case !sponge.Available:
		s.std = *sha3.NewCSHAKE256(N, S)
		return
	case len(N) == 0 && len(S) == 0:
		return
	}
	s.own.Function = f
	s.prefix = make([]byte, 0, 9+len(N)+9+len(S))
	for _, b := range [...][]byte{N, S} {
		s.prefix = append(leftEncode(s.prefix, uint64(len(b))*8), b...)
	}
	s.own.Bytepad(s.prefix)
}

// leftEncode appends a number behind how many bytes it has, at least one: left_encode, SP
// 800-185, 2.3.1.
func leftEncode(b []byte, x uint64) []byte {
	n := max(1, (bits.Len64(x)+7)/8)
	b = append(b, byte(n))
	for n--; n >= 0; n-- {
		b = append(b, byte(x>>(8*n)))
	}
	return b
}

// SumSHAKE128 is the SHAKE128 of a message, so many bytes of it.
func SumSHAKE128(data []byte, length int) []byte {
	// Inlined, so that short output lies on the caller's stack where it can.
	out := make([]byte, 32)
	return sumSHAKE(sponge.SHAKE128, out, data, length)
}

// SumSHAKE256 is the SHAKE256 of a message, so many bytes of it.
func SumSHAKE256(data []byte, length int) []byte {
	out := make([]byte, 64)
	return sumSHAKE(sponge.SHAKE256, out, data, length)
}

// sumSHAKE is not inlined, so that its callers are.
//
//go:noinline
func sumSHAKE(f sponge.Function, out, data []byte, length int) []byte {
	if len(out) < length {
		out = make([]byte, length)
	} else {
		out = out[:length]
	}
	fill(f, out, data)
	return out
}

// fill fills out with the SHAKE of a message.
func fill(f sponge.Function, out, data []byte) {
	switch {
	case sponge.Available:
		sponge.Sum(f, data, out)
	case f == sponge.SHAKE128:
		fillStandard(sha3.NewSHAKE128(), out, data)
	default:
		fillStandard(sha3.NewSHAKE256(), out, data)
	}
}

func fillStandard(s *sha3.SHAKE, out, data []byte) {
	s.Write(data)
	s.Read(out)
}

// init makes the zero value what it stands for.
func (s *SHAKE) init() {
	if s.own.Function == (sponge.Function{}) {
		s.own.Function = sponge.SHAKE256
	}
}

// Write adds a piece to the message. It panics after a Read.
func (s *SHAKE) Write(p []byte) (n int, err error) {
	if !sponge.Available {
		return s.std.Write(p)
	}
	s.init()
	return s.own.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (s *SHAKE) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(s, r) }

// Read ends the message, and fills p with the output that comes next.
func (s *SHAKE) Read(p []byte) (n int, err error) {
	if !sponge.Available {
		return s.std.Read(p)
	}
	s.init()
	return s.own.Read(p)
}

// Reset begins another message, with the same N and S.
func (s *SHAKE) Reset() {
	if !sponge.Available {
		s.std.Reset()
		return
	}
	s.init()
	s.own.Reset()
	if len(s.prefix) > 0 {
		s.own.Bytepad(s.prefix)
	}
}

// BlockSize is the bytes of a block.
func (s *SHAKE) BlockSize() int {
	s.init()
	return s.own.BlockSize()
}

// MarshalBinary encodes the state, as crypto/sha3 does.
func (s *SHAKE) MarshalBinary() ([]byte, error) {
	return s.AppendBinary(make([]byte, 0, sponge.Encoded+len(s.prefix)))
}

// AppendBinary appends the encoded state.
func (s *SHAKE) AppendBinary(b []byte) ([]byte, error) {
	if !sponge.Available {
		return s.std.AppendBinary(b)
	}
	s.init()
	b, err := s.own.AppendBinary(b)
	return append(b, s.prefix...), err
}

// UnmarshalBinary takes an encoded state.
func (s *SHAKE) UnmarshalBinary(data []byte) error {
	if !sponge.Available {
		return s.std.UnmarshalBinary(data)
	}
	s.init()
	n := min(len(data), sponge.Encoded)
	if err := s.own.UnmarshalBinary(data[:n]); err != nil {
		return err
	}
	s.prefix = bytes.Clone(data[n:])
	return nil
}
