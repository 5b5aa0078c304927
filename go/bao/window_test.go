package bao

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// arriving is a file that is written while it is read. What is not there yet is zeros, or
// an error.
type arriving struct {
	whole []byte
	there []bool
	fails bool
}

func newArriving(whole []byte, fails bool) *arriving {
	return &arriving{whole, make([]bool, len(whole)), fails}
}

func (a *arriving) arrive(offset uint64, n int) {
	for i := range a.there[offset:][:n] {
		a.there[int(offset)+i] = true
	}
}

func (a *arriving) ReadAt(p []byte, offset int64) (int, error) {
	at := min(int(offset), len(a.whole))
	n := copy(p, a.whole[at:])
	for i := range p[:n] {
		switch {
		case a.there[at+i]:
		case a.fails:
			return 0, errors.New("it is not there")
		default:
			p[i] = 0
		}
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// What is not there yet is not counted on, and what comes later is seen.
func TestArriving(t *testing.T) {
	for _, group := range []int{0, 4, 8, 10} {
		for _, fails := range []bool{false, true} {
			o := oneOf(3_000_005, group)
			combined, tree := newArriving(o.combined, fails), newArriving(o.outboard, fails)
			message := newArriving(o.message, fails)
			files := []*File{o.format.Open(o.hash, combined), o.format.OpenOutboard(o.hash, tree, message)}
			var d decoder
			d.begin(o.format, o.hash, o.format.group, []Range{Everything})
			for p, ok := d.next(); ok; p, ok = d.next() {
				nodes, content := make([]byte, p.treeLen()), make([]byte, p.contentLen())
				p.split(o.combined[p.encodedOffset():][:p.encodedLen()], nodes, content)
				if _, err := d.verify(nodes, content); err != nil {
					t.Fatal(err)
				}
				combined.arrive(p.encodedOffset(), p.encodedLen())
				tree.arrive(p.treeOffset(), p.treeLen())
				message.arrive(p.sub.start, p.contentLen())
				for _, f := range files {
					got := make([]byte, len(content))
					if _, err := io.ReadFull(f, got); err != nil || !bytes.Equal(got, content) {
						t.Fatalf("2^%d chunks, from %d on: %v", group, p.sub.start, err)
					}
				}
			}
		}
	}
}
