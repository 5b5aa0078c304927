package lanesum

import (
	"hash"
	"io"
	"slices"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/blake2"
	"github.com/lanesum/lanesum/go/sha3"
)

// given is what an option gives, and nothing without it.
func given(bytes *[]byte) []byte {
	if bytes == nil {
		return nil
	}
	return *bytes
}

// tellBLAKE2 makes a state of the parameters, once for all messages. It keeps none of the
// caller's bytes.
func (f *Function) tellBLAKE2(v *blake2.Variant, t *told) {
	of, err := v.New(blake2.Params{Size: f.size, Key: given(t.key), Salt: given(t.salt), Personal: given(t.personal)})
	unfailing(err)
	f.new, f.many = of.New, of.Hash
}

func (f *Function) tellBLAKE3(t *told) {
	start := blake3.New()
	switch {
	case t.key != nil:
		h, err := blake3.NewKeyed(*t.key)
		unfailing(err)
		start = h
	case t.context != nil:
		start = blake3.NewDeriveKey(string(*t.context))
	}
	size, seek := f.size, t.seek
	f.new = func() hash.Hash {
		if h := start.Clone(); size != blake3.Size || seek > 0 {
			return &output{h, size, seek}
		} else {
			return cloner{h}
		}
	}
	f.many = func(messages [][]byte, out []byte) { start.Many(messages, size, seek, out) }
}

// output is BLAKE3 with a part of the output.
type output struct {
	*blake3.Hasher
	size int
	seek uint64
}

func (o *output) Size() int { return o.size }

func (o *output) Sum(b []byte) []byte {
	b = slices.Grow(b, o.size)
	digest := o.Digest()
	// In two steps, for one reaches only halfway.
	digest.Seek(int64(o.seek/2), io.SeekStart)
	digest.Seek(int64(o.seek-o.seek/2), io.SeekCurrent)
	digest.Read(b[len(b) : len(b)+o.size])
	return b[:len(b)+o.size]
}

func (o *output) Clone() (hash.Cloner, error) { return &output{o.Hasher.Clone(), o.size, o.seek}, nil }

func (f *Function) tellSHAKE() {
	begin, all, size := sha3.NewShake128, sha3.ManySHAKE128, f.size
	if f.algorithm == SHAKE256 {
		begin, all = sha3.NewShake256, sha3.ManySHAKE256
	}
	f.new = func() hash.Hash { return &shake{begin(), size} }
	f.many = func(messages [][]byte, out []byte) { all(size, messages, out) }
}

// shake is SHAKE with output of another length.
type shake struct {
	sha3.ShakeHash
	size int
}

func (s *shake) Size() int { return s.size }

func (s *shake) Sum(b []byte) []byte {
	b = slices.Grow(b, s.size)
	s.ShakeHash.Clone().Read(b[len(b) : len(b)+s.size])
	return b[:len(b)+s.size]
}

func (s *shake) Clone() (hash.Cloner, error) { return &shake{s.ShakeHash.Clone(), s.size}, nil }
