package bao

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// cores are the goroutines that work on the parts of one message, no more than GOMAXPROCS
// says, and what each works in.
type cores struct {
	format Format
	shape  shape
	more   chan struct{}
	desks  sync.Pool
	// failed is where the first subtree of those begins that could not be done.
	failed atomic.Uint64
}

// desk is what a goroutine works in: a run, or a group, and its encoding.
type desk struct {
	levels                 levels
	tree, content, encoded []byte
}

func (f Format) cores(s shape) *cores {
	c := &cores{
		format: f, shape: s, more: make(chan struct{}, runtime.GOMAXPROCS(0)-1),
		desks: sync.Pool{New: func() any { return new(desk) }},
	}
	c.failed.Store(math.MaxUint64)
	return c
}

// errLeft is of what is left undone, for something before it has failed. That is on the left
// of this somewhere above, so both tells its error and not this one.
var errLeft = errors.New("bao: something before it has failed")

// unless does what is to be done for a subtree, unless one on its left has failed. What lies
// on the left of a failure is done all the same, for it may fail, too: the error that is told
// is the first in the message, whichever was met first.
func (c *cores) unless(sub subtree, do func() error) error {
	if c.failed.Load() < sub.start {
		return errLeft
	}
	err := do()
	for at := c.failed.Load(); err != nil && sub.start < at; at = c.failed.Load() {
		// The parents note it again, when all that is under them has ended: what they leave
		// undone lies behind the failure, too.
		c.failed.CompareAndSwap(at, sub.start)
	}
	return err
}

// both does two things, at once if there is a core for one of them. Where both fail, the
// error is the first one's.
func (c *cores) both(one, other func() error) error {
	select {
	case c.more <- struct{}{}:
		var first error
		var wait sync.WaitGroup
		wait.Go(func() {
			first = one()
			<-c.more
		})
		second := other()
		wait.Wait()
		if first != nil {
			return first
		}
		return second
	default:
		if err := one(); err != nil {
			return err
		}
		return other()
	}
}

// EncodeParallel encodes a message of n bytes into dst, from its position 0 on, on all
// cores, and says what the hash is. Each byte is written once, in no order; before it
// succeeds, dst has no encoding. It works in less than a MiB for each core, or a few
// times a chunk group. A message of another length is an [*Error]. After an error the rest
// of the message is read no further than the other cores have come.
func (f Format) EncodeParallel(dst io.WriterAt, layout Layout, message io.ReaderAt, n uint64) (Hash, error) {
	s, err := f.shape(n)
	if err != nil {
		return Hash{}, err
	}
	e := &encoding{f.cores(s), dst, layout, message}
	if err := e.put(0, binary.LittleEndian.AppendUint64(nil, n)); err != nil {
		return Hash{}, err
	}
	var hash Hash
	if err := e.node(s.root(), (*[cvLen]byte)(&hash)); err != nil {
		return Hash{}, err
	}
	return hash, ends(message, n)
}

// encoding is one that is made on all cores.
type encoding struct {
	*cores
	dst     io.WriterAt
	layout  Layout
	message io.ReaderAt
}

func (e *encoding) put(offset uint64, bytes []byte) error {
	if len(bytes) == 0 {
		return nil
	}
	_, err := e.dst.WriteAt(bytes, int64(offset))
	return err
}

// node encodes a subtree, and says what it is known by.
func (e *encoding) node(sub subtree, value *[cvLen]byte) error {
	return e.unless(sub, func() error { return e.encode(sub, value) })
}

func (e *encoding) encode(sub subtree, value *[cvLen]byte) error {
	offset := e.layout.offset(e.shape, sub)
	if sub.n <= e.format.runBytes() {
		d := e.desks.Get().(*desk)
		defer e.desks.Put(d)
		content, err := e.content(d, sub)
		if err != nil {
			return err
		}
		out := room(&d.encoded, int(e.layout.len(e.shape, sub)))
		*value = e.format.run(&d.levels, e.layout, e.shape, sub, content, out)
		return e.put(offset, out)
	}
	left, right := sub.children()
	var both [2][cvLen]byte
	err := e.both(
		func() error { return e.node(left, &both[0]) },
		func() error { return e.node(right, &both[1]) },
	)
	if err != nil {
		return err
	}
	var parent [parentLen]byte
	copy(parent[:], both[0][:])
	copy(parent[cvLen:], both[1][:])
	*value = parentValue(e.format.modeOf(), &parent, e.shape.isRoot(sub))
	return e.put(offset, parent[:])
}

