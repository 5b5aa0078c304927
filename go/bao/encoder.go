package bao

import (
	"encoding/binary"
	"io"
)

// encoder encodes a message whose length is known, in pre-order: it asks for the next
// bytes of the message, and puts out, each at its place, the length, the nodes and bytes
// of a whole subtree one after the other, and each parent above those as soon as its
// children are known, which lie after it.
type encoder struct {
	format Format
	layout Layout
	shape  shape
	// put takes bytes of the encoding, and where they belong in it.
	put func(offset uint64, bytes []byte) error
	// room is where bytes of the encoding are to be written to, where it is in memory.
	room func(offset uint64, n int) []byte
	// parents are those of the next subtree.
	parents []pending
	next    subtree
	done    bool
	hash    Hash
	levels  levels
	buffer  []byte
}

// pending is a parent, and the chaining value of its left child where that is not where
// the next subtree lies.
type pending struct {
	sub      subtree
	left     [cvLen]byte
	hasRight bool
}

func (f Format) encoder(layout Layout, n uint64, put func(uint64, []byte) error) (*encoder, error) {
	s, err := f.shape(n)
	if err != nil {
		return nil, err
	}
	e := &encoder{format: f, layout: layout, shape: s, put: put}
	e.descend(s.root())
	return e, nil
}

// encode encodes the next bytes, as many as next has.
func (e *encoder) encode(content []byte) error {
	sub := e.next
	if sub.start == 0 {
		length := binary.LittleEndian.AppendUint64(nil, e.shape.n)
		if err := e.put(0, length); err != nil {
			return err
		}
	}
	offset, n := e.layout.offset(e.shape, sub), int(e.layout.len(e.shape, sub))
	var value [cvLen]byte
	if e.room != nil {
		value = e.format.run(&e.levels, e.layout, e.shape, sub, content, e.room(offset, n))
	} else {
		out := borrow(&e.buffer, n)
		value = e.format.run(&e.levels, e.layout, e.shape, sub, content, out)
		if n > 0 {
			if err := e.put(offset, out); err != nil {
				return err
			}
		}
	}
	return e.ascend(value)
}

// run writes a run, or a group, and says what it is known by.
func (f Format) run(l *levels, layout Layout, s shape, sub subtree, content, out []byte) [cvLen]byte {
	value := l.hash(f.modeOf(), s.group, content, sub.chunks().Start, s.isRoot(sub))
	leaves, between := int(s.leaves(sub)), layout.between(s)
	l.write(leaves, between, out)
	if layout == Combined {
		for leaf := range leaves {
			out = out[parentLen*parentsBefore(leaf, leaves):]
			n := copy(out, content[:min(between, len(content))])
			out, content = out[n:], content[n:]
		}
	}
	return value
}

func (e *encoder) descend(sub subtree) {
	for sub.n > e.format.runBytes() {
		e.parents = append(e.parents, pending{sub: sub})
		sub, _ = sub.children()
	}
	e.next = sub
}

// ascend completes the parents whose right child the last subtree is the end of.
func (e *encoder) ascend(known [cvLen]byte) error {
	for len(e.parents) > 0 {
		p := &e.parents[len(e.parents)-1]
		if !p.hasRight {
			p.left, p.hasRight = known, true
			_, right := p.sub.children()
			e.descend(right)
			return nil
		}
		var both [parentLen]byte
		copy(both[:], p.left[:])
		copy(both[cvLen:], known[:])
		if err := e.put(e.layout.offset(e.shape, p.sub), both[:]); err != nil {
			return err
		}
		known = parentValue(e.format.modeOf(), &both, e.shape.isRoot(p.sub))
		e.parents = e.parents[:len(e.parents)-1]
	}
	e.done, e.hash = true, known
	return nil
}

// EncodeTo encodes a message of n bytes into dst, from its position 0 on, and says what
// the hash is.
//
// Each byte is written once, and straight to its place: parents after their children,
// which is why dst has to seek, back by one parent for at least 256 KiB of the message.
// Before it succeeds, dst has no encoding. It works in less than 2 MiB, or a few times a
// chunk group. A message of another length is an [*Error].
func (f Format) EncodeTo(dst io.WriteSeeker, layout Layout, message io.Reader, n uint64) (Hash, error) {
	s := seeking{seeker: dst}
	return f.encode(layout, message, n, func(offset uint64, bytes []byte) error {
		return s.write(dst, offset, bytes)
	})
}

// EncodeAt is EncodeTo for what is written at positions.
func (f Format) EncodeAt(dst io.WriterAt, layout Layout, message io.Reader, n uint64) (Hash, error) {
	return f.encode(layout, message, n, func(offset uint64, bytes []byte) error {
		_, err := dst.WriteAt(bytes, int64(offset))
		return err
	})
}

func (f Format) encode(layout Layout, message io.Reader, n uint64, put func(uint64, []byte) error) (Hash, error) {
	e, err := f.encoder(layout, n, put)
	if err != nil {
		return Hash{}, err
	}
	var content []byte
	defer giveBack(&content)
	defer giveBack(&e.buffer)
	for !e.done {
		now := borrow(&content, int(e.next.n))
		k, err := readFull(message, now)
		if err != nil {
			return Hash{}, err
		}
		if k < len(now) {
			return Hash{}, &Error{Kind: MessageTruncated, Offset: e.next.start + uint64(k)}
		}
		if err := e.encode(now); err != nil {
			return Hash{}, err
		}
	}
	switch k, err := readFull(message, make([]byte, 1)); {
	case err != nil:
		return Hash{}, err
	case k > 0:
		return Hash{}, &Error{Kind: MessageTooLong, Offset: n}
	}
	return e.hash, nil
}
