package bao

// reading is a decoder, the piece that it is given, and what of it is given out.
type reading struct {
	decoder       decoder
	source        source
	piece         piece
	tree, content []byte
	// room is for the parts.
	room []Range
	// parts of the content are verified, asked for, and not yet given out: the next one
	// first.
	parts []Range
	// start is where the content begins in the message.
	start  uint64
	failed error
}

// restart begins with other ranges.
func (r *reading) restart(f Format, hash Hash, round ChunkGroup, ranges ...Range) {
	r.decoder.begin(f, hash, round, ranges)
	r.parts, r.failed = r.parts[:0], nil
}

// advance verifies the next piece, and says whether there was one.
func (r *reading) advance() (bool, error) {
	if r.failed != nil {
		r.release()
		return false, r.failed
	}
	next, ok := r.decoder.next()
	if !ok {
		r.release()
		return false, nil
	}
	r.piece = next
	p := &r.piece
	tree, content := borrow(&r.tree, p.treeLen()), borrow(&r.content, p.contentLen())
	ntree, ncontent, ended := r.source.read(p, tree, content)
	if ended != nil && kindOf(ended) == 0 {
		return false, ended
	}
	valid, err := r.decoder.verify(tree[:ntree], content[:ncontent])
	if err != nil {
		if kindOf(err) == Truncated && ended != nil {
			// Where it ended is known better to what was read.
			err = ended
		}
		r.failed = err
	}
	r.start = p.sub.start
	r.room = r.decoder.asked(p, valid, r.room[:0])
	r.parts = r.room
	return true, nil
}

// release gives back what pieces were read into. No part of one is left.
func (r *reading) release() {
	giveBack(&r.tree)
	giveBack(&r.content)
	r.source.release()
}

// next is the next verified bytes; none where a piece is to be read before. They stay the
// next ones until they are passed.
func (r *reading) next() []byte {
	if len(r.parts) == 0 {
		return nil
	}
	return r.content[r.parts[0].Start:r.parts[0].End]
}

// pass goes on behind n of the next bytes, and says where in the message that is.
func (r *reading) pass(n int) uint64 {
	now := &r.parts[0]
	now.Start += uint64(n)
	end := r.start + now.Start
	if now.Start == now.End {
		r.parts = r.parts[1:]
	}
	return end
}

// verify verifies what is to come, without giving it out.
func (r *reading) verify() error {
	for {
		r.parts = r.parts[:0]
		if more, err := r.advance(); !more || err != nil {
			return err
		}
	}
}

// room is n bytes of a buffer that is used again.
func room(buffer *[]byte, n int) []byte {
	if len(*buffer) < n {
		*buffer = make([]byte, n)
	}
	return (*buffer)[:n]
}
