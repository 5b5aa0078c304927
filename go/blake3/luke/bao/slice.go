package bao

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"github.com/lanesum/lanesum/go/bao"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// A slice of this package has whole groups, where one of package go/bao has of a group
// what was asked for. With group 0 they are the same, but for a range of no bytes: between
// two groups it has no group here.

var errLength = errors.New("invalid slice length")

// slice walks the tree of a message over what overlaps some bytes of it.
type slice struct {
	mode        tree.Mode
	group       uint64
	offset, end uint64
	buf         []byte
	err         error
}

func newSlice(group int, offset, length uint64) (*slice, error) {
	f, err := format(group)
	if err != nil {
		return nil, err
	}
	if length > 1<<63 || offset > 1<<63 {
		return nil, errLength
	}
	return &slice{
		mode: pure.Plain, group: uint64(f.ChunkGroup().Bytes()), offset: offset, end: offset + length,
		buf: make([]byte, max(64, f.ChunkGroup().Bytes())),
	}, nil
}

func (s *slice) overlaps(pos, n uint64) bool { return pos < s.end && s.offset < pos+n }

// left is how many bytes are under the left child of a node over n bytes.
func left(n uint64) uint64 { return 1 << (bits.Len64(n-1) - 1) }

func (s *slice) read(r io.Reader, n uint64) []byte {
	b := s.buf[:n]
	if s.err == nil {
		_, s.err = io.ReadFull(r, b)
	}
	return b
}

func (s *slice) write(w io.Writer, b []byte) {
	if s.err == nil {
		_, s.err = w.Write(b)
	}
}

// length reads that of the message, which has to have all that is asked for.
func (s *slice) length(r io.Reader) uint64 {
	n := binary.LittleEndian.Uint64(s.read(r, 8))
	if s.err == nil && (n < s.end || n >= 1<<63) {
		s.err = errLength
	}
	return n
}

// ExtractSlice writes the slice for some bytes. Without outboard, data is a combined
// encoding; otherwise data has only the groups that will be in the slice.
func ExtractSlice(dst io.Writer, data, outboard io.Reader, group int, offset uint64, length uint64) error {
	s, err := newSlice(group, offset, length)
	if err != nil {
		return err
	}
	combined := outboard == nil
	if combined {
		outboard = data
	}
	n := s.length(outboard)
	if s.err != nil {
		return s.err
	}
	s.write(dst, s.buf[:8])
	s.extract(dst, data, outboard, combined, 0, n)
	return s.err
}

func (s *slice) extract(dst io.Writer, data, outboard io.Reader, combined bool, pos, n uint64) {
	wanted := s.overlaps(pos, n)
	switch {
	case s.err != nil:
	case n <= s.group && (wanted || combined):
		if b := s.read(data, n); wanted {
			s.write(dst, b)
		}
	case n > s.group:
		if b := s.read(outboard, 64); wanted {
			s.write(dst, b)
		}
		mid := left(n)
		s.extract(dst, data, outboard, combined, pos, mid)
		s.extract(dst, data, outboard, combined, pos+mid, n-mid)
	}
}

// DecodeSlice writes the verified bytes of the slice for offset and length to dst, and
// says whether all of them are.
func DecodeSlice(dst io.Writer, data io.Reader, group int, offset, length uint64, root [32]byte) (bool, error) {
	s, err := newSlice(group, offset, length)
	if err != nil {
		return false, err
	}
	n := s.length(data)
	ok := s.err == nil && s.decode(dst, data, root, 0, n, true)
	return ok, s.err
}

func (s *slice) decode(dst io.Writer, data io.Reader, known [32]byte, pos, n uint64, isRoot bool) bool {
	switch {
	case n > 0 && !s.overlaps(pos, n):
		return s.err == nil
	case n <= s.group:
		b := s.read(data, n)
		if s.err != nil || !s.is(known, b, pos, isRoot) {
			return false
		}
		s.write(dst, b[max(pos, s.offset)-pos:max(pos, s.offset, min(pos+n, s.end))-pos])
		return s.err == nil
	}
	parent := [64]byte(s.read(data, 64))
	if s.err != nil || !s.isParent(known, &parent, isRoot) {
		return false
	}
	mid := left(n)
	return s.decode(dst, data, [32]byte(parent[:32]), pos, mid, false) &&
		s.decode(dst, data, [32]byte(parent[32:]), pos+mid, n-mid, false)
}

// is says whether a group has a chaining value, or is the whole message of a hash.
func (s *slice) is(known [32]byte, b []byte, pos uint64, isRoot bool) bool {
	if isRoot {
		return bao.Format{}.Hash(b) == known
	}
	return tree.Subtree(&s.mode, b, pos/tree.ChunkLen) == known
}

func (s *slice) isParent(known [32]byte, parent *[64]byte, isRoot bool) bool {
	if !isRoot {
		return tree.Parent(&s.mode, parent) == known
	}
	return tree.RootParent(&s.mode, parent) == known
}

// VerifySlice is the verified bytes of a slice, which nothing follows.
func VerifySlice(data []byte, group int, offset uint64, length uint64, root [32]byte) ([]byte, bool) {
	d := bytes.NewReader(data)
	var out bytes.Buffer
	if ok, err := DecodeSlice(&out, d, group, offset, length, root); !ok || err != nil || d.Len() > 0 {
		return nil, false
	}
	return out.Bytes(), true
}

// VerifyChunk says whether chunks, whole groups from offset on or the end of the message,
// are as an outboard encoding and the hash say. No chunks at all are so only of the empty
// message.
func VerifyChunk(chunks, outboard []byte, group int, offset uint64, root [32]byte) bool {
	s, err := newSlice(group, offset, uint64(len(chunks)))
	if err != nil || len(outboard) < 8 {
		return false
	}
	o := bytes.NewReader(outboard)
	n := s.length(o)
	if s.err != nil || uint64(o.Len()) != s.parents(n) || len(chunks) == 0 && n > 0 {
		return false
	}
	return s.verify(bytes.NewReader(chunks), o, root, 0, n, true)
}

// parents is the bytes of those over n bytes.
func (s *slice) parents(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return 64 * ((n - 1) / s.group)
}

func (s *slice) verify(chunks, outboard *bytes.Reader, known [32]byte, pos, n uint64, isRoot bool) bool {
	switch {
	case n > 0 && !s.overlaps(pos, n):
		_, err := outboard.Seek(int64(s.parents(n)), io.SeekCurrent)
		return err == nil
	case n <= s.group:
		b := s.read(chunks, min(n, uint64(chunks.Len())))
		return s.err == nil && s.is(known, b, pos, isRoot)
	}
	parent := [64]byte(s.read(outboard, 64))
	if s.err != nil || !s.isParent(known, &parent, isRoot) {
		return false
	}
	mid := left(n)
	return s.verify(chunks, outboard, [32]byte(parent[:32]), pos, mid, false) &&
		s.verify(chunks, outboard, [32]byte(parent[32:]), pos+mid, n-mid, false)
}
