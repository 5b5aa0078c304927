// Package tree is BLAKE3's tree by the library's code, and in plain Go where there is
// none: what blake3 and bao are made of.
//
// A call of the code cannot be preempted, so none takes more than CallLen bytes. What is
// longer is cut here.
package tree

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
	callExtended = 6
	callRoot     = 7
	callOutput   = 8
	callSubtrees = 11
	callParents  = 12
	callNode     = 13
)

// The flags of what Direct does, as crates/go-blob/src/switch.rs reads them.
const (
	// wholeChunk is those of a chunk that is the message.
	wholeChunk = pure.ChunkStart | (pure.ChunkEnd|pure.IsRoot)<<32
	// putOutBlock says that a block is to be put out, and not 32 bytes.
	putOutBlock = 1 << 63
)

const (
	// ChunkLen is the bytes of a chunk.
	ChunkLen = pure.Chunk
	// CallLen is the most bytes that a call hashes: some 30 microseconds where there are
	// lanes, and what is a subtree.
	CallLen = 64 << 10
)

// Mode is what all nodes of a tree have in common: a key, or pure.IV, and flags.
type Mode = pure.Mode

// Node is a node before its last compression: the root, of which the whole output
// follows, or another one.
type Node = pure.Root

func pointer(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

func values(v [][32]byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(v)) }

// SetKey makes m the mode of a key. In place, and the key at once: the code reads it in vectors, and
// a read of what was written in smaller parts waits for them to leave the core.
func SetKey(m *Mode, key *[32]byte, flags uint32) {
	if !blob.Available {
		*m = pure.Keyed(key[:], flags)
		return
	}
	// The code's platforms have the lowest byte first, as BLAKE3 has.
	*(*[32]byte)(unsafe.Pointer(&m.Key)) = *key
	m.Flags = flags
}

// Hash is the hash of a message of at most CallLen bytes.
func Hash(m *Mode, message []byte) (sum [32]byte) {
	if !blob.Available {
		return m.Hash(message)
	}
	if len(message) <= ChunkLen {
		blob.Default.Direct(unsafe.Pointer(m), pointer(message), len(message), wholeChunk, unsafe.Pointer(&sum))
		return sum
	}
	blob.Default.Call(callHash, 0, pointer(message), len(message), unsafe.Pointer(&sum), unsafe.Pointer(m), nil, 0)
	return sum
}

// Extended fills out with the first bytes of the output of a message: neither has more than
// CallLen bytes.
func Extended(m *Mode, message, out []byte) {
	if !blob.Available {
		r := m.Root(nil, message, 0)
		r.Output(0, out)
		return
	}
	if len(message) <= ChunkLen {
		switch len(out) {
		case 32:
			blob.Default.Direct(unsafe.Pointer(m), pointer(message), len(message), wholeChunk, pointer(out))
			return
		case 64:
			blob.Default.Direct(unsafe.Pointer(m), pointer(message), len(message), wholeChunk|putOutBlock, pointer(out))
			return
		}
	}
	blob.Default.Call(callExtended, 0, pointer(message), len(message), pointer(out), unsafe.Pointer(m), nil, uint64(len(out)))
}

// Children are the chaining values of the two children of a subtree of more than a
// chunk and at most CallLen bytes, whose first chunk is number first.
func Children(m *Mode, bytes []byte, first uint64) (out [64]byte) {
	if !blob.Available {
		return m.Children(bytes, first)
	}
	blob.Default.Call(callChildren, first, pointer(bytes), len(bytes), unsafe.Pointer(&out), unsafe.Pointer(m), nil, 0)
	return out
}

// Subtree is the chaining value of a subtree of any length, whose first chunk is number
// first.
func Subtree(m *Mode, bytes []byte, first uint64) (out [32]byte) {
	if len(bytes) > CallLen {
		left := pure.LeftLen(len(bytes))
		var both [64]byte
		one, other := Subtree(m, bytes[:left], first), Subtree(m, bytes[left:], first+uint64(left/ChunkLen))
		copy(both[:], one[:])
		copy(both[32:], other[:])
		return Parent(m, &both)
	}
	if !blob.Available {
		return m.Subtree(bytes, first)
	}
	blob.Default.Call(callSubtree, first, pointer(bytes), len(bytes), unsafe.Pointer(&out), unsafe.Pointer(m), nil, 0)
	return out
}

// Subtrees are the chaining values of neighbours: subtrees of so many chunks, a power of
// two, of which the last may be shorter, but has a byte. The first chunk of all is number
// first, a multiple of chunks. out has room for as many values as there are subtrees:
//
//	(len(bytes) + chunks*ChunkLen - 1) / (chunks*ChunkLen)
func Subtrees(m *Mode, bytes []byte, chunks int, first uint64, out [][32]byte) {
	each := chunks * ChunkLen
	n := (len(bytes) + each - 1) / each
	out = out[:n]
	if each > CallLen {
		for i := range out {
			out[i] = Subtree(m, bytes[:min(len(bytes), each)], first)
			bytes, first = bytes[min(len(bytes), each):], first+uint64(chunks)
		}
		return
	}
	for len(bytes) > 0 {
		now := bytes[:min(len(bytes), CallLen)]
		k := (len(now) + each - 1) / each
		if blob.Available {
			blob.Default.Call(callSubtrees, first, pointer(now), len(now), values(out[:k]), unsafe.Pointer(m), nil, uint64(chunks))
		} else {
			for i := range k {
				out[i] = m.Subtree(now[i*each:min(len(now), (i+1)*each)], first+uint64(i*chunks))
			}
		}
		bytes, out, first = bytes[len(now):], out[k:], first+uint64(k*chunks)
	}
}

