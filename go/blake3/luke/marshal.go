package blake3

import (
	"encoding/binary"
	"errors"
	"hash"
	"math"
)

// magic begins an encoded state. The bytes of the digest come next, then what package
// go/blake3 encodes.
const magic = "blk\x01"

// maxSize is the most bytes of a digest that an encoded state says: what an int counts on
// every platform. A state may come from anywhere, and Sum makes room for as many.
const maxSize = math.MaxInt32

var errSize = errors.New("blake3: invalid hash state size")

// Clone is another hasher of the same message so far, which cannot fail.
func (h *Hasher) Clone() (hash.Cloner, error) {
	c := *h
	return &c, nil
}

// MarshalBinary encodes the message so far, and the key: keep it as safe as that. It fails
// where the digest has 2^31 bytes or more, or less than none.
func (h *Hasher) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

// AppendBinary appends what MarshalBinary encodes.
func (h *Hasher) AppendBinary(b []byte) ([]byte, error) {
	if h.size < 0 || h.size > maxSize {
		return nil, errSize
	}
	b = binary.LittleEndian.AppendUint64(append(b, magic...), uint64(h.size))
	return h.h.AppendBinary(b)
}

// UnmarshalBinary takes a message, its key and the digest's size as MarshalBinary encodes
// them. Where it fails, the hasher is what it was.
func (h *Hasher) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic)+8 || string(b[:len(magic)]) != magic {
		return errors.New("blake3: invalid hash state identifier")
	}
	size := binary.LittleEndian.Uint64(b[len(magic):])
	if size > maxSize {
		return errSize
	}
	if err := h.h.UnmarshalBinary(b[len(magic)+8:]); err != nil {
		return err
	}
	h.size = int(size)
	return nil
}
