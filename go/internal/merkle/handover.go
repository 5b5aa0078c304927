package merkle

import (
	"encoding"
	"hash"
)

// handoverBytes is the least that is worth a handover: to take a state and to give it back costs as
// much as a block or two.
const handoverBytes = 4 << 10

// resumable is a hash that takes a state, and gives it back.
type resumable interface {
	hash.Hash
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// handover is a state on its way between the standard library and the kernels.
type handover struct {
	state   State
	encoded []byte
}

// take takes the state of a hash, and is false where that does not hand it over.
func (o *handover) take(from resumable) bool {
	var err error
	o.encoded, err = from.AppendBinary(o.encoded[:0])
	return err == nil && o.state.UnmarshalBinary(o.encoded) == nil
}

// give has a hash go on from the state, and is false where it does not: it is then as before.
func (o *handover) give(to resumable) bool {
	o.encoded, _ = o.state.AppendBinary(o.encoded[:0])
	return to.UnmarshalBinary(o.encoded) == nil
}
