package blake2_test

import (
	"bytes"
	"hash"
	"testing"

	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	xblake2b "golang.org/x/crypto/blake2b"
)

// params are those of either hash.
type params interface {
	New() (hash.Hash, error)
	Many(messages [][]byte, out []byte) error
}

// One message, and two, which go one by one where they are short, and three, which do not, against
// each in pieces: of all lengths next to a block's, with and without what a hash can be told.
func TestFew(t *testing.T) {
	message := random(source(8), 20_000)
	for _, c := range []struct {
		name string
		of   params
		size int
	}{
		{"blake2b", blake2b.Params{Size: 64}, 64},
		{"blake2b-20", blake2b.Params{Size: 20}, 20},
		{"blake2b, salt", blake2b.Params{Size: 33, Salt: []byte("salt"), Personal: []byte("personal")}, 33},
		{"blake2b, key", blake2b.Params{Size: 32, Key: message[:64]}, 32},
		{"blake2s", blake2s.Params{Size: 32}, 32},
		{"blake2s, salt", blake2s.Params{Size: 7, Salt: []byte("salt")}, 7},
		{"blake2s, key", blake2s.Params{Size: 16, Key: message[:5]}, 16},
	} {
		lengths := []int{511, 512, 513, 1024, 16_383, 16_384, 16_385, 20_000}
		for n := range 260 {
			lengths = append(lengths, n)
		}
		for _, n := range lengths {
			messages := [][]byte{message[:n], message[n/2 : n], message[n:min(2*n, len(message))]}
			var want []byte
			for _, m := range messages {
				h, err := c.of.New()
				if err != nil {
					t.Fatal(err)
				}
				h.Write(m[:len(m)/3])
				h.Write(m[len(m)/3:])
				want = h.Sum(want)
			}
			for count := 1; count <= 3; count++ {
				// Nothing is written behind the last one.
				out := bytes.Repeat([]byte{0xa5}, 3*c.size)
				if err := c.of.Many(messages[:count], out[:count*c.size]); err != nil {
					t.Fatal(err)
				}
				behind := bytes.Repeat([]byte{0xa5}, (3-count)*c.size)
				if !bytes.Equal(out, append(bytes.Clone(want[:count*c.size]), behind...)) {
					t.Fatalf("%s: %d of %d bytes: %x, not %x", c.name, count, n, out, want)
				}
			}
		}
	}
	// A function of a size is one for all that ask for it.
	for size := 1; size <= 64; size++ {
		for range 2 {
			ours, err := blake2b.New(size, nil)
			if err != nil {
				t.Fatal(err)
			}
			peer, _ := xblake2b.New(size, nil)
			ours.Write(message[:200])
			peer.Write(message[:200])
			if got, want := ours.Sum(nil), peer.Sum(nil); !bytes.Equal(got, want) {
				t.Fatalf("%d bytes: %x, not %x", size, got, want)
			}
		}
	}
}
