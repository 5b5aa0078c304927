package bao

import (
	"encoding/binary"
	"io"

	"github.com/lanesum/lanesum/go/internal/pure"
)

// ValidRanges is what of a partial combined encoding is as the hash says: the ranges of
// bytes, ascending and apart, among the chunk groups that hold some ranges. What is wrong
// or missing is not in them: a leaf, or all that lies under a parent. So a download goes
// on from what it has. It fails where the encoding has no length, and where it cannot be
// read.
func (f Format) ValidRanges(hash Hash, encoding io.ReaderAt, ranges ...Range) ([]Range, error) {
	return f.survey(hash, &combined{encoding: encoding}, ranges)
}

// ValidOutboardRanges is ValidRanges for a partial message beside its outboard encoding.
func (f Format) ValidOutboardRanges(hash Hash, outboard, message io.ReaderAt, ranges ...Range) ([]Range, error) {
	return f.survey(hash, &apart{outboard: outboard, message: message}, ranges)
}

func (f Format) survey(hash Hash, source random, ranges []Range) ([]Range, error) {
	var length [headerLen]byte
	if _, _, err := source.read(&header, length[:], nil); err != nil {
		return nil, err
	}
	s, err := f.shape(binary.LittleEndian.Uint64(length[:]))
	if err != nil {
		return nil, err
	}
	v := survey{mode: f.modeOf(), shape: s}
	var w walk
	var levels levels
	var trees, contents []byte
	for w.begin(s, chunksOf(nil, ranges, s, f.group), hash); ; {
		n, isRun, ok := w.peek()
		if !ok {
			return v.valid, nil
		}
		p := piece{run: isRun, shape: s, sub: n.sub}
		tree, content := room(&trees, p.treeLen()), room(&contents, p.contentLen())
		ntree, ncontent, err := source.read(&p, tree, content)
		if err != nil && kindOf(err) == 0 {
			return nil, err
		}
		tree, content = tree[:ntree], content[:ncontent]
		r := run{v.mode, s, n}
		switch {
		case !isRun && ntree == parentLen && checkParent(v.mode, s, n, (*[parentLen]byte)(tree)) == nil:
			w.descend((*[parentLen]byte)(tree))
			continue
		case !isRun:
		case p.ended(ntree, ncontent, 0, 0) == nil && r.is(&levels, tree, content):
			v.push(n.sub)
		default:
			v.tree, v.content, v.top = tree, content, n.sub
			v.node(n)
		}
		w.skip()
	}
}

// survey looks for what is valid in a run in which something is wrong or missing.
type survey struct {
	mode          *pure.Mode
	shape         shape
	top           subtree
	tree, content []byte
	valid         []Range
}

func (v *survey) push(sub subtree) {
	if n := len(v.valid); n > 0 && v.valid[n-1].End == sub.start {
		v.valid[n-1].End = sub.end()
	} else if sub.n > 0 {
		v.valid = append(v.valid, Range{sub.start, sub.end()})
	}
}

func (v *survey) node(n *node) {
	if v.shape.isLeaf(n.sub) {
		leaf := cut(v.content, n.sub.start-v.top.start, int(n.sub.n))
		if uint64(len(leaf)) == n.sub.n && checkLeaf(v.mode, v.shape, n, leaf) == nil {
			v.push(n.sub)
		}
		return
	}
	tree := cut(v.tree, v.shape.treeOffset(n.sub)-v.shape.treeOffset(v.top), parentLen)
	if len(tree) < parentLen || checkParent(v.mode, v.shape, n, (*[parentLen]byte)(tree)) != nil {
		return
	}
	left, right := n.sub.children()
	v.node(&node{left, [cvLen]byte(tree[:cvLen])})
	v.node(&node{right, [cvLen]byte(tree[cvLen:])})
}
