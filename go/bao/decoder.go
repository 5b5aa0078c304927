package bao

import "encoding/binary"

// decoder verifies an encoding piece by piece, without input and output. It says which
// piece comes next, and is given it: bytes of the message in it are verified when it says
// so, and are then to be given out as far as they were asked for.
type decoder struct {
	format Format
	hash   Hash
	// ranges are what is asked for; after the length, sorted.
	ranges []Range
	// round is what whole groups the wanted chunks are rounded out to: a slice has
	// parents inside groups, and a whole encoding has none.
	round  ChunkGroup
	begun  bool
	walk   walk
	levels levels
	// taken is the bytes of the pieces so far.
	taken uint64
}

// begin is for ranges of a slice that was made for the same ones, of a combined encoding
// that is read from its first byte to its last, or of a whole encoding.
func (d *decoder) begin(f Format, hash Hash, round ChunkGroup, ranges []Range) {
	d.format, d.hash, d.round = f, hash, round
	d.ranges = append(d.ranges[:0], ranges...)
	d.begun, d.taken = false, 0
}

// next is the piece that comes next; none when all that was asked for is verified.
func (d *decoder) next() (piece, bool) {
	if !d.begun {
		return header, true
	}
	n, run, ok := d.walk.peek()
	if !ok {
		return piece{}, false
	}
	return piece{run: run, shape: d.walk.shape, sub: n.sub}, true
}

// verify verifies the next piece: its nodes and its bytes of the message. If the input
// ends in it, what there is of it is given. Where something is wrong it says how many
// bytes from the start of the content are verified all the same, and the decoder is of
// no more use.
func (d *decoder) verify(tree, content []byte) (valid int, err error) {
	d.taken += uint64(len(tree) + len(content))
	valid, err = d.take(tree, content)
	if kind := kindOf(err); kind == Truncated || kind == MessageTruncated {
		err = &Error{Kind: Truncated, Offset: d.taken}
	}
	return valid, err
}

func (d *decoder) take(tree, content []byte) (int, error) {
	if !d.begun {
		if len(tree) < headerLen {
			return 0, &Error{Kind: Truncated}
		}
		s, err := d.format.shape(binary.LittleEndian.Uint64(tree))
		if err != nil {
			return 0, err
		}
		d.begun = true
		d.walk.begin(s, chunksOf(d.walk.wanted[:0], d.ranges, s, d.round), d.hash)
		d.ranges = bytesOf(d.ranges)
		return 0, nil
	}
	n, isRun, ok := d.walk.peek()
	mode := d.format.modeOf()
	switch {
	case !ok:
		return 0, nil
	case isRun:
		r := run{mode, d.walk.shape, n}
		valid, err := r.check(&d.levels, tree, content)
		if err == nil {
			d.walk.skip()
		}
		return valid, err
	case len(tree) < parentLen:
		return 0, &Error{Kind: Truncated}
	}
	parent := (*[parentLen]byte)(tree)
	if err := checkParent(mode, d.walk.shape, n, parent); err != nil {
		return 0, err
	}
	d.walk.descend(parent)
	return 0, nil
}

// claimed is the length of the message: not to be told before its last byte is verified.
func (d *decoder) claimed() uint64 { return d.walk.shape.n }

// asked appends the parts of a piece's first valid bytes of the message that were asked
// for, by their place in it.
func (d *decoder) asked(p *piece, valid int, parts []Range) []Range {
	if !p.run {
		return parts
	}
	start, end := p.sub.start, p.sub.start+uint64(valid)
	for _, r := range d.ranges[from(d.ranges, start):] {
		if r.Start >= end {
			break
		}
		parts = append(parts, Range{max(r.Start, start) - start, min(r.End, end) - start})
	}
	return parts
}
