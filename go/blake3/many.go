package blake3

import (
	"errors"

	blob "github.com/lanesum/lanesum/go/internal/blob/blake3"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/many"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// Many hashes many messages of any lengths, their chunks and parents in the lanes
// together, on this core. Digest i is at out[i*Size:]. It panics where out is not
// len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	all(&pure.Plain, messages, out)
}

// ManyKeyed is Many with a key of 32 bytes.
func ManyKeyed(key []byte, messages [][]byte, out []byte) error {
	if len(key) != KeySize {
		return errors.New("blake3: invalid key size")
	}
	var mode pure.Mode
	tree.SetKey(&mode, (*[KeySize]byte)(key), pure.KeyedHash)
	many.Check(len(messages), Size, out)
	all(&mode, messages, out)
	return nil
}

// Many hashes many messages with h's key or context, whatever was written to h: size bytes
// of the output of each, from byte seek on. Those of message i are at out[i*size:]. It
// panics where out is not len(messages)*size bytes long.
//
// Messages share lanes where the first 32 bytes are enough.
func (h *Hasher) Many(messages [][]byte, size int, seek uint64, out []byte) {
	many.Check(len(messages), size, out)
	switch {
	case seek == 0 && size == Size:
		all(&h.mode, messages, out)
	case seek == 0 && size < Size:
		for len(messages) > 0 {
			var sums [engine.Batch * Size]byte
			now := messages[:min(len(messages), engine.Batch)]
			all(&h.mode, now, sums[:len(now)*Size])
			for i := range now {
				copy(out[i*size:(i+1)*size], sums[i*Size:])
			}
			messages, out = messages[len(now):], out[len(now)*size:]
		}
	default:
		for i, message := range messages {
			var r pure.Root
			long(&r, &h.mode, message)
			tree.Output(&r, seek, out[i*size:(i+1)*size])
		}
	}
}

func all(m *pure.Mode, messages [][]byte, out []byte) {
	first := 0
	for i, message := range messages {
		if blob.Available && len(message) < tree.ManyLen {
			continue
		}
		short(m, messages[first:i], out[first*Size:])
		var r pure.Root
		long(&r, m, message)
		tree.Output(&r, 0, out[i*Size:][:Size])
		first = i + 1
	}
	short(m, messages[first:], out[first*Size:])
}

// short hashes messages that are shorter than tree.ManyLen.
func short(m *pure.Mode, messages [][]byte, out []byte) {
	switch len(messages) {
	case 0:
	case 1:
		sum := tree.Hash(m, messages[0])
		copy(out, sum[:])
	default:
		tree.Many(m, messages, out[:len(messages)*Size])
	}
}
