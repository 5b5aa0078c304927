package bao

import (
	"encoding/binary"
	"io"
)

// Slicer reads the slice for ranges of bytes, which is made as it is read, from a whole
// encoding. Nothing is verified: who receives the slice does that.
//
// The slice is the length and pieces of the encoding one after the other, each as it is
// there, but for parents inside a group, which no encoding has: they are hashed from the
// message.
type Slicer struct {
	format Format
	source random
	ranges []Range
	begun  bool
	walk   walk
	// rest of buffer is what is made and not yet given out.
	buffer, rest, content []byte
}

// NewSlicer makes a slice of a combined encoding. For no range at all it is the length
// alone.
func (f Format) NewSlicer(encoding io.ReaderAt, ranges ...Range) *Slicer {
	return f.slicer(&combined{encoding: encoding}, ranges)
}

// NewOutboardSlicer makes a slice of a message beside its outboard encoding.
func (f Format) NewOutboardSlicer(outboard, message io.ReaderAt, ranges ...Range) *Slicer {
	return f.slicer(&apart{outboard: outboard, message: message}, ranges)
}

func (f Format) slicer(source random, ranges []Range) *Slicer {
	return &Slicer{format: f, source: source, ranges: append([]Range(nil), ranges...)}
}

// Read reads the next bytes of the slice.
func (s *Slicer) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(s.rest) == 0 {
		if more, err := s.advance(); err != nil {
			return 0, err
		} else if !more {
			return 0, io.EOF
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// WriteTo writes the rest of the slice to w. What w does not take is still to be read.
func (s *Slicer) WriteTo(w io.Writer) (n int64, err error) {
	for {
		if len(s.rest) > 0 {
			k, err := w.Write(s.rest)
			if k < 0 || k > len(s.rest) {
				return n, errWritten
			}
			n += int64(k)
			if err == nil && k < len(s.rest) {
				err = io.ErrShortWrite
			}
			s.rest = s.rest[k:]
			if err != nil {
				return n, err
			}
		}
		if more, err := s.advance(); !more || err != nil {
			return n, err
		}
	}
}

// advance makes the next piece, and says whether there was one. After an error it is the
// same piece.
func (s *Slicer) advance() (bool, error) {
	p := header
	if s.begun {
		n, run, ok := s.walk.peek()
		if !ok {
			return false, nil
		}
		p = piece{run: run, shape: s.walk.shape, sub: n.sub}
	}
	encoded := room(&s.buffer, p.encodedLen())
	if err := s.make(&p, encoded); err != nil {
		return false, err
	}
	switch {
	case p.header:
		shape, err := s.format.shape(binary.LittleEndian.Uint64(encoded))
		if err != nil {
			return false, err
		}
		s.begun = true
		s.walk.begin(shape, chunksOf(nil, s.ranges, shape, Chunk), [cvLen]byte{})
	case p.run:
		s.walk.skip()
	default:
		s.walk.descend(&[parentLen]byte{})
	}
	s.rest = encoded
	return true, nil
}

func (s *Slicer) make(p *piece, encoded []byte) error {
	if !p.isHashed() {
		return s.source.readEncoded(p, encoded)
	}
	content := room(&s.content, int(p.sub.n))
	if err := s.source.readHashed(p, content); err != nil {
		return err
	}
	both := childrenOf(s.format.modeOf(), content, p.sub.chunks().Start)
	copy(encoded, both[:])
	return nil
}
