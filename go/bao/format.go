package bao

import (
	"encoding/hex"
	"fmt"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

// KeySize is the bytes of a key.
const KeySize = 32

// Hash is what a decoder trusts: the BLAKE3 hash of the message.
type Hash [32]byte

// ParseHash reads 64 hexadecimal digits.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("bao: a hash has %d hexadecimal digits, not %d", 2*len(h), len(s))
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return Hash{}, fmt.Errorf("bao: a hash is hexadecimal: %w", err)
	}
	return h, nil
}

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ChunkGroup is the leaves of an encoding: groups of 2^n chunks of 1024 bytes. An
// encoding with larger groups has fewer parents, 64 bytes for each group but one, and
// verifies no part of a group without the whole, but for a slice that was asked for the
// part. The zero value is one chunk.
type ChunkGroup struct{ log uint8 }

// MaxGroup is the largest n: 4096 chunks, 4 MiB. A decoder holds a group before it gives
// out the first byte of it.
const MaxGroup = 12

var (
	// Chunk is one chunk, as the bao crate has it: 6.25 % of the message in parents.
	Chunk = ChunkGroup{}
	// KiB16 is 16 chunks: 0.4 %.
	KiB16 = ChunkGroup{4}
)

// Group is groups of 2^n chunks, n from 0 to MaxGroup.
func Group(n int) (ChunkGroup, error) {
	if n < 0 || n > MaxGroup {
		return ChunkGroup{}, fmt.Errorf("bao: a chunk group has 2^0 to 2^%d chunks, not 2^%d", MaxGroup, n)
	}
	return ChunkGroup{uint8(n)}, nil
}

// Log is n, where a group has 2^n chunks.
func (g ChunkGroup) Log() int { return int(g.log) }

// Bytes is how many a group has.
func (g ChunkGroup) Bytes() int { return chunkLen << g.log }

// Format is what the two sides agree on: BLAKE3's mode, and the size of the leaves. No
// encoding says which it is. The zero value is that of the bao crate: no key, and chunks
// for leaves.
type Format struct {
	// mode is that without a key where there is none.
	mode  *pure.Mode
	group ChunkGroup
}

// WithChunkGroup is the same format with other leaves.
func (f Format) WithChunkGroup(group ChunkGroup) Format {
	f.group = group
	return f
}

// WithKey is the same format with BLAKE3 keyed by 32 bytes.
func (f Format) WithKey(key []byte) (Format, error) {
	if len(key) != KeySize {
		return Format{}, fmt.Errorf("bao: a key has %d bytes, not %d", KeySize, len(key))
	}
	f.mode = new(pure.Mode)
	tree.SetKey(f.mode, (*[KeySize]byte)(key), pure.KeyedHash)
	return f, nil
}

// WithContext is the same format with BLAKE3 in the mode of key derivation, for a
// context string.
func (f Format) WithContext(context string) Format {
	key := hashOf(&pure.Context, []byte(context))
	f.mode = new(pure.Mode)
	tree.SetKey(f.mode, &key, pure.DeriveKeyMaterial)
	return f
}

// ChunkGroup is the leaves.
func (f Format) ChunkGroup() ChunkGroup { return f.group }

// Hash is that under which all encodings of a message are decoded: BLAKE3's.
func (f Format) Hash(message []byte) Hash {
	if f.mode == nil {
		return blake3.Sum256(message)
	}
	return hashOf(f.mode, message)
}

// OutboardLen is the bytes of the outboard encoding of a message of n bytes. It panics
// from 2^63 on.
func (f Format) OutboardLen(n uint64) uint64 {
	shape := f.mustShape(n)
	return headerLen + shape.treeLen(shape.root())
}

// EncodedLen is the bytes of the combined encoding of a message of n bytes. It panics
// from 2^63 on.
func (f Format) EncodedLen(n uint64) uint64 { return f.OutboardLen(n) + n }

func (f Format) modeOf() *pure.Mode {
	if f.mode == nil {
		return &plain
	}
	return f.mode
}

// plain is not changed.
var plain = pure.Plain

// Layout is with or without the message.
type Layout int

const (
	// Combined is the tree and the message.
	Combined Layout = iota
	// Outboard is the tree; the message lies beside it.
	Outboard
)

// Range is bytes of a message, from Start up to but without End. An empty one counts as
// one byte where chunks are concerned, but no byte of it is given out; one that starts
// past the end as the last byte: that the message ends there is verified.
type Range struct{ Start, End uint64 }

// Everything is all bytes.
var Everything = Range{0, 1<<64 - 1}

// From is n bytes from start on.
func From(start, n uint64) Range {
	if n > Everything.End-start {
		return Range{start, Everything.End}
	}
	return Range{start, start + n}
}
