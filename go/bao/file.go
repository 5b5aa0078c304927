package bao

import (
	"errors"
	"io"
	"math"
	"sync"
)

// File is a message that is verified where it is read: a whole encoding, read at
// positions. It is an io.Reader, io.WriterTo, io.Seeker and io.ReaderAt.
//
// What is promised of [Reader] is promised of it. Where the message ends is verified
// before it is told: in reading to the end or past it, in seeking from it, and by Size.
// ReadAt and Size may be called by several goroutines at a time, as far as the input's
// ReadAt may, whatever else is done; a call reads the parents on the way down.
type File struct {
	format   Format
	hash     Hash
	source   func() random
	reading  reading
	position uint64
	// readings are those of calls of ReadAt, of which none is going on.
	readings sync.Pool
}

// Open is the message of a combined encoding.
func (f Format) Open(hash Hash, encoding io.ReaderAt) *File {
	return f.open(hash, func() random { return &combined{encoding: encoding} })
}

// OpenOutboard is a message beside its outboard encoding.
func (f Format) OpenOutboard(hash Hash, outboard, message io.ReaderAt) *File {
	return f.open(hash, func() random { return &apart{outboard: outboard, message: message} })
}

func (f Format) open(hash Hash, source func() random) *File {
	file := &File{format: f, hash: hash, source: source, reading: reading{source: source()}}
	file.readings.New = func() any { return &reading{source: source()} }
	file.reading.restart(f, hash, f.group, Everything)
	return file
}

// Hash is that of the message.
func (f *File) Hash() Hash { return f.hash }

// Read reads the next verified bytes.
func (f *File) Read(p []byte) (int, error) {
	n, end, err := f.reading.read(p)
	if n > 0 {
		f.position = end
	}
	return n, err
}

// WriteTo writes all bytes from here on to w, without a copy. What w does not take is
// still to be read.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	n, end, err := f.reading.writeTo(w)
	if n > 0 {
		f.position = end
	}
	return n, err
}

// ReadAt reads verified bytes at a position. It says io.EOF only where the end is
// verified.
func (f *File) ReadAt(p []byte, offset int64) (n int, err error) {
	if offset < 0 {
		return 0, errNegative
	}
	if len(p) == 0 {
		return 0, nil
	}
	r := f.readings.Get().(*reading)
	defer f.readings.Put(r)
	r.restart(f.format, f.hash, f.format.group, From(uint64(offset), uint64(len(p))))
	for n < len(p) {
		k, _, err := r.read(p[n:])
		n += k
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Size is the length of the message, after its last byte is verified.
func (f *File) Size() (int64, error) {
	r := f.readings.Get().(*reading)
	defer f.readings.Put(r)
	r.restart(f.format, f.hash, f.format.group, Range{Everything.End, Everything.End})
	if err := r.verify(); err != nil {
		return 0, err
	}
	return int64(r.decoder.claimed()), nil
}

// Verify verifies the whole message, without giving it out, whatever was read of it.
func (f *File) Verify() error {
	r := f.readings.Get().(*reading)
	defer f.readings.Put(r)
	r.restart(f.format, f.hash, f.format.group, Everything)
	return r.verify()
}

// Seek goes on at another place, which may lie past the end.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	var base int64
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		base = int64(f.position)
	case io.SeekEnd:
		size, err := f.Size()
		if err != nil {
			return 0, err
		}
		base = size
	default:
		return 0, errors.New("bao: invalid whence")
	}
	if offset > math.MaxInt64-base {
		return 0, errors.New("bao: no message is that long")
	}
	at := base + offset
	if at < 0 {
		return 0, errNegative
	}
	f.position = uint64(at)
	f.reading.restart(f.format, f.hash, f.format.group, Range{f.position, Everything.End})
	return at, nil
}

var errNegative = errors.New("bao: a position before the start")