// content is the bytes of the message under a subtree, all of them.
func (e *encoding) content(d *desk, sub subtree) ([]byte, error) {
	content := room(&d.content, int(sub.n))
	k, err := readAt(e.message, sub.start, content)
	if err == nil && k < len(content) {
		err = &Error{Kind: MessageTruncated, Offset: sub.start + uint64(k)}
	}
	return content, err
}

// ends says whether a message ends after n bytes.
func ends(message io.ReaderAt, n uint64) error {
	k, err := readAt(message, n, make([]byte, 1))
	if err == nil && k > 0 {
		err = &Error{Kind: MessageTooLong, Offset: n}
	}
	return err
}

// VerifyParallel holds a message to its outboard encoding on all cores. Where something is
// wrong, it is what comes first in the message, an [*Error], and what comes after it is read
// no further than the other cores have come.
func (f Format) VerifyParallel(hash Hash, outboard, message io.ReaderAt) error {
	n, err := f.decodeParallel(hash, &apart{outboard: outboard}, func() random {
		return &apart{outboard: outboard, message: message}
	}, nil)
	if err != nil {
		return err
	}
	return ends(message, n)
}

// DecodeParallel writes the message of a combined encoding to dst on all cores, and says
// how long it is. Only verified bytes are written, each once, in no order: where it fails,
// there may be gaps, and what comes after is read no further than the other cores have come.
// It works in less than a MiB for each core, or a few times a chunk group.
func (f Format) DecodeParallel(dst io.WriterAt, hash Hash, encoding io.ReaderAt) (uint64, error) {
	open := func() random { return &combined{encoding: encoding} }
	return f.decodeParallel(hash, open(), open, dst)
}

func (f Format) decodeParallel(hash Hash, first source, open func() random, dst io.WriterAt) (uint64, error) {
	var length [headerLen]byte
	if _, _, err := first.read(&header, length[:], nil); err != nil {
		return 0, err
	}
	s, err := f.shape(binary.LittleEndian.Uint64(length[:]))
	if err != nil {
		return 0, err
	}
	d := &decoding{f.cores(s), dst, sync.Pool{New: func() any { return open() }}}
	return s.n, d.node(&node{s.root(), hash})
}

// decoding is one on all cores.
type decoding struct {
	*cores
	// dst is none where it is verified only.
	dst     io.WriterAt
	sources sync.Pool
}

// node verifies a subtree.
func (d *decoding) node(n *node) error {
	return d.unless(n.sub, func() error { return d.verify(n) })
}

func (d *decoding) verify(n *node) error {
	p := piece{run: n.sub.n <= d.format.runBytes(), shape: d.shape, sub: n.sub}
	if p.run {
		return d.run(&p, n)
	}
	var parent [parentLen]byte
	source := d.sources.Get().(random)
	_, _, err := source.read(&p, parent[:], nil)
	d.sources.Put(source)
	if err != nil {
		return err
	}
	if err := checkParent(d.format.modeOf(), d.shape, n, &parent); err != nil {
		return err
	}
	left, right := n.sub.children()
	return d.both(
		func() error { return d.node(&node{left, [cvLen]byte(parent[:cvLen])}) },
		func() error { return d.node(&node{right, [cvLen]byte(parent[cvLen:])}) },
	)
}

func (d *decoding) run(p *piece, n *node) error {
	desk := d.desks.Get().(*desk)
	defer d.desks.Put(desk)
	source := d.sources.Get().(random)
	defer d.sources.Put(source)
	tree, content := room(&desk.tree, p.treeLen()), room(&desk.content, p.contentLen())
	ntree, ncontent, ended := source.read(p, tree, content)
	if ended != nil && kindOf(ended) == 0 {
		return ended
	}
	r := run{d.format.modeOf(), d.shape, n}
	_, err := r.check(&desk.levels, tree[:ntree], content[:ncontent])
	if kind := kindOf(err); kind == Truncated || kind == MessageTruncated {
		return ended
	}
	if err != nil || d.dst == nil || len(content) == 0 {
		return err
	}
	_, err = d.dst.WriteAt(content, int64(n.sub.start))
	return err
}
