package bao

import (
	"encoding/binary"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/tree"
)

// levels are the nodes of a subtree that is small enough to be hashed at once: the
// chaining values of all of its leaves, hashed in lanes, then those of their parents,
// level by level.
//
// An odd one at the end of a level is in the next one too: node i of level h has the
// leaves from i<<h on, as far as there are some, and may itself be of a lower level.
type levels struct {
	values [][cvLen]byte
	// starts are where the levels begin.
	starts []int
}

// hash hashes a subtree of some leaves, whose first chunk is number first, and says what
// it is known by: to its parent, or as the hash.
func (l *levels) hash(m *tree.Mode, group ChunkGroup, content []byte, first uint64, isRoot bool) [cvLen]byte {
	l.starts = l.starts[:0]
	if len(content) <= group.Bytes() {
		return leafValue(m, content, first, isRoot)
	}
	n := (len(content) + group.Bytes() - 1) / group.Bytes()
	// Each level is half of the one before, rounded up.
	if room := 2*n + 64; len(l.values) < room {
		l.values = make([][cvLen]byte, room)
	}
	tree.Subtrees(m, content, 1<<group.log, first, l.values[:n])
	l.starts = append(l.starts, 0)
	start := 0
	for n > 2 {
		end := start + n
		tree.Parents(m, l.values[start:start+n&^1], l.values[end:end+n/2])
		if n%2 == 1 {
			l.values[end+n/2] = l.values[end-1]
		}
		l.starts = append(l.starts, end)
		start, n = end, (n+1)/2
	}
	return parentValue(m, l.parent(start), isRoot)
}

// parent is the one of two neighbours, where they are.
func (l *levels) parent(at int) *[parentLen]byte {
	both := l.values[at : at+2]
	return (*[parentLen]byte)(unsafe.Slice(&both[0][0], parentLen))
}

// each calls parent with each parent over so many leaves, in pre-order, and where it lies
// in an encoding that has between bytes for each leaf: those of a group in a combined
// one, and none in an outboard one.
func (l *levels) each(leaves, between int, parent func(at int, children *[parentLen]byte)) {
	at := 0
	for leaf := range leaves {
		for height := parentsBefore(leaf, leaves) - 1; height >= 0; height-- {
			parent(at, l.parent(l.starts[height]+leaf>>height))
			at += parentLen
		}
		at += between
	}
}

// write writes the parents to where they lie.
func (l *levels) write(leaves, between int, out []byte) {
	l.each(leaves, between, func(at int, children *[parentLen]byte) { copy(out[at:at+parentLen], children[:]) })
}

// areIn says whether the parents are these, in a time that does not depend on where they
// differ.
func (l *levels) areIn(leaves int, tree []byte) bool {
	differ := uint64(0)
	l.each(leaves, 0, func(at int, children *[parentLen]byte) {
		there := (*[parentLen]byte)(tree[at:])
		for i := 0; i < parentLen; i += 8 {
			differ |= binary.LittleEndian.Uint64(there[i:]) ^ binary.LittleEndian.Uint64(children[i:])
		}
	})
	return differ == 0
}
