package blake3

import (
	"errors"
	"io"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// Digest reads the extended output of a message, 2^64 bytes, of which the first 32 are
// the hash. Any part of it costs the same. It may be copied by value.
type Digest struct {
	root pure.Root
	at   uint64
	// short counts the short reads in a row, up to fewReads, from which on they read ahead.
	short int
	ahead *ahead
}

const (
	// aheadLen is how much output is made at once for short reads: one of ten bytes takes 14 ns so, and
	// 110 alone (Intel Emerald Rapids).
	aheadLen = 1 << 10
	// shortLen is the longest of those, and fewReads how many of them come before.
	shortLen = 512
	fewReads = 2
)

// ahead is output from start on, if it is filled.
type ahead struct {
	bytes  [aheadLen]byte
	start  uint64
	filled bool
	// of is where the only Digest lies that uses it: a copy of that leaves it alone. It is a number, for
	// no Digest could lie on a stack that it points to.
	of uintptr
}

// Read fills p with the next bytes. It never fails; behind the last byte is the first.
func (d *Digest) Read(p []byte) (int, error) {
	switch {
	case len(p) > shortLen:
		d.short = 0
	case d.short == fewReads:
		d.readAhead(p)
		return len(p), nil
	default:
		d.short++
	}
	tree.Output(&d.root, d.at, p)
	d.at += uint64(len(p))
	return len(p), nil
}

// readAhead is Read from what was made ahead.
func (d *Digest) readAhead(p []byte) {
	of := uintptr(unsafe.Pointer(d))
	if d.ahead == nil || d.ahead.of != of {
		d.ahead = &ahead{of: of}
	}
	for a := d.ahead; len(p) > 0; {
		if !a.filled || d.at-a.start >= aheadLen {
			a.start, a.filled = d.at&^(BlockSize-1), true
			tree.Output(&d.root, a.start, a.bytes[:])
		}
		k := copy(p, a.bytes[d.at-a.start:])
		d.at += uint64(k)
		p = p[k:]
	}
}

// Seek goes on at offset, from the start or from here. The end is nothing to seek from.
func (d *Digest) Seek(offset int64, whence int) (int64, error) {
	at := d.at
	switch whence {
	case io.SeekStart:
		at = uint64(offset)
		if offset < 0 {
			return 0, errors.New("blake3: seek before the start")
		}
	case io.SeekCurrent:
		at += uint64(offset)
		if offset < 0 && d.at < uint64(-offset) {
			return 0, errors.New("blake3: seek before the start")
		}
	case io.SeekEnd:
		return 0, errors.New("blake3: the end is nothing to seek from")
	default:
		return 0, errors.New("blake3: invalid whence")
	}
	d.at, d.short = at, 0
	return int64(at), nil
}
