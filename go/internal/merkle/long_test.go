package merkle_test

import (
	"bytes"
	"crypto/fips140"
	stdmd5 "crypto/md5"
	stdsha1 "crypto/sha1"
	stdsha256 "crypto/sha256"
	stdsha512 "crypto/sha512"
	"encoding"
	"errors"
	"hash"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/internal/merkle"
	"github.com/lanesum/lanesum/go/internal/race"
	"github.com/lanesum/lanesum/go/internal/sha1"
	"github.com/lanesum/lanesum/go/internal/sha256"
	"github.com/lanesum/lanesum/go/internal/sha512"
)

var hashes = []struct {
	name string
	hash *merkle.Hash
	sum  func(h *merkle.Hash, message, out []byte)
	std  func() hash.Hash
}{
	{"md5", md5.MD5, md5.Sum, stdmd5.New},
	{"sha1", sha1.SHA1, sha1.Sum, stdsha1.New},
	{"sha224", sha256.SHA224, sha256.Sum, stdsha256.New224},
	{"sha256", sha256.SHA256, sha256.Sum, stdsha256.New},
	{"sha384", sha512.SHA384, sha512.Sum, stdsha512.New384},
	{"sha512", sha512.SHA512, sha512.Sum, stdsha512.New},
	{"sha512-224", sha512.SHA512_224, sha512.Sum, stdsha512.New512_224},
	{"sha512-256", sha512.SHA512_256, sha512.Sum, stdsha512.New512_256},
}

// faster is a hash whose kernels add what is long, whatever this CPU is.
func faster(t *testing.T, h *merkle.Hash) *merkle.Hash {
	if !sha256.Available || fips140.Enabled() {
		t.Skip("no kernels on this platform, or none that is validated")
	}
	f := *h
	f.Faster, f.Wrapped, f.Single = true, true, nil
	if !f.Long(4<<10) || f.Long(4<<10-1) {
		t.Fatal("4 KiB are not long, or less is")
	}
	return &f
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// What every hash promises, where the kernels add what is long and where they do not.
func TestLonger(t *testing.T) {
	for _, h := range hashes {
		t.Run(h.name, func(t *testing.T) {
			f := faster(t, h.hash)
			hashtest.Test(t, func() hash.Hash { return f.Longer(h.std()) })
		})
	}
}

// Pieces around the least that is long and the most that a call adds, beside the standard
// library; and its states, and those for it, in between.
func TestLongPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	edges := []int{0, 1, 100, 4 << 10, 5000, 16 << 10, 16<<10 + 64, 40_000}
	for _, h := range hashes {
		f := faster(t, h.hash)
		for range 60 {
			ours, std := f.Longer(h.std()), h.std()
			for range 6 {
				piece := random(r, max(0, edges[r.IntN(len(edges))]+r.IntN(300)-150))
				ours.Write(piece)
				std.Write(piece)
				if got, want := ours.Sum(nil), std.Sum(nil); !bytes.Equal(got, want) {
					t.Fatalf("%s, a piece of %d bytes: %x, not %x", h.name, len(piece), got, want)
				}
				a, b := state(t, ours), state(t, std)
				if !bytes.Equal(a, b) {
					t.Fatalf("%s, a piece of %d bytes: the state is %x, not %x", h.name, len(piece), a, b)
				}
				if r.IntN(3) == 0 {
					ours = f.Longer(h.std())
					if err := ours.(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
						t.Fatal(err)
					}
				}
				if r.IntN(3) == 0 {
					clone, err := ours.(hash.Cloner).Clone()
					if err != nil {
						t.Fatal(err)
					}
					ours.Write(make([]byte, 5000))
					ours = clone
				}
			}
		}
	}
}

func state(t *testing.T, h hash.Hash) []byte {
	t.Helper()
	s, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A message in one piece.
func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	step := 1
	if testing.Short() {
		step = 7
	}
	for _, h := range hashes {
		faster(t, h.hash)
		for n := 0; n < 600; n += step {
			message := random(r, n%300+n/300*(32<<10-150))
			std := h.std()
			std.Write(message)
			got := make([]byte, std.Size())
			h.sum(h.hash, message, got)
			if want := std.Sum(nil); !bytes.Equal(got, want) {
				t.Fatalf("%s of %d bytes: %x, not %x", h.name, len(message), got, want)
			}
		}
	}
}

// keeping is a hash that does not hand its state over, or does not take one.
type keeping struct {
	hash.Cloner
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
	hands bool
}

func (k *keeping) AppendBinary(b []byte) ([]byte, error) {
	if !k.hands {
		return nil, errors.New("not allowed")
	}
	return k.BinaryAppender.AppendBinary(b)
}

func (k *keeping) UnmarshalBinary([]byte) error { return errors.New("not allowed") }

// Of a hash that keeps its state the standard library adds everything.
func TestNoHandover(t *testing.T) {
	message := make([]byte, 10_000)
	for _, h := range hashes {
		f := faster(t, h.hash)
		for _, hands := range []bool{false, true} {
			d, std := h.std(), h.std()
			k := &keeping{d.(hash.Cloner), d.(encoding.BinaryMarshaler), d.(encoding.BinaryAppender),
				d.(encoding.BinaryUnmarshaler), hands}
			ours := f.Longer(k)
			for _, n := range []int{10, 9000, 5000} {
				std.Write(message[:n])
				if m, err := ours.Write(message[:n]); m != n || err != nil {
					t.Fatal(m, err)
				}
			}
			if got, want := ours.Sum(nil), std.Sum(nil); !bytes.Equal(got, want) {
				t.Errorf("%s: %x, not %x", h.name, got, want)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	f, message := faster(t, sha512.SHA512), make([]byte, 10_000)
	h, digest := f.Longer(stdsha512.New()), make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		h.Reset()
		h.Write(message)
		digest = h.Sum(digest[:0])
		var onStack [5000]byte
		sha512.Sum(sha512.SHA512, onStack[:], digest[:64])
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
