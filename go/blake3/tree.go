package blake3

import (
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/blake3"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// What a call of the code does, as crates/go-blob/src/job.rs reads it.
const (
	callHash     = 3
	callChildren = 4
	callSubtree  = 5
	callParent   = 6
	callRoot     = 7
	callOutput   = 8
)

const (
	chunkLen = pure.Chunk
	// callLen is the most bytes that a call hashes, which cannot be preempted meanwhile:
	// some 30 microseconds where there are lanes, and what is a subtree.
	callLen = 64 << 10
)

func pointer(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// hashOf is the hash of a message of at most callLen bytes.
func hashOf(m *pure.Mode, message []byte) (sum [32]byte) {
	if !blob.Available {
		return m.Hash(message)
	}
	blob.Default.Call(callHash, 0, pointer(message), len(message), unsafe.Pointer(&sum), unsafe.Pointer(m), nil, 0)
	return sum
}

// children are the chaining values of the two children of a subtree of more than a
// chunk and at most callLen bytes, whose first chunk is number first.
func children(m *pure.Mode, bytes []byte, first uint64) (out [64]byte) {
	if !blob.Available {
		return m.Children(bytes, first)
	}
	blob.Default.Call(callChildren, first, pointer(bytes), len(bytes), unsafe.Pointer(&out), unsafe.Pointer(m), nil, 0)
	return out
}

// subtree is the chaining value of a subtree of any length.
func subtree(m *pure.Mode, bytes []byte, first uint64) (out [32]byte) {
	if len(bytes) > callLen {
		left := pure.LeftLen(len(bytes))
		var both [64]byte
		one, other := subtree(m, bytes[:left], first), subtree(m, bytes[left:], first+uint64(left/chunkLen))
		copy(both[:], one[:])
		copy(both[32:], other[:])
		return parent(m, &both)
	}
	if !blob.Available {
		return m.Subtree(bytes, first)
	}
	blob.Default.Call(callSubtree, first, pointer(bytes), len(bytes), unsafe.Pointer(&out), unsafe.Pointer(m), nil, 0)
	return out
}

func parent(m *pure.Mode, both *[64]byte) (out [32]byte) {
	if !blob.Available {
		return m.Parent(both)
	}
	blob.Default.Call(callParent, 0, unsafe.Pointer(both), 64, unsafe.Pointer(&out), unsafe.Pointer(m), nil, 0)
	return out
}

// root is the root over subtrees and what follows them, at most callLen bytes.
func root(m *pure.Mode, subtrees [][32]byte, bytes []byte, first uint64) (out pure.Root) {
	if !blob.Available {
		return m.Root(subtrees, bytes, first)
	}
	blob.Default.Call(callRoot, first, pointer(bytes), len(bytes), unsafe.Pointer(&out), unsafe.Pointer(m),
		unsafe.Pointer(unsafe.SliceData(subtrees)), uint64(len(subtrees)))
	return out
}

// output fills out with the root's output from byte position on.
func output(r *pure.Root, position uint64, out []byte) {
	if !blob.Available {
		r.Output(position, out)
		return
	}
	for len(out) > 0 {
		now := out[:min(len(out), callLen)]
		blob.Default.Call(callOutput, position, nil, len(now), pointer(now), unsafe.Pointer(r), nil, 0)
		out, position = out[len(now):], position+uint64(len(now))
	}
}

// hashMany hashes messages that are no longer than the code's stack allows.
func hashMany(m *pure.Mode, messages [][]byte, out []byte) {
	blob.Default.Many(0, Size, messages, out, unsafe.Pointer(m), 0)
}
