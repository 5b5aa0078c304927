package bao

import "bytes"

// Encode is the hash of a message and its combined encoding.
func (f Format) Encode(message []byte) (Hash, []byte) { return f.build(Combined, message) }

// Outboard is the hash of a message and its outboard encoding.
func (f Format) Outboard(message []byte) (Hash, []byte) { return f.build(Outboard, message) }

func (f Format) build(layout Layout, message []byte) (Hash, []byte) {
	s := f.mustShape(uint64(len(message)))
	out := make([]byte, headerLen+layout.len(s, s.root()))
	e, err := f.encoder(layout, s.n, func(offset uint64, bytes []byte) error {
		copy(out[offset:], bytes)
		return nil
	})
	if err != nil {
		panic(err)
	}
	e.room = func(offset uint64, n int) []byte { return out[offset : offset+uint64(n)] }
	for !e.done {
		// It puts bytes where there is room, and nothing fails.
		_ = e.encode(message[e.next.start:e.next.end()])
	}
	return e.hash, out
}

// Decode is the message of a combined encoding. What follows the encoding is not read.
// Where something is wrong, it is the first thing in the encoding that is, an [*Error].
func (f Format) Decode(hash Hash, encoding []byte) ([]byte, error) {
	return f.DecodeSlice(hash, encoding, Everything)
}

// DecodeSlice is the bytes of ranges, in ascending order, from the slice made for the
// same ranges. What follows the slice is not read. Where something is wrong, it is the
// first thing in the slice that is, an [*Error].
func (f Format) DecodeSlice(hash Hash, slice []byte, ranges ...Range) ([]byte, error) {
	var d decoder
	d.begin(f, hash, Chunk, ranges)
	rest, out := slice, []byte{}
	var tree, content []byte
	var parts []Range
	for {
		p, ok := d.next()
		if !ok {
			return out, nil
		}
		if p.run && cap(out) == 0 {
			// No more than there is, whatever length is claimed.
			out = make([]byte, 0, min(uint64(len(slice)), asked(d.ranges, d.claimed())))
		}
		n, start := p.contentLen(), len(out)
		var now []byte
		if n <= cap(out)-start {
			now = out[start : start+n]
		} else {
			now = room(&content, n)
		}
		nodes := room(&tree, p.treeLen())
		encoded := rest[:min(p.encodedLen(), len(rest))]
		ntree, ncontent := p.split(encoded, nodes, now)
		valid, err := d.verify(nodes[:ntree], now[:ncontent])
		if err != nil {
			return nil, err
		}
		parts = d.asked(&p, valid, parts[:0])
		for _, part := range parts {
			// What was not asked for is left out.
			out = append(out, now[part.Start:part.End]...)
		}
		rest = rest[len(encoded):]
	}
}

// asked is how many bytes of sorted ranges a message of n bytes has.
func asked(ranges []Range, n uint64) (sum uint64) {
	for _, r := range ranges {
		sum += min(r.End, n) - min(r.Start, n)
	}
	return sum
}

// Verify holds a message to its outboard encoding. Where something is wrong, it is the
// first thing that is, an [*Error].
func (f Format) Verify(hash Hash, outboard, message []byte) error {
	var d decoder
	d.begin(f, hash, f.group, []Range{Everything})
	for {
		p, ok := d.next()
		if !ok {
			break
		}
		tree := cut(outboard, p.treeOffset(), p.treeLen())
		content := cut(message, p.sub.start, p.contentLen())
		ended := p.ended(len(tree), len(content), uint64(len(outboard)), uint64(len(message)))
		_, err := d.verify(tree, content)
		if kindOf(err) == Truncated && ended != nil {
			err = ended
		}
		if err != nil {
			return err
		}
	}
	if n := d.claimed(); uint64(len(message)) > n {
		return &Error{Kind: MessageTooLong, Offset: n}
	}
	return nil
}

// cut is n bytes from offset on, or as many as there are.
func cut(b []byte, offset uint64, n int) []byte {
	b = b[min(offset, uint64(len(b))):]
	return b[:min(n, len(b))]
}

// Slice is the slice for ranges of bytes, from a combined encoding, which is not
// verified.
func (f Format) Slice(encoding []byte, ranges ...Range) ([]byte, error) {
	return gather(f.NewSlicer(bytes.NewReader(encoding), ranges...))
}

// SliceOutboard is the slice for ranges of bytes, from a message and its outboard
// encoding, which are not verified.
func (f Format) SliceOutboard(outboard, message []byte, ranges ...Range) ([]byte, error) {
	return gather(f.NewOutboardSlicer(bytes.NewReader(outboard), bytes.NewReader(message), ranges...))
}

func gather(s *Slicer) ([]byte, error) {
	var out bytes.Buffer
	if _, err := s.WriteTo(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
