package bao

// piece is what comes next of an encoding: its length, a parent, or a run, a whole
// subtree of up to 256 KiB (or a group) of the message.
//
// It has nodes of the tree, and bytes of the message. A combined encoding and a slice
// have them mixed, in pre-order; an outboard encoding has the nodes, and the message the
// bytes. Where and how many follows from the length that the encoding claims, which is
// not verified before its last byte is.
type piece struct {
	header, run bool
	shape       shape
	sub         subtree
}

var header = piece{header: true}

// treeLen is the bytes of its nodes; of the length, where that is the piece.
func (p *piece) treeLen() int {
	switch {
	case p.header:
		return headerLen
	case p.run:
		return int(p.shape.treeLen(p.sub))
	}
	return parentLen
}

// contentLen is its bytes of the message.
func (p *piece) contentLen() int {
	if p.run {
		return int(p.sub.n)
	}
	return 0
}

func (p *piece) encodedLen() int { return p.treeLen() + p.contentLen() }

// treeOffset is where it begins in the outboard encoding.
func (p *piece) treeOffset() uint64 {
	if p.header {
		return 0
	}
	return p.shape.treeOffset(p.sub)
}

// encodedOffset is where it begins in the combined encoding.
func (p *piece) encodedOffset() uint64 {
	if p.header {
		return 0
	}
	return p.shape.encodedOffset(p.sub)
}

// isHashed says whether it is a parent inside a group, which a slice may have, but no
// whole encoding: it is hashed from the bytes under it, up to a group.
func (p *piece) isHashed() bool { return !p.header && !p.run && p.shape.isLeaf(p.sub) }

// order tells the lengths of the parts, in pre-order, and whether they are bytes of the
// message, as long as it is told to go on.
func (p *piece) order(part func(n int, isContent bool) bool) {
	if !p.run {
		part(p.treeLen(), false)
		return
	}
	leaves, rest := int(p.shape.leaves(p.sub)), int(p.sub.n)
	for leaf := range leaves {
		content := min(rest, p.shape.group.Bytes())
		rest -= content
		if n := parentLen * parentsBefore(leaf, leaves); n > 0 && !part(n, false) || !part(content, true) {
			return
		}
	}
}

// split parts an encoded piece, or what there is of one, into its nodes and its bytes of
// the message, and says how many of each there are.
func (p *piece) split(encoded, tree, content []byte) (ntree, ncontent int) {
	p.order(func(n int, isContent bool) bool {
		now := encoded[:min(n, len(encoded))]
		encoded = encoded[len(now):]
		if isContent {
			ncontent += copy(content[ncontent:], now)
		} else {
			ntree += copy(tree[ntree:], now)
		}
		return len(encoded) > 0
	})
	return ntree, ncontent
}

// join mixes nodes and bytes of the message, all of them, into an encoded piece.
func (p *piece) join(tree, content, encoded []byte) {
	p.order(func(n int, isContent bool) bool {
		from := &tree
		if isContent {
			from = &content
		}
		copy(encoded, (*from)[:n])
		*from, encoded = (*from)[n:], encoded[n:]
		return true
	})
}

// ended is how a piece is truncated, where there are only so many bytes of each: by what
// is missing first. treeEnd and contentEnd are where they end.
func (p *piece) ended(ntree, ncontent int, treeEnd, contentEnd uint64) error {
	var err error
	p.order(func(n int, isContent bool) bool {
		switch {
		case isContent && ncontent < n:
			err = &Error{Kind: MessageTruncated, Offset: contentEnd}
		case isContent:
			ncontent -= n
		case ntree < n:
			err = &Error{Kind: Truncated, Offset: treeEnd}
		default:
			ntree -= n
		}
		return err == nil
	})
	return err
}
