package blake3

import (
	"errors"
	"io"
	"math"

	"github.com/lanesum/lanesum/go/blake3"
)

// OutputReader reads the output of a message: 2^64 - 1 bytes. It may be copied by value.
type OutputReader struct {
	digest blake3.Digest
	at     uint64
}

// Read fills p with the next bytes, as far as there are some.
func (o *OutputReader) Read(p []byte) (int, error) {
	if o.at == math.MaxUint64 {
		return 0, io.EOF
	}
	if rest := math.MaxUint64 - o.at; uint64(len(p)) > rest {
		p = p[:rest]
	}
	n, err := o.digest.Read(p)
	o.at += uint64(n)
	return n, err
}

// Seek goes on at another place. The end is at 2^64 - 1. From 2^63 on, the place that it
// says is that less 2^64.
func (o *OutputReader) Seek(offset int64, whence int) (int64, error) {
	at := o.at
	switch whence {
	case io.SeekStart:
		at = 0
	case io.SeekCurrent:
	case io.SeekEnd:
		at = math.MaxUint64
	default:
		return 0, errors.New("blake3: invalid whence")
	}
	switch {
	case offset < 0 && at < -uint64(offset):
		return 0, errors.New("blake3: seek before the start")
	case offset > 0 && at > math.MaxUint64-uint64(offset):
		return 0, errors.New("blake3: seek past the end")
	}
	o.at = at + uint64(offset)
	// Both halves are numbers that the digest's Seek takes.
	half := o.at >> 1
	if _, err := o.digest.Seek(int64(half), io.SeekStart); err != nil {
		return 0, err
	}
	if rest := o.at - half; rest <= math.MaxInt64 {
		if _, err := o.digest.Seek(int64(rest), io.SeekCurrent); err != nil {
			return 0, err
		}
	}
	return int64(o.at), nil
}