// Parent is the chaining value of a parent.
func Parent(m *Mode, both *[64]byte) (out [32]byte) {
	if !blob.Available {
		return m.Parent(both)
	}
	blob.Default.Direct(unsafe.Pointer(m), unsafe.Pointer(both), 64, pure.IsParent, unsafe.Pointer(&out))
	return out
}

// RootParent is the hash of a message whose root is a parent.
func RootParent(m *Mode, both *[64]byte) [32]byte {
	root := Mode{Key: m.Key, Flags: m.Flags | pure.IsRoot}
	return Parent(&root, both)
}

// Parents are the chaining values of many parents: out[i] is that of children[2*i] and
// children[2*i+1]. They may not share memory.
func Parents(m *Mode, children, out [][32]byte) {
	out = out[:len(children)/2]
	for len(out) > 0 {
		n := min(len(out), CallLen/64)
		if blob.Available {
			blob.Default.Call(callParents, 0, values(children[:2*n]), n, values(out[:n]), unsafe.Pointer(m), nil, 0)
		} else {
			for i := range n {
				out[i] = m.Parent((*[64]byte)(unsafe.Slice(&children[2*i][0], 64)))
			}
		}
		children, out = children[2*n:], out[n:]
	}
}

// Root makes out the root over subtrees, from the left, and what follows them, at most CallLen
// bytes that start with chunk number first. Where nothing follows, there are none or two
// or more. Without subtrees, it is the top of the subtree over bytes, root or not.
func Root(out *Node, m *Mode, subtrees [][32]byte, bytes []byte, first uint64) {
	if !blob.Available {
		*out = m.Root(subtrees, bytes, first)
		return
	}
	if len(subtrees) == 0 && (len(bytes) <= pure.Block || first == 0 && len(bytes) <= ChunkLen) {
		chunk(out, m, bytes, first)
		return
	}
	blob.Default.Call(callRoot, first, pointer(bytes), len(bytes), unsafe.Pointer(out), unsafe.Pointer(m),
		values(subtrees), uint64(len(subtrees)))
}

// chunk makes out a chunk before its last compression: number 0, for the code counts no further without
// a room, or one of a block at most.
func chunk(out *Node, m *Mode, bytes []byte, number uint64) {
	// Not as one Node: Go makes that elsewhere and copies it in vectors, and a copy of what was
	// written in smaller parts waits for them to leave the core.
	out.CV, out.Block, out.Counter, out.Flags = m.Key, [pure.Block]byte{}, number, m.Flags|pure.ChunkStart
	if body := (max(len(bytes), 1) - 1) &^ (pure.Block - 1); body > 0 {
		blob.Default.Direct(unsafe.Pointer(m), pointer(bytes), body, pure.ChunkStart, unsafe.Pointer(&out.CV))
		out.Flags, bytes = m.Flags&^pure.ChunkStart, bytes[body:]
	}
	out.Len = uint32(copy(out.Block[:], bytes))
	out.Flags |= pure.ChunkEnd
}

// Output fills out with a root's output from byte position on. The root's flags need not
// have that of a root, and in its block there is nothing behind its bytes.
func Output(r *Node, position uint64, out []byte) {
	if !blob.Available {
		r.Output(position, out)
		return
	}
	if position < pure.Block && uint64(len(out)) <= pure.Block-position {
		if len(out) == pure.Block {
			firstBlock(r, (*[pure.Block]byte)(out))
			return
		}
		var block [pure.Block]byte
		firstBlock(r, &block)
		copy(out, block[position:])
		return
	}
	for len(out) > 0 {
		now := out[:min(len(out), CallLen)]
		if left := -position; left > 0 && left < uint64(len(now)) {
			// Behind the last byte is the first.
			now = now[:left]
		}
		blob.Default.Call(callOutput, position, nil, len(now), pointer(now), unsafe.Pointer(r), nil, 0)
		out, position = out[len(now):], position+uint64(len(now))
	}
}

// firstBlock makes to the first block of a root's output.
func firstBlock(r *Node, to *[pure.Block]byte) {
	var m Mode
	m.Key, m.Flags = r.CV, r.Flags|pure.IsRoot
	bytes := r.Block[:r.Len]
	blob.Default.Direct(unsafe.Pointer(&m), pointer(bytes), len(bytes), putOutBlock, unsafe.Pointer(to))
}

// Value is the chaining value of a node, with its flags as they are.
func Value(n *Node) (out [32]byte) {
	if !blob.Available {
		return n.Value()
	}
	blob.Default.Call(callNode, 0, nil, 0, unsafe.Pointer(&out), unsafe.Pointer(n), nil, 0)
	return out
}

// Many hashes messages of any lengths, none so long that the code's stack would not do:
// fewer than ManyLen bytes. Digest i is at out[32*i:].
func Many(m *Mode, messages [][]byte, out []byte) {
	blob.Default.Many(0, 32, messages, out, unsafe.Pointer(m), 0)
}

// ManyLen is the most bytes of a message that share lanes with others: longer ones fill
// the lanes by themselves.
const ManyLen = 32 << 10
