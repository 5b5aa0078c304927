package bao

// runLen is the bytes of the subtrees that are taken at once: enough that the levels on
// which there are fewer nodes than lanes cost little, and few enough to stay in the
// second-level cache.
const runLen = 256 << 10

// runBytes is the most bytes of the message that are taken at once: a run or a group.
func (f Format) runBytes() uint64 { return max(runLen, uint64(f.group.Bytes())) }

// walk is what the two sides of an encoding share: in pre-order over what is wanted, a
// node at a time above, and whole subtrees at a time as soon as they are small enough.
type walk struct {
	shape shape
	// wanted are chunks.
	wanted []Range
	// stack is what is to come, the next one last: at most one node a level.
	stack []node
}

// node is a subtree, and what is known of it: by its parent, or as the hash.
type node struct {
	sub   subtree
	known [cvLen]byte
}

func (w *walk) begin(s shape, wanted []Range, hash [cvLen]byte) {
	w.shape, w.wanted, w.stack = s, wanted, w.stack[:0]
	w.push(node{s.root(), hash})
}

// peek is the next node, which stays the next one until it is taken: all of a run, or a
// parent on its own.
func (w *walk) peek() (n *node, run, ok bool) {
	if len(w.stack) == 0 {
		return nil, false, false
	}
	n = &w.stack[len(w.stack)-1]
	run = n.sub.n <= chunkLen ||
		n.sub.n <= max(runLen, w.shape.groupBytes()) && shareOf(w.wanted, n.sub) == whole
	return n, run, true
}

// skip goes on after the next node, without what lies under it.
func (w *walk) skip() { w.stack = w.stack[:len(w.stack)-1] }

// descend goes down from the next node, a parent.
func (w *walk) descend(parent *[parentLen]byte) {
	left, right := w.stack[len(w.stack)-1].sub.children()
	w.skip()
	w.push(node{right, [cvLen]byte(parent[cvLen:])})
	w.push(node{left, [cvLen]byte(parent[:cvLen])})
}

func (w *walk) push(n node) {
	if shareOf(w.wanted, n.sub) != nothing {
		w.stack = append(w.stack, n)
	}
}
