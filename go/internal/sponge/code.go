package sponge

import (
	"crypto/fips140"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
)

// Available says whether states are to be used. They are not where this platform has no
// code for them, nor where a program is to use the module that is validated by FIPS 140-3:
// that is the standard library's. Tests change it.
var Available = blob.Available && !fips140.Enabled()

// callLen is the most bytes that a call adds, which cannot be preempted meanwhile: of
// SHA3-512 21 microseconds on an AMD Zen 5, and 28 with plain code.
const callLen = 8 << 10

// most is the most bytes of whole blocks that a call gets.
func (f Function) most() int { return callLen - callLen%int(f.rate) }

// zeros are a block that changes nothing.
var zeros [168]byte

// permute adds a block of zeros: what follows is at a block's start.
func (s *State) permute() {
	s.add(zeros[:s.rate])
	s.n = 0
}

// blocks adds whole blocks.
func (s *State) blocks(blocks []byte) {
	for most := s.most(); len(blocks) > most; blocks = blocks[most:] {
		s.add(blocks[:most])
	}
	s.add(blocks)
}

// add adds whole blocks, at least one, by one call.
func (s *State) add(blocks []byte) {
	blob.Default.Direct(unsafe.Pointer(&s.words), unsafe.Pointer(unsafe.SliceData(blocks)), len(blocks), uint64(s.rate), nil)
}
