package bao

import "github.com/lanesum/lanesum/go/internal/pure"

// checkParent compares a parent with what is known of it.
func checkParent(m *pure.Mode, s shape, n *node, parent *[parentLen]byte) error {
	value := parentValue(m, parent, s.isRoot(n.sub))
	if !equal(value[:], n.known[:]) {
		return &Error{Kind: ParentMismatch, Offset: n.sub.start, Depth: s.depth(n.sub)}
	}
	return nil
}

// checkLeaf compares a leaf with what is known of it.
func checkLeaf(m *pure.Mode, s shape, n *node, content []byte) error {
	value := leafValue(m, content, n.sub.chunks().Start, s.isRoot(n.sub))
	if !equal(value[:], n.known[:]) {
		return &Error{Kind: LeafMismatch, Offset: n.sub.start}
	}
	return nil
}

// run is a run, and what is known of it.
type run struct {
	mode  *pure.Mode
	shape shape
	node  *node
}

// check checks its parents, in pre-order, and its bytes, of both as many as there are.
// It says how many bytes from its start are verified, and what is wrong first: of what
// ends too early, without where.
func (r *run) check(l *levels, tree, content []byte) (valid int, err error) {
	sub := r.node.sub
	complete := uint64(len(content)) == sub.n && uint64(len(tree)) == r.shape.treeLen(sub)
	if complete && r.is(l, tree, content) {
		return len(content), nil
	}
	s := search{run: r, tree: tree, content: content}
	err = s.node(r.node)
	return s.valid, err
}

// is says whether its nodes are what is known of it and what an encoding has, which is
// compared in one time wherever it differs.
//
// All of its nodes are hashed from the bytes, and compared with the parents: they are the
// same if and only if each node is, from the top to the leaves, what its parent says, for
// that says of each leaf what it hashes to, and so on upwards. Only if they are not is
// the first wrong node looked for.
func (r *run) is(l *levels, tree, content []byte) bool {
	sub := r.node.sub
	top := l.hash(r.mode, r.shape.group, content, sub.chunks().Start, r.shape.isRoot(sub))
	same := l.areIn(int(r.shape.leaves(sub)), tree)
	return equal(top[:], r.node.known[:]) && same
}

// search is the walk from the top, a node at a time, to the first that is wrong: it may
// be none.
type search struct {
	*run
	tree, content []byte
	valid         int
}

func (s *search) node(n *node) error {
	if s.shape.isLeaf(n.sub) {
		if uint64(len(s.content)) < n.sub.n {
			return &Error{Kind: MessageTruncated}
		}
		leaf := s.content[:n.sub.n]
		s.content = s.content[n.sub.n:]
		if err := checkLeaf(s.mode, s.shape, n, leaf); err != nil {
			return err
		}
		s.valid += len(leaf)
		return nil
	}
	if len(s.tree) < parentLen {
		return &Error{Kind: Truncated}
	}
	parent := (*[parentLen]byte)(s.tree)
	s.tree = s.tree[parentLen:]
	if err := checkParent(s.mode, s.shape, n, parent); err != nil {
		return err
	}
	left, right := n.sub.children()
	if err := s.node(&node{left, [cvLen]byte(parent[:cvLen])}); err != nil {
		return err
	}
	return s.node(&node{right, [cvLen]byte(parent[cvLen:])})
}
