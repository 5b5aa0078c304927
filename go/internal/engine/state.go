package engine

import "unsafe"

// State is room for the words of any state: each is as wide as the hash's, and they lie one behind
// the other from the start on.
type State [12]uint64

// Words32 is a state that begins with these words of four bytes.
func Words32(words ...uint32) (s State) {
	copy(s.narrow()[:], words)
	return s
}

// Words64 is a state that begins with these words of eight bytes.
func Words64(words ...uint64) (s State) {
	copy(s[:], words)
	return s
}

func (s *State) narrow() *[24]uint32 { return (*[24]uint32)(unsafe.Pointer(s)) }

// Bytes are the words as the CPU has them in memory.
func (s *State) Bytes() *[96]byte { return (*[96]byte)(unsafe.Pointer(s)) }

// Word is word i of those of size bytes.
func (s *State) Word(size, i int) uint64 {
	if size == 8 {
		return s[i]
	}
	return uint64(s.narrow()[i])
}

// Set sets word i of those of size bytes.
func (s *State) Set(size, i int, word uint64) {
	if size == 8 {
		s[i] = word
	} else {
		s.narrow()[i] = uint32(word)
	}
}
