// Package blake2s is what BLAKE2s is made of: for the package of that name, and for the
// functions of lanesum, which are told more.
package blake2s

import (
	"hash"
	"sync/atomic"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/blake2"
	blob "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	"github.com/lanesum/lanesum/go/internal/engine"
	"golang.org/x/crypto/blake2s"
)

// Available says whether there is code for this platform.
const Available = blob.Available

// Variant is BLAKE2s.
var Variant = &blake2.Variant{
	Name:  "blake2s",
	Magic: "b2s",
	Word:  4,
	IV: engine.Words32(
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	),
	Plain: func() hash.Hash { return blake2.Keyless(blake2s.New256(nil)) },
	Many:  many(),
	Add:   adds(),
	Open:  open,
	One:   one,
}

// many is the code for many messages, where there is any.
func many() blake2.ManyFunc {
	if !blob.Available {
		return nil
	}
	return blob.Default.Many
}

// adds is the code for a message in pieces, where there is any.
func adds() blake2.AddFunc {
	if !blob.Available {
		return nil
	}
	return add
}

// chosen is the code on the instruction set by which one message costs the least, once a message has
// asked for that: a call without a room does not find it out.
var chosen atomic.Pointer[blob.Blob]

func code() *blob.Blob {
	if b := chosen.Load(); b != nil {
		return b
	}
	b := blob.On(engine.One(blob.Default.Kernels()))
	chosen.Store(b)
	return b
}

func add(state *engine.State, blocks []byte) {
	code().Direct(unsafe.Pointer(state), unsafe.Pointer(unsafe.SliceData(blocks)), len(blocks), 0, nil)
}

// Sum writes the digest of a message without a key, of len(out) bytes, where there is code for it.
// It calls that by its name, so what it gets need not lie on the heap.
func Sum(message, out []byte) {
	var s blake2.State
	Variant.Begin(&s, len(out))
	end(Variant, &s, message, out)
}

// one is Sum by a function without a key.
func one(f *blake2.Function, message, out []byte) {
	var s blake2.State
	f.Begin(&s)
	end(f.Variant(), &s, message, out)
}

// end adds all of a message, and writes the digest.
func end(v *blake2.Variant, s *blake2.State, message, out []byte) {
	for len(message) > blake2s.BlockSize {
		state, blocks := v.Next(s, message)
		add(state, blocks)
		message = message[len(blocks):]
	}
	add(v.Last(s, message))
	copy(out, v.Digest(s))
}
