package blake2

import (
	"encoding"
	"io"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/intake"
)

// Digest is a message in pieces, but for what each variant has of its own.
type Digest struct {
	State
	f *Function
}

var (
	_ encoding.BinaryAppender    = (*Digest)(nil)
	_ encoding.BinaryMarshaler   = (*Digest)(nil)
	_ encoding.BinaryUnmarshaler = (*Digest)(nil)
)

// Open begins a message in pieces, where there is code for it.
func (f *Function) Open(d *Digest) {
	d.f = f
	d.Reset()
}

// Size is the bytes of the digest.
func (d *Digest) Size() int { return d.f.size }

// BlockSize is the bytes of a block.
func (d *Digest) BlockSize() int { return d.f.variant.Block() }

// Reset begins another message, with the same parameters.
func (d *Digest) Reset() { d.f.Begin(&d.State) }

// Write adds a piece. It never fails.
func (d *Digest) Write(p []byte) (int, error) {
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

// ReadFrom adds all that a reader has. io.Copy calls it.
func (d *Digest) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(d, r) }

// Last is what to add last, and to which state: in end, which is zeros before, for the message may
// go on. It is for a variant to add it, which calls its code by its name: so that end need not
// lie on the heap.
func (d *Digest) Last(end *State) (*engine.State, []byte) {
	end.state = d.state
	return d.f.variant.Last(end, d.held[:d.n])
}

// Append appends the digest of a message that has ended.
func (d *Digest) Append(b []byte, end *State) []byte {
	return append(b, d.f.variant.Digest(end)[:d.Size()]...)
}

// MarshalBinary encodes the message so far as x/crypto does, without a salt and a
// personalisation. A hash with a key cannot be: the state is as secret as that.
func (d *Digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

// AppendBinary appends what MarshalBinary encodes.
func (d *Digest) AppendBinary(b []byte) ([]byte, error) {
	if err := d.f.marshals(); err != nil {
		return b, err
	}
	return d.f.variant.encode(b, &d.State, d.Size()), nil
}

// UnmarshalBinary takes a message as MarshalBinary encodes it, and the length of its
// digest.
func (d *Digest) UnmarshalBinary(b []byte) error {
	state, size, err := d.f.variant.decode(b)
	if err == nil {
		d.State, d.f = state, d.f.sized(size)
	}
	return err
}
