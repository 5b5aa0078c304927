package bao

import (
	"io"
	"math"
)

// source is where the pieces come from, in order.
type source interface {
	// read fills tree and content, as long as the piece's, and says how many bytes of
	// each there are. Where the input ends before, the error says how. After an error of
	// the input it may be asked for the same piece again, with the same tree and content.
	read(p *piece, tree, content []byte) (ntree, ncontent int, err error)
	// release gives back what pieces were read into. It may be asked for others.
	release()
}

// random is a source that has a whole encoding, and any piece of it in any order.
type random interface {
	source
	// readHashed fills content with the bytes under a parent inside a group.
	readHashed(p *piece, content []byte) error
	// readEncoded fills encoded with a piece as a slice has it.
	readEncoded(p *piece, encoded []byte) error
}

// stream is what is read from its first byte on. No byte after the last one is read.
type stream struct {
	input io.Reader
	// n bytes of the next piece are read, and before are those before it.
	n      int
	before uint64
	// buffer is for a piece that is parted.
	buffer []byte
}

// fill reads a piece, or as much of it as there is, and says how much. What was read
// stays there where the input fails.
func (s *stream) fill(piece []byte) (int, error) {
	k, err := readFull(s.input, piece[s.n:])
	s.n += k
	return s.n, err
}

// pass goes on behind the piece, and says where that is.
func (s *stream) pass() uint64 {
	s.before += uint64(s.n)
	s.n = 0
	return s.before
}

func (s *stream) read(p *piece, tree, content []byte) (int, int, error) {
	encoded := borrow(&s.buffer, p.encodedLen())
	n, err := s.fill(encoded)
	if err != nil {
		return 0, 0, err
	}
	ntree, ncontent := p.split(encoded[:n], tree, content)
	if end := s.pass(); n < len(encoded) {
		err = &Error{Kind: Truncated, Offset: end}
	}
	return ntree, ncontent, err
}

func (s *stream) release() { giveBack(&s.buffer) }

// streams are an outboard encoding and the message.
type streams struct{ outboard, message stream }

func (s *streams) read(p *piece, tree, content []byte) (int, int, error) {
	// Both, before either is passed: an error of the second leaves the first.
	ntree, err := s.outboard.fill(tree)
	if err != nil {
		return 0, 0, err
	}
	ncontent, err := s.message.fill(content)
	if err != nil {
		return 0, 0, err
	}
	return ntree, ncontent, p.ended(ntree, ncontent, s.outboard.pass(), s.message.pass())
}

func (s *streams) release() {}

// combined is a combined encoding, read at positions.
type combined struct {
	encoding io.ReaderAt
	buffer   []byte
	parents  window
}

// at reads a piece, or as much of it as there is.
func (c *combined) at(p *piece, encoded []byte) (int, error) {
	if p.run {
		c.parents.forget()
		return readAt(c.encoding, p.encodedOffset(), encoded)
	}
	return c.parents.read(c.encoding, p, p.encodedOffset(), encoded)
}

func (c *combined) read(p *piece, tree, content []byte) (int, int, error) {
	encoded := borrow(&c.buffer, p.encodedLen())
	k, err := c.at(p, encoded)
	if err != nil {
		return 0, 0, err
	}
	ntree, ncontent := p.split(encoded[:k], tree, content)
	return ntree, ncontent, truncated(p, encoded, k, nil)
}

func (c *combined) release() { giveBack(&c.buffer) }

func (c *combined) readHashed(p *piece, content []byte) error {
	k, err := readAt(c.encoding, p.encodedOffset(), content)
	return truncated(p, content, k, err)
}

func (c *combined) readEncoded(p *piece, encoded []byte) error {
	k, err := c.at(p, encoded)
	return truncated(p, encoded, k, err)
}

// truncated is the error of a piece of a combined encoding of which k bytes were read.
func truncated(p *piece, all []byte, k int, err error) error {
	if err == nil && k < len(all) {
		err = &Error{Kind: Truncated, Offset: p.encodedOffset() + uint64(k)}
	}
	return err
}

// apart is an outboard encoding and the message, read at positions.
type apart struct {
	outboard, message io.ReaderAt
	tree, content     []byte
	parents           window
}

func (a *apart) read(p *piece, tree, content []byte) (int, int, error) {
	at := p.treeOffset()
	ntree, err := a.parents.read(a.outboard, p, at, tree)
	if err != nil {
		return 0, 0, err
	}
	ncontent, err := readAt(a.message, p.sub.start, content)
	if err != nil {
		return 0, 0, err
	}
	return ntree, ncontent, p.ended(ntree, ncontent, at+uint64(ntree), p.sub.start+uint64(ncontent))
}

func (a *apart) release() {}

func (a *apart) readHashed(p *piece, content []byte) error {
	k, err := readAt(a.message, p.sub.start, content)
	if err == nil && k < len(content) {
		err = &Error{Kind: MessageTruncated, Offset: p.sub.start + uint64(k)}
	}
	return err
}

func (a *apart) readEncoded(p *piece, encoded []byte) error {
	tree, content := room(&a.tree, p.treeLen()), room(&a.content, p.contentLen())
	_, _, err := a.read(p, tree, content)
	if err == nil {
		p.join(tree, content, encoded)
	}
	return err
}

// readFull reads bytes as far as there are some. The end is not an error.
func readFull(r io.Reader, p []byte) (n int, err error) {
	for empty := 0; n < len(p); {
		k, err := r.Read(p[n:])
		if k < 0 || k > len(p)-n {
			return n, errCount
		}
		n += k
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil && n < len(p):
			return n, err
		case k > 0:
			empty = 0
		default:
			if empty++; empty == 100 {
				return n, io.ErrNoProgress
			}
		}
	}
	return n, nil
}

// readAt reads bytes at a position, as far as there are some. The end is not an error.
func readAt(r io.ReaderAt, offset uint64, p []byte) (int, error) {
	if len(p) == 0 || offset > math.MaxInt64-uint64(len(p)) {
		// Nothing has as many bytes.
		return 0, nil
	}
	n, err := r.ReadAt(p, int64(offset))
	switch {
	case n < 0 || n > len(p):
		return 0, errCount
	case n == len(p) || err == io.EOF:
		return n, nil
	case err == nil:
		return n, io.ErrNoProgress
	}
	return n, err
}
