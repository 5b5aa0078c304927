package blake3

import (
	"errors"
	"io"

	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// Digest reads the extended output of a message, 2^64 bytes, of which the first 32 are
// the hash. Any part of it costs the same.
type Digest struct {
	root pure.Root
	at   uint64
}

// Read fills p with the next bytes. It never fails; behind the last byte is the first.
func (d *Digest) Read(p []byte) (int, error) {
	tree.Output(&d.root, d.at, p)
	d.at += uint64(len(p))
	return len(p), nil
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
	d.at = at
	return int64(at), nil
}
