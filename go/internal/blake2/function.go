// Package blake2 is what blake2b and blake2s have in common: BLAKE2 with all that a
// sequential hash can be told (RFC 7693, 2.5, and the BLAKE2 paper, 2.5 and 2.8).
package blake2

import (
	"cmp"
	"fmt"
	"hash"
	"sync/atomic"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/many"
)

// Variant is BLAKE2b or BLAKE2s.
type Variant struct {
	// Name is the package's.
	Name string
	// Magic begins x/crypto's encoding of a state.
	Magic string
	// Word is the bytes of a word: 8 or 4. All lengths follow from it.
	Word int
	// IV is the initialization vector (RFC 7693, 2.6).
	IV engine.State
	// Plain begins a message whose digest is the longest, without a key: x/crypto's.
	Plain func() hash.Hash
	// Add adds blocks to a state, and is nil where there is no code for that.
	Add AddFunc
	// Open begins a message in pieces, and One hashes one without a key, where there is code for it.
	Open func(*Function) hash.Hash
	One  func(f *Function, message, out []byte)
	// Many hashes messages in lanes, and is nil where there are none. Told are a salt, a
	// personalisation and a key of n bytes.
	Many ManyFunc
	// plain are the functions that are told a size alone: one of each, from when it is asked for.
	plain [65]atomic.Pointer[Function]
}

// ManyFunc is how a blob hashes messages. Digest i is at i times stride.
type ManyFunc = func(size uint64, stride int, messages [][]byte, out []byte, told unsafe.Pointer, n uint64)

// Keyless is a hash without a key, which there always is.
func Keyless(h hash.Hash, err error) hash.Hash {
	if err != nil {
		panic(err)
	}
	return h
}

// Size is the bytes of the longest digest, and of the longest key.
func (v *Variant) Size() int { return 8 * v.Word }

// Block is the bytes of a block.
func (v *Variant) Block() int { return 16 * v.Word }

// Extra is the most bytes of a salt, and of a personalisation.
func (v *Variant) Extra() int { return 2 * v.Word }

// Params are what a hash is told beside the message.
type Params struct {
	// Size is the bytes of a digest, of which each number is another hash.
	Size int
	// Key, if it is not empty, makes the hash a MAC.
	Key []byte
	// Salt and Personal set hashes apart. Zeros follow a short one.
	Salt, Personal []byte
}

// Function is a hash with its parameters.
type Function struct {
	variant *Variant
	// size is the bytes of a digest, key those of the key.
	size, key int
	// told are a salt, a personalisation and a key: the longest are BLAKE2b's.
	told [2*16 + 64]byte
	// plain says that it is told none of them.
	plain bool
	// start is a message that has no byte yet. A key's block is still to be added to it.
	start engine.State
	// encoded is that for x/crypto, where there is no code.
	encoded []byte
}

// plain says whether a hash is told a size alone.
func (p *Params) plain() bool { return len(p.Key)+len(p.Salt)+len(p.Personal) == 0 }

// New is the hash with some parameters.
func (v *Variant) New(p Params) (*Function, error) {
	if p.plain() && 0 < p.Size && p.Size <= v.Size() {
		return v.ofSize(p.Size), nil
	}
	f := new(Function)
	if err := v.Tell(f, p); err != nil {
		return nil, err
	}
	return f, nil
}

// ofSize is the hash that is told a size alone.
func (v *Variant) ofSize(size int) *Function {
	f := v.plain[size].Load()
	if f == nil {
		f = new(Function)
		f.begin(v, &Params{Size: size})
		v.plain[size].Store(f)
	}
	return f
}

// Tell makes zeros the hash with some parameters.
func (v *Variant) Tell(f *Function, p Params) error {
	if err := cmp.Or(
		v.within("digest", p.Size, 1, v.Size()),
		v.within("key", len(p.Key), 0, v.Size()),
		v.within("salt", len(p.Salt), 0, v.Extra()),
		v.within("personalisation", len(p.Personal), 0, v.Extra()),
	); err != nil {
		return err
	}
	f.begin(v, &p)
	return nil
}

// within says that a length is none that there is.
func (v *Variant) within(what string, got, min, most int) error {
	if min <= got && got <= most {
		return nil
	}
	return fmt.Errorf("%s: a %s has %d to %d bytes, not %d", v.Name, what, min, most, got)
}

// begin makes zeros the hash with parameters that there are.
func (f *Function) begin(v *Variant, p *Params) {
	f.variant, f.size, f.key, f.plain = v, p.Size, len(p.Key), p.plain()
	copy(f.told[:], p.Salt)
	copy(f.told[v.Extra():], p.Personal)
	copy(f.told[2*v.Extra():], p.Key)
	if f.start = v.start(p); v.Add == nil {
		var s State
		f.Begin(&s)
		f.encoded = v.encode(nil, &s, f.size)
	}
}

// Begin makes a message one that has no byte yet: of one with a key that is the first block.
func (f *Function) Begin(s *State) {
	s.state, s.n = f.start, 0
	if f.key > 0 {
		s.n = f.variant.Block()
		clear(s.held[copy(s.held[:], f.told[2*f.variant.Extra():][:f.key]):])
	}
}

// Variant is BLAKE2b or BLAKE2s.
func (f *Function) Variant() *Variant { return f.variant }

// New begins a message.
func (f *Function) New() hash.Hash {
	if f.variant.Add == nil {
		return f.elsewhere()
	}
	return f.variant.Open(f)
}

// marshals says why a message cannot be marshalled, if it cannot.
func (f *Function) marshals() error {
	if f.key > 0 {
		return fmt.Errorf("%s: a hash with a key cannot be marshalled", f.variant.Name)
	}
	return nil
}

// sized is the hash with a digest of another size, which a state says.
func (f *Function) sized(size int) *Function {
	if size == f.size {
		return f
	}
	v, of := f.variant, new(Function)
	of.begin(v, &Params{size, f.told[2*v.Extra():][:f.key], f.told[:v.Extra()], f.told[v.Extra():][:v.Extra()]})
	return of
}

// Hash hashes many messages of any lengths, one in each lane, on this core.
func (f *Function) Hash(messages [][]byte, out []byte) {
	many.Check(len(messages), f.size, out)
	if f.variant.Add != nil && f.key == 0 && areFew(messages) {
		for i, message := range messages {
			f.variant.One(f, message, out[i*f.size:(i+1)*f.size])
		}
		return
	}
	if f.variant.Many != nil {
		told := unsafe.Pointer(&f.told)
		if f.plain {
			told = nil
		}
		f.variant.Many(uint64(f.size), f.size, messages, out, told, uint64(f.key))
		return
	}
	h := f.New()
	for i, message := range messages {
		h.Reset()
		h.Write(message)
		h.Sum(out[i*f.size : i*f.size])
	}
}

// areFew says whether messages take less time one by one: a call for many takes 150 ns to begin, but
// on AMD Zen 3 two messages take less in it from 300 bytes on.
func areFew(messages [][]byte) bool {
	return len(messages) == 1 || len(messages) == 2 && len(messages[0])+len(messages[1]) <= 512
}
