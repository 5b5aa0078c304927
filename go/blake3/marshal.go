package blake3

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"github.com/lanesum/lanesum/go/internal/tree"
)

// magic begins an encoded state. The key, the flags, how many bytes are in subtrees, how
// many subtrees there are, their chaining values, and what follows them come next.
const magic = "bl3\x01"

// The bytes before the chaining values.
const encodedHead = len(magic) + 32 + 4 + 8 + 1

// MarshalBinary encodes the message so far, and the key: keep it as safe as that.
func (h *Hasher) MarshalBinary() ([]byte, error) {
	return h.AppendBinary(make([]byte, 0, encodedHead+32*(h.nstack+h.count())+h.nheld))
}

// AppendBinary appends what MarshalBinary encodes.
func (h *Hasher) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	for _, w := range h.mode.Key {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	b = binary.LittleEndian.AppendUint32(b, h.mode.Flags)
	b = binary.LittleEndian.AppendUint64(b, h.done)
	var room [stackLen][32]byte
	subtrees := h.subtrees(&room)
	b = append(b, byte(len(subtrees)))
	for i := range subtrees {
		b = append(b, subtrees[i][:]...)
	}
	return append(b, h.held[:h.nheld]...), nil
}

// UnmarshalBinary takes a message, its mode and its key as MarshalBinary encodes them.
func (h *Hasher) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("blake3: invalid hash state identifier")
	}
	if len(b) < encodedHead {
		return errors.New("blake3: invalid hash state size")
	}
	var new Hasher
	b = b[len(magic):]
	for i := range new.mode.Key {
		new.mode.Key[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	new.mode.Flags = binary.LittleEndian.Uint32(b[32:])
	new.done = binary.LittleEndian.Uint64(b[36:])
	new.nstack = int(b[44])
	b = b[45:]
	if new.nstack > stackLen || len(b) < 32*new.nstack || len(b)-32*new.nstack > heldLen {
		return errors.New("blake3: invalid hash state size")
	}
	for i := range new.nstack {
		b = b[copy(new.stack[i][:], b):]
	}
	new.nheld = copy(new.held[:], b)
	if !new.valid() {
		return errors.New("blake3: invalid hash state")
	}
	*h = new
	return nil
}

// valid says whether there is a message that Write leaves this of.
func (h *Hasher) valid() bool {
	chunks := h.done / tree.ChunkLen
	least := bits.OnesCount64(chunks)
	most := least
	if h.nheld == 0 && chunks > 0 {
		// The last two subtrees may be the halves of the root: those before them are merged
		// as far as goes without the last one.
		least, most = least+1, least+bits.TrailingZeros64(chunks)
	}
	// No message has 2^64 bytes: the count would begin again.
	return h.mode.Flags&^(7<<4) == 0 && h.done%tree.ChunkLen == 0 && least <= h.nstack && h.nstack <= most &&
		h.nheld <= h.largest(heldLen) && uint64(h.nheld) <= math.MaxUint64-h.done
}
