package blake2b

import (
	"hash"

	"github.com/lanesum/lanesum/go/internal/blake2"
)

// digest is a message in pieces.
type digest struct{ blake2.Digest }

var _ hash.Cloner = (*digest)(nil)

func open(f *blake2.Function) hash.Hash {
	d := new(digest)
	f.Open(&d.Digest)
	return d
}

// told is the one message of a function: they are allocated together.
type told struct {
	digest
	f blake2.Function
}

// New begins a message of a function with some parameters.
func New(p blake2.Params) (hash.Hash, error) {
	if !Available || len(p.Key) == 0 {
		f, err := Variant.New(p)
		if err != nil {
			return nil, err
		}
		return f.New(), nil
	}
	t := new(told)
	if err := Variant.Tell(&t.f, p); err != nil {
		return nil, err
	}
	t.f.Open(&t.Digest)
	return &t.digest, nil
}

// Sum appends the digest of the message so far.
func (d *digest) Sum(b []byte) []byte {
	var end blake2.State
	add(d.Last(&end))
	return d.Append(b, &end)
}

// Clone is another hash of the same message so far.
func (d *digest) Clone() (hash.Cloner, error) {
	clone := *d
	return &clone, nil
}
