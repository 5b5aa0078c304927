package lanesum

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"math"
	"sync"

	"github.com/lanesum/lanesum/go/internal/blake2b"
	"github.com/lanesum/lanesum/go/internal/blake2s"
)

// Function is an algorithm, and all that it is told beside a message: a key, the context of
// a key's derivation, a salt, a personalisation, how long the output is and where in it
// it begins. Any number of goroutines may use one.
//
//	mac, err := lanesum.NewFunction(lanesum.BLAKE2b, lanesum.WithKey(key), lanesum.WithOutputLen(32))
type Function struct {
	algorithm Algorithm
	size      int
	new       func() hash.Hash
	many      func(messages [][]byte, out []byte)
	// idle are hashes that no message is in.
	idle sync.Pool
}

// Option is one thing that a function is told.
type Option func(*told)

// told is what a function is told: no more than one of each.
type told struct {
	key, salt, personal, context *[]byte
	size                         *int
	seek                         uint64
}

// WithKey is a key, which makes the hash a MAC: of BLAKE2b 1 to 64 bytes, of BLAKE2s 1 to
// 32, of BLAKE3 32.
func WithKey(key []byte) Option { return func(t *told) { t.key = &key } }

// WithContext has the messages be key material, from which a key is derived for a context:
// a string that nothing else uses. BLAKE3 does it.
func WithContext(context string) Option {
	return func(t *told) { bytes := []byte(context); t.context = &bytes }
}

// WithSalt is a salt: of BLAKE2b up to 16 bytes, of BLAKE2s up to 8.
func WithSalt(salt []byte) Option { return func(t *told) { t.salt = &salt } }

// WithPersonal is a personalisation, which sets the hashes of different uses apart: of
// BLAKE2b up to 16 bytes, of BLAKE2s up to 8.
func WithPersonal(personal []byte) Option { return func(t *told) { t.personal = &personal } }

// WithOutputLen is how many bytes of output there are: of BLAKE3 and SHAKE any number, of
// which fewer are the beginning of more; of BLAKE2 up to the longest digest, each of which is another
// hash.
func WithOutputLen(bytes int) Option { return func(t *told) { t.size = &bytes } }

// WithSeek passes over the first bytes of the output. BLAKE3's goes on.
func WithSeek(bytes uint64) Option { return func(t *told) { t.seek = bytes } }

// NewFunction is an algorithm with what it is told. It fails where the algorithm does not
// take that, or not of that length. The later of two options of a kind counts.
func NewFunction(a Algorithm, options ...Option) (*Function, error) {
	if a >= count {
		return nil, fmt.Errorf("lanesum: there is no %v", a)
	}
	var t told
	for _, option := range options {
		option(&t)
	}
	f := &Function{algorithm: a, size: a.Size(), new: of[a].new, many: of[a].many}
	if t.size != nil {
		f.size = *t.size
	}
	if err := f.check(&t); err != nil {
		return nil, fmt.Errorf("lanesum: %w", err)
	}
	switch a {
	case BLAKE2b:
		f.tellBLAKE2(blake2b.Variant, &t)
	case BLAKE2s:
		f.tellBLAKE2(blake2s.Variant, &t)
	case BLAKE3:
		f.tellBLAKE3(&t)
	case SHAKE128, SHAKE256:
		f.tellSHAKE()
	}
	return f, nil
}

// takes is what an algorithm can be told: the lengths of a key, of a salt and of a
// personalisation, and how long its output can be.
type takes struct {
	leastKey, mostKey, extra int
	leastOutput, mostOutput  int
	context, seek            bool
}

func (a Algorithm) takes() takes {
	switch a {
	case BLAKE2b:
		return takes{leastKey: 1, mostKey: 64, extra: 16, leastOutput: 1, mostOutput: 64}
	case BLAKE2s:
		return takes{leastKey: 1, mostKey: 32, extra: 8, leastOutput: 1, mostOutput: 32}
	case BLAKE3:
		return takes{leastKey: 32, mostKey: 32, leastOutput: 1, mostOutput: math.MaxInt, context: true, seek: true}
	case SHAKE128, SHAKE256:
		return takes{leastOutput: 1, mostOutput: math.MaxInt}
	}
	return takes{leastOutput: a.Size(), mostOutput: a.Size()}
}

func (f *Function) check(t *told) error {
	takes := f.algorithm.takes()
	for _, p := range []struct {
		what      string
		bytes     *[]byte
		min, most int
	}{{"key", t.key, takes.leastKey, takes.mostKey}, {"salt", t.salt, 0, takes.extra}, {"personalisation", t.personal, 0, takes.extra}} {
		switch {
		case p.bytes == nil:
		case p.most == 0:
			return fmt.Errorf("%v takes no %s", f.algorithm, p.what)
		case len(*p.bytes) < p.min || len(*p.bytes) > p.most:
			return fmt.Errorf("a %s of %v has %s, not %d", p.what, f.algorithm, span(p.min, p.most), len(*p.bytes))
		}
	}
	switch {
	case t.context != nil && !takes.context:
		return fmt.Errorf("%v takes no context", f.algorithm)
	case t.context != nil && t.key != nil:
		return errors.New("a key and a context exclude each other")
	case t.seek > 0 && !takes.seek:
		return fmt.Errorf("%v takes no seeking", f.algorithm)
	case f.size < takes.leastOutput || f.size > takes.mostOutput:
		return fmt.Errorf("the output of %v has %s, not %d", f.algorithm, span(takes.leastOutput, takes.mostOutput), f.size)
	case t.seek+uint64(f.size) < t.seek:
		return errors.New("the output ends before that")
	}
	return nil
}

// span is some lengths, as a reader says them.
func span(min, most int) string {
	switch {
	case min == most:
		return fmt.Sprintf("%d bytes", most)
	case most == math.MaxInt:
		return fmt.Sprintf("at least %d bytes", min)
	case min == 0:
		return fmt.Sprintf("up to %d bytes", most)
	}
	return fmt.Sprintf("%d to %d bytes", min, most)
}

// Algorithm is the algorithm.
func (f *Function) Algorithm() Algorithm { return f.algorithm }

// Size is the bytes of output.
func (f *Function) Size() int { return f.size }

// String is the algorithm's name, with the bits of output where they are not the usual
// ones: "blake2b-256". It does not tell the key.
func (f *Function) String() string {
	if f.size == f.algorithm.Size() {
		return f.algorithm.String()
	}
	return fmt.Sprintf("%v-%d", f.algorithm, 8*f.size)
}

// New begins a message.
func (f *Function) New() hash.Hash { return f.new() }

// Sum appends the digest of a message.
func (f *Function) Sum(message, out []byte) []byte {
	h, ok := f.idle.Get().(hash.Hash)
	if !ok {
		h = f.new()
	}
	h.Write(message)
	out = h.Sum(out)
	h.Reset()
	f.idle.Put(h)
	return out
}

// HashMany hashes many messages of any lengths, one in each lane, on this core. Digest i
// is at out[i*f.Size():]. It panics where out is not len(messages)*f.Size() bytes long.
func (f *Function) HashMany(messages [][]byte, out []byte) { f.many(messages, out) }

// HashManyParallel is HashMany on all cores, as many as GOMAXPROCS says. Where ctx ends
// before, it returns ctx's error, and out holds the digests of some messages. ctx is looked
// at between parts of some 4 MiB: a message is never split, so one that is longer is hashed
// to its end first.
func (f *Function) HashManyParallel(ctx context.Context, messages [][]byte, out []byte) error {
	return parallel(ctx, f.many, f.size, messages, out)
}
