// Package blake2 is what blake2b and blake2s have in common: BLAKE2 with all that a
// sequential hash can be told (RFC 7693, 2.5, and the BLAKE2 paper, 2.5 and 2.8).
package blake2

import (
	"fmt"
	"hash"
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
	// Many hashes messages in lanes, and is nil where there are none. Told are a salt, a
	// personalisation and a key of n bytes.
	Many ManyFunc
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
	params  Params
	// told are a salt, a personalisation and a key, where there is any of them.
	told []byte
	// start is a message that has no byte yet.
	start State
	// encoded is that for x/crypto, where there is no code.
	encoded []byte
}

// New is the hash with some parameters.
func (v *Variant) New(p Params) (*Function, error) {
	for _, l := range []struct {
		what           string
		got, min, most int
	}{
		{"digest", p.Size, 1, v.Size()},
		{"key", len(p.Key), 0, v.Size()},
		{"salt", len(p.Salt), 0, v.Extra()},
		{"personalisation", len(p.Personal), 0, v.Extra()},
	} {
		if l.got < l.min || l.got > l.most {
			return nil, fmt.Errorf("%s: a %s has %d to %d bytes, not %d", v.Name, l.what, l.min, l.most, l.got)
		}
	}
	f := &Function{variant: v, params: p}
	if len(p.Key)+len(p.Salt)+len(p.Personal) > 0 {
		f.told = make([]byte, 2*v.Extra()+len(p.Key))
		copy(f.told, p.Salt)
		copy(f.told[v.Extra():], p.Personal)
		copy(f.told[2*v.Extra():], p.Key)
		f.params.Salt, f.params.Personal = f.told[:v.Extra()], f.told[v.Extra():2*v.Extra()]
		f.params.Key = f.told[2*v.Extra():]
	}
	if f.start = v.start(&f.params); v.Add == nil {
		f.encoded = v.encode(nil, &f.start, p.Size)
	}
	return f, nil
}

// Must is New with parameters that there are.
func (v *Variant) Must(p Params) *Function {
	f, err := v.New(p)
	if err != nil {
		panic(err)
	}
	return f
}

// New begins a message.
func (f *Function) New() hash.Hash {
	if f.variant.Add == nil {
		return f.elsewhere()
	}
	return &digest{State: f.start, f: f}
}

// marshals says why a message cannot be marshalled, if it cannot.
func (f *Function) marshals() error {
	if len(f.params.Key) > 0 {
		return fmt.Errorf("%s: a hash with a key cannot be marshalled", f.variant.Name)
	}
	return nil
}

// sized is the hash with a digest of another size, which a state says.
func (f *Function) sized(size int) *Function {
	if size == f.params.Size {
		return f
	}
	p := f.params
	p.Size = size
	return f.variant.Must(p)
}

// Hash hashes many messages of any lengths, one in each lane, on this core.
func (f *Function) Hash(messages [][]byte, out []byte) {
	size := f.params.Size
	many.Check(len(messages), size, out)
	if f.variant.Many != nil {
		f.variant.Many(uint64(size), size, messages, out, unsafe.Pointer(unsafe.SliceData(f.told)), uint64(len(f.params.Key)))
		return
	}
	h := f.New()
	for i, message := range messages {
		h.Reset()
		h.Write(message)
		h.Sum(out[i*size : i*size])
	}
}
