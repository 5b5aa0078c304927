package bao

import "io"

// windowLen is how much is read where a parent is, which has 64 bytes: to ask a file for
// it costs as much. The left child of a parent lies right behind it, so a walk down to any
// place finds half of the parents in what was read for the one before.
const windowLen = 512

// window is what was read where a parent is, for those that a walk comes to next. It is
// forgotten with each piece that is no parent: whoever waits between two reads, until more
// of the encoding is there, gets what is there then.
type window struct {
	bytes [windowLen]byte
	start uint64
	n     int
}

// read fills nodes with those of a piece, or the length, which begin at offset, and says
// how many bytes of them there are.
func (w *window) read(r io.ReaderAt, p *piece, offset uint64, nodes []byte) (int, error) {
	if p.header {
		w.n = 0
	}
	if p.run {
		defer w.forget()
	}
	if len(nodes) == 0 || len(nodes) > windowLen {
		return readAt(r, offset, nodes)
	}
	if offset < w.start || offset+uint64(len(nodes)) > w.start+uint64(w.n) {
		w.n = 0
		n, _ := readAt(r, offset, w.bytes[:])
		if n < len(nodes) {
			// Nothing else may be there, or be readable.
			return readAt(r, offset, nodes)
		}
		w.start, w.n = offset, n
	}
	return copy(nodes, w.bytes[offset-w.start:w.n]), nil
}

func (w *window) forget() { w.n = 0 }
