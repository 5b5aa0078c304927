package bao

import "io"

// Reader reads the verified bytes of an encoding that comes as a stream.
//
// No byte is read from it that is not verified, and it ends, or fails with an [*Error],
// where the next byte is wrong or missing: what was read before is true. Its end is that
// of the message, or of the ranges, and verified like a byte. After another error of the
// input, it may be read on.
type Reader struct {
	reading reading
}

// NewReader is the message of a combined encoding.
func (f Format) NewReader(hash Hash, encoding io.Reader) *Reader {
	return f.NewSliceReader(hash, encoding, Everything)
}

// NewSliceReader is the bytes of some ranges, in ascending order, from the slice that was
// made for the same ranges.
func (f Format) NewSliceReader(hash Hash, slice io.Reader, ranges ...Range) *Reader {
	return f.reader(hash, &stream{input: slice}, ranges...)
}

// NewOutboardReader is a message beside its outboard encoding.
func (f Format) NewOutboardReader(hash Hash, outboard, message io.Reader) *Reader {
	return f.reader(hash, &streams{stream{input: outboard}, stream{input: message}}, Everything)
}

func (f Format) reader(hash Hash, source source, ranges ...Range) *Reader {
	r := &Reader{reading: reading{source: source}}
	r.reading.restart(f, hash, Chunk, ranges...)
	return r
}

// Read reads the next verified bytes.
func (r *Reader) Read(p []byte) (int, error) {
	n, _, err := r.reading.read(p)
	return n, err
}

// WriteTo writes all verified bytes to w, without a copy. What w does not take is still to
// be read.
func (r *Reader) WriteTo(w io.Writer) (int64, error) {
	n, _, err := r.reading.writeTo(w)
	return n, err
}

// Verify verifies what is not yet read, without giving it out.
func (r *Reader) Verify() error { return r.reading.verify() }

// read reads the next bytes, and says where in the message they end.
func (r *reading) read(p []byte) (int, uint64, error) {
	if len(p) == 0 {
		return 0, 0, nil
	}
	for {
		if bytes := r.next(); len(bytes) > 0 {
			n := copy(p, bytes)
			return n, r.pass(n), nil
		}
		if more, err := r.advance(); err != nil {
			return 0, 0, err
		} else if !more {
			return 0, 0, io.EOF
		}
	}
}

// writeTo writes all bytes, and says where in the message those end that w has taken.
func (r *reading) writeTo(w io.Writer) (n int64, end uint64, err error) {
	for {
		for {
			bytes := r.next()
			if len(bytes) == 0 {
				break
			}
			k, err := w.Write(bytes)
			if k < 0 || k > len(bytes) {
				return n, end, errWritten
			}
			n += int64(k)
			end = r.pass(k)
			if err == nil && k < len(bytes) {
				err = io.ErrShortWrite
			}
			if err != nil {
				return n, end, err
			}
		}
		if more, err := r.advance(); !more || err != nil {
			return n, end, err
		}
	}
}
