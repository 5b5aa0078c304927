package blake2

import (
	"encoding"
	"hash"
)

// elsewhere is a message in pieces where there is no code for it: x/crypto's, and what that lacks.
// It knows nothing of a salt or a personalisation, and of BLAKE2s only two lengths. But it takes a
// state, in its encoding, and goes on with it: so a message begins with the state that the
// parameters make.
type elsewhere struct {
	hash.Hash
	f *Function
}

var (
	_ hash.Cloner                = (*elsewhere)(nil)
	_ encoding.BinaryAppender    = (*elsewhere)(nil)
	_ encoding.BinaryMarshaler   = (*elsewhere)(nil)
	_ encoding.BinaryUnmarshaler = (*elsewhere)(nil)
)

// elsewhere begins a message.
func (f *Function) elsewhere() hash.Hash {
	d := &elsewhere{f.variant.Plain(), f}
	d.Reset()
	return d
}

// Reset begins another message, with the same parameters.
func (d *elsewhere) Reset() { d.set(d.f.encoded) }

// set goes on with an encoded state.
func (d *elsewhere) set(state []byte) {
	if err := d.Hash.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
		// It is an encoding of x/crypto's.
		panic(err)
	}
}

func (d *elsewhere) state() ([]byte, error) {
	return d.Hash.(encoding.BinaryMarshaler).MarshalBinary()
}

// MarshalBinary encodes the message so far as x/crypto does.
func (d *elsewhere) MarshalBinary() ([]byte, error) {
	if err := d.f.marshals(); err != nil {
		return nil, err
	}
	return d.state()
}

// AppendBinary appends what MarshalBinary encodes.
func (d *elsewhere) AppendBinary(b []byte) ([]byte, error) {
	state, err := d.MarshalBinary()
	return append(b, state...), err
}

// UnmarshalBinary takes a message as MarshalBinary encodes it, and the length of its
// digest.
func (d *elsewhere) UnmarshalBinary(b []byte) error {
	_, size, err := d.f.variant.decode(b)
	if err == nil {
		d.set(b)
		d.f = d.f.sized(size)
	}
	return err
}

// Clone is another hash of the same message so far.
func (d *elsewhere) Clone() (hash.Cloner, error) {
	state, err := d.state()
	if err != nil {
		return nil, err
	}
	clone := &elsewhere{d.f.variant.Plain(), d.f}
	clone.set(state)
	return clone, nil
}
