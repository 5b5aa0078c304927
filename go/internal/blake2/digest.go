package blake2

import (
	"encoding"
	"fmt"
	"hash"
)

// digest is a message in pieces: x/crypto's, and what it lacks.
type digest struct {
	hash.Hash
	f *Function
}

var (
	_ hash.Cloner                = (*digest)(nil)
	_ encoding.BinaryAppender    = (*digest)(nil)
	_ encoding.BinaryMarshaler   = (*digest)(nil)
	_ encoding.BinaryUnmarshaler = (*digest)(nil)
)

// Reset begins another message, with the same parameters.
func (d *digest) Reset() {
	if d.f.start != nil {
		d.begin()
	} else {
		d.Hash.Reset()
	}
}

// MarshalBinary encodes the message so far as x/crypto does, without a salt and a
// personalisation. A hash with a key cannot be: the state is as secret as that.
func (d *digest) MarshalBinary() ([]byte, error) {
	if len(d.f.params.Key) > 0 {
		return nil, fmt.Errorf("%s: a hash with a key cannot be marshalled", d.f.variant.Name)
	}
	return d.state()
}

func (d *digest) state() ([]byte, error) { return d.Hash.(encoding.BinaryMarshaler).MarshalBinary() }

// AppendBinary appends what MarshalBinary encodes.
func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	state, err := d.MarshalBinary()
	return append(b, state...), err
}

// UnmarshalBinary takes a message as MarshalBinary encodes it, and the length of its
// digest.
func (d *digest) UnmarshalBinary(b []byte) error {
	v, f := d.f.variant, d.f
	if head := len(v.Magic) + 10*v.Word; len(b) == head+1+v.Block()+1 {
		size, held := int(b[head]), int(b[len(b)-1])
		if size == 0 || size > v.Size() || held > v.Block() {
			return fmt.Errorf("%s: invalid hash state", v.Name)
		}
		if size != f.params.Size {
			p := f.params
			p.Size = size
			f = v.Must(p)
		}
	}
	if err := d.Hash.(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
		return err
	}
	d.f = f
	return nil
}

// Clone is another hash of the same message so far.
func (d *digest) Clone() (hash.Cloner, error) {
	state, err := d.state()
	if err != nil {
		return nil, err
	}
	clone := &digest{d.f.variant.Plain(), d.f}
	return clone, clone.Hash.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
}
