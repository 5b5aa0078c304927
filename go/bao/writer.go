package bao

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
)

// Writer encodes a message of unknown length into a file, from its position 0 on.
//
// In pre-order, what comes before the first byte of the message depends on its length. So
// the encoding is written in post-order, and turned into pre-order in place by Close. Of
// an outboard encoding that is the tree, and the message is never written. A combined one
// is moved with the bytes of the message in it: where the length is known,
// [Format.EncodeTo] saves that. It works in less than 2 MiB, or a few times a chunk group.
type Writer struct {
	format Format
	layout Layout
	dst    io.ReadWriteSeeker
	at     seeking
	// held are bytes that may be the last ones.
	held []byte
	// n is the bytes in runs, and end the bytes written.
	n, end uint64
	// tops are the chaining values of whole subtrees, each with twice the runs of the
	// next, or more.
	tops   [][cvLen]byte
	levels levels
	buffer []byte
	hash   Hash
	closed bool
	failed error
}

// NewWriter begins a message. The file has an encoding after Close has succeeded.
func (f Format) NewWriter(dst io.ReadWriteSeeker, layout Layout) *Writer {
	return &Writer{format: f, layout: layout, dst: dst, at: seeking{seeker: dst}}
}

// Write adds a piece to the message.
func (w *Writer) Write(p []byte) (n int, err error) {
	if w.closed {
		return 0, errors.New("bao: a message that was ended goes on")
	}
	size := int(w.format.runBytes())
	for len(p) > 0 {
		if w.failed != nil {
			return n, w.failed
		}
		if len(w.held) == size {
			w.failed = w.push()
			continue
		}
		if w.held == nil {
			w.held = make([]byte, 0, size)
		}
		k := min(size-len(w.held), len(p))
		w.held = append(w.held, p[:k]...)
		n, p = n+k, p[k:]
	}
	return n, nil
}

// Close ends the message, and puts its encoding in place. A second call does nothing.
func (w *Writer) Close() error {
	if !w.closed {
		w.closed = true
		if w.failed == nil {
			w.failed = w.finish()
		}
	}
	return w.failed
}

// Hash is that of the message, after Close has succeeded, and zeros before.
func (w *Writer) Hash() Hash { return w.hash }

// push writes the run that is held, after which another one follows, and the parents that
// it is the end of the right child of.
func (w *Writer) push() error {
	known, err := w.run(false)
	if err != nil {
		return err
	}
	// As many whole subtrees as the number of runs has ones in binary.
	whole := bits.OnesCount64(w.n / w.format.runBytes())
	for len(w.tops) >= whole {
		if known, err = w.parent(known, false); err != nil {
			return err
		}
	}
	w.tops = append(w.tops, known)
	return nil
}

func (w *Writer) run(isRoot bool) (value [cvLen]byte, err error) {
	sub := subtree{w.n, uint64(len(w.held))}
	// The run is the root of a message of these bytes, and of no longer one.
	s, err := w.format.shape(sub.end())
	if err != nil {
		return value, err
	}
	if !isRoot {
		s.n++
	}
	out := room(&w.buffer, int(w.layout.len(s, sub)))
	value = w.format.run(&w.levels, w.layout, s, sub, w.held, out)
	w.n, w.held = sub.end(), w.held[:0]
	return value, w.write(out)
}

// parent writes the parent of the last whole subtree and what follows it.
func (w *Writer) parent(right [cvLen]byte, isRoot bool) (value [cvLen]byte, err error) {
	var both [parentLen]byte
	last := len(w.tops) - 1
	copy(both[:], w.tops[last][:])
	copy(both[cvLen:], right[:])
	w.tops = w.tops[:last]
	return parentValue(w.format.modeOf(), &both, isRoot), w.write(both[:])
}

func (w *Writer) write(bytes []byte) error {
	if len(bytes) == 0 {
		return nil
	}
	err := w.at.write(w.dst, w.end, bytes)
	w.end += uint64(len(bytes))
	return err
}

func (w *Writer) finish() error {
	known, err := w.run(len(w.tops) == 0)
	for err == nil && len(w.tops) > 0 {
		known, err = w.parent(known, len(w.tops) == 1)
	}
	if err != nil {
		return err
	}
	s, err := w.format.shape(w.n)
	if err != nil {
		return err
	}
	if err := w.flip(s, s.root()); err != nil {
		return err
	}
	if err := w.at.write(w.dst, 0, binary.LittleEndian.AppendUint64(nil, s.n)); err != nil {
		return err
	}
	if _, err := w.dst.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	w.hash = known
	return nil
}

// flip turns post-order into pre-order, from the end on.
//
// What is not yet read are the subtrees on the left of the one that is written, and
// before that come those, its ancestors and the length: nothing is written over that is
// not read.
func (w *Writer) flip(s shape, sub subtree) error {
	offset := w.layout.offset(s, sub)
	if sub.n <= w.format.runBytes() {
		encoded := room(&w.buffer, int(w.layout.len(s, sub)))
		if err := w.unread(encoded); err != nil || len(encoded) == 0 {
			return err
		}
		return w.at.write(w.dst, offset, encoded)
	}
	var parent [parentLen]byte
	if err := w.unread(parent[:]); err != nil {
		return err
	}
	left, right := sub.children()
	if err := w.flip(s, right); err != nil {
		return err
	}
	if err := w.flip(s, left); err != nil {
		return err
	}
	return w.at.write(w.dst, offset, parent[:])
}

// unread reads the last bytes that are not yet read.
func (w *Writer) unread(bytes []byte) error {
	w.end -= uint64(len(bytes))
	if len(bytes) == 0 {
		return nil
	}
	return w.at.read(w.dst, w.end, bytes)
}
