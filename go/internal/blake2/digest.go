package blake2

import (
	"encoding"
	"hash"
	"sync"
)

// digest is a message in pieces.
type digest struct {
	State
	f *Function
}

var (
	_ hash.Cloner                = (*digest)(nil)
	_ encoding.BinaryAppender    = (*digest)(nil)
	_ encoding.BinaryMarshaler   = (*digest)(nil)
	_ encoding.BinaryUnmarshaler = (*digest)(nil)
)

// Size is the bytes of the digest.
func (d *digest) Size() int { return d.f.params.Size }

// BlockSize is the bytes of a block.
func (d *digest) BlockSize() int { return d.f.variant.Block() }

// Reset begins another message, with the same parameters.
func (d *digest) Reset() { d.State = d.f.start }

// Write adds a piece. It never fails.
func (d *digest) Write(p []byte) (int, error) {
	v, left := d.f.variant, p
	if d.n > 0 {
		k := copy(d.held[d.n:v.Block()], left)
		d.n += k
		if left = left[k:]; len(left) == 0 {
			return len(p), nil
		}
		v.Add(v.open(&d.State), d.held[:v.Block()])
	}
	for len(left) > v.Block() {
		words, blocks := v.Next(&d.State, left)
		v.Add(words, blocks)
		left = left[len(blocks):]
	}
	d.n = copy(d.held[:], left)
	return len(p), nil
}

// ends are messages about to end. They lie on the heap, for a variant's code is called by a
// pointer, and are used again.
var ends = sync.Pool{New: func() any { return new(State) }}

// Sum appends the digest of the message so far.
func (d *digest) Sum(b []byte) []byte {
	var out [64]byte
	v, end := d.f.variant, ends.Get().(*State)
	*end = d.State
	v.Add(v.Last(end, d.held[:d.n]))
	v.Digest(end, out[:])
	ends.Put(end)
	return append(b, out[:d.Size()]...)
}

// MarshalBinary encodes the message so far as x/crypto does, without a salt and a
// personalisation. A hash with a key cannot be: the state is as secret as that.
func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

// AppendBinary appends what MarshalBinary encodes.
func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	if err := d.f.marshals(); err != nil {
		return b, err
	}
	return d.f.variant.encode(b, &d.State, d.Size()), nil
}

// UnmarshalBinary takes a message as MarshalBinary encodes it, and the length of its
// digest.
func (d *digest) UnmarshalBinary(b []byte) error {
	state, size, err := d.f.variant.decode(b)
	if err == nil {
		d.State, d.f = state, d.f.sized(size)
	}
	return err
}

// Clone is another hash of the same message so far.
func (d *digest) Clone() (hash.Cloner, error) {
	clone := *d
	return &clone, nil
}
