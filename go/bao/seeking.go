package bao

import (
	"errors"
	"io"
	"math"
)

// seeking is at a position, and seeks only where it has to.
type seeking struct {
	seeker io.Seeker
	// at is where it is, if known.
	at    uint64
	known bool
}

// to goes to a position; where it is then is not known until what follows is done.
func (s *seeking) to(offset uint64) error {
	known := s.known && s.at == offset
	s.known = false
	if known {
		return nil
	}
	if offset > math.MaxInt64 {
		return errors.New("bao: an encoding of 2^63 bytes or more is nothing to seek in")
	}
	_, err := s.seeker.Seek(int64(offset), io.SeekStart)
	return err
}

func (s *seeking) write(w io.Writer, offset uint64, bytes []byte) error {
	if err := s.to(offset); err != nil {
		return err
	}
	n, err := w.Write(bytes)
	if err == nil && n < len(bytes) {
		err = io.ErrShortWrite
	}
	s.at, s.known = offset+uint64(n), err == nil
	return err
}

func (s *seeking) read(r io.Reader, offset uint64, bytes []byte) error {
	if err := s.to(offset); err != nil {
		return err
	}
	n, err := readFull(r, bytes)
	if err == nil && n < len(bytes) {
		// Somebody else has cut what was written.
		err = io.ErrUnexpectedEOF
	}
	s.at, s.known = offset+uint64(n), err == nil
	return err
}
