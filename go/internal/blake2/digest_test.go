package blake2_test

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	"github.com/lanesum/lanesum/go/internal/race"
	xblake2b "golang.org/x/crypto/blake2b"
	xblake2s "golang.org/x/crypto/blake2s"
)

// hashes are those that x/crypto has too.
var hashes = []struct {
	name      string
	new, peer func(key []byte) (hash.Hash, error)
	keyed     bool
}{
	{"blake2b-512", blake2b.New512, xblake2b.New512, false},
	{"blake2b-256", blake2b.New256, xblake2b.New256, true},
	{"blake2b-8",
		func(key []byte) (hash.Hash, error) { return blake2b.New(1, key) },
		func(key []byte) (hash.Hash, error) { return xblake2b.New(1, key) }, false},
	{"blake2s-256", blake2s.New256, xblake2s.New256, false},
	{"blake2s-256-keyed", blake2s.New256, xblake2s.New256, true},
	{"blake2s-128", blake2s.New128, xblake2s.New128, true},
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, r.Uint64())
	}
	return b[:n:n]
}

// both begin a message of each.
func both(t *testing.T, i int, key []byte) (ours, peer hash.Hash) {
	t.Helper()
	var errs [2]error
	ours, errs[0] = hashes[i].new(key)
	peer, errs[1] = hashes[i].peer(key)
	if errs != [2]error{} {
		t.Fatal(hashes[i].name, errs)
	}
	return ours, peer
}

func key(i int, r *rand.Rand) []byte {
	if !hashes[i].keyed {
		return nil
	}
	return random(r, 1+r.IntN(32))
}

// Messages in one piece and in pieces, digests in between: around blocks, and around what a call
// of the code gets.
func TestPeer(t *testing.T) {
	r := source(1)
	var lengths []int
	for n := range 3*128 + 2 {
		lengths = append(lengths, n)
	}
	for _, n := range []int{16 << 10, 32 << 10} {
		lengths = append(lengths, n-1, n, n+1, n+64, n+65, n+128, n+129)
	}
	for i, h := range hashes {
		for _, n := range lengths {
			message := random(r, n)
			ours, peer := both(t, i, key(i, r))
			peer.Write(message)
			ours.Write(message)
			want := peer.Sum(nil)
			if got := ours.Sum(nil); !bytes.Equal(got, want) {
				t.Fatalf("%s of %d bytes: %x, not %x", h.name, n, got, want)
			}
			ours.Reset()
			peer.Reset()
			for left := message; len(left) > 0; {
				piece := left[:min(len(left), r.IntN(1<<r.IntN(16)))]
				left = left[len(piece):]
				ours.Write(piece)
				peer.Write(piece)
				if got, want := ours.Sum(nil), peer.Sum(nil); !bytes.Equal(got, want) {
					t.Fatalf("%s of %d bytes, %d left: %x, not %x", h.name, n, len(left), got, want)
				}
			}
			if got := ours.Sum([]byte("before")); !bytes.Equal(got, append([]byte("before"), want...)) {
				t.Fatalf("%s of %d bytes in pieces: %x, not %x", h.name, n, got, want)
			}
		}
	}
}

// The functions for a message in one piece.
func TestSum(t *testing.T) {
	r := source(2)
	for n := range 400 {
		message := random(r, n+n/300*(16<<10))
		for _, sum := range []struct {
			name      string
			got, want any
		}{
			{"blake2b.Sum512", blake2b.Sum512(message), xblake2b.Sum512(message)},
			{"blake2b.Sum384", blake2b.Sum384(message), xblake2b.Sum384(message)},
			{"blake2b.Sum256", blake2b.Sum256(message), xblake2b.Sum256(message)},
			{"blake2s.Sum256", blake2s.Sum256(message), xblake2s.Sum256(message)},
		} {
			if sum.got != sum.want {
				t.Fatalf("%s of %d bytes: %x, not %x", sum.name, len(message), sum.got, sum.want)
			}
		}
	}
}

// A message that x/crypto has begun is ended here, and the other way around.
func TestStatesOfPeer(t *testing.T) {
	r := source(3)
	for i, h := range hashes {
		if h.keyed {
			continue
		}
		for n := range 300 {
			ours, peer := both(t, i, nil)
			first, rest := random(r, n), random(r, r.IntN(300))
			ours.Write(first)
			peer.Write(first)
			otherOurs, otherPeer := both(t, i, nil)
			pass(t, ours, otherPeer)
			pass(t, peer, otherOurs)
			var want []byte
			for _, h := range []hash.Hash{peer, ours, otherPeer, otherOurs} {
				h.Write(rest)
				if want == nil {
					want = h.Sum(nil)
				}
				if got := h.Sum(nil); !bytes.Equal(got, want) {
					t.Fatalf("%s: %T after %d bytes and %d: %x, not %x", hashes[i].name, h, n, len(rest), got, want)
				}
			}
		}
	}
}

// pass has one hash go on with the other's message.
func pass(t *testing.T, from, to hash.Hash) {
	t.Helper()
	state, err := from.(encoding.BinaryMarshaler).MarshalBinary()
	if err == nil {
		err = to.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// edit changes a state that x/crypto has encoded.
func edit(t *testing.T, i int, change func(state []byte) []byte) (ours, peer hash.Hash, err error) {
	t.Helper()
	ours, peer = both(t, i, nil)
	peer.Write(make([]byte, 70))
	state, err := peer.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	state = change(state)
	peer.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	return ours, peer, ours.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
}

// The counter of bytes goes past its low word. That of BLAKE2b has 64 bits, which no message
// reaches, and x/crypto's assembly counts wrong from 2^63 on.
func TestCounter(t *testing.T) {
	const word = 4
	for i, h := range hashes {
		if h.name != "blake2s-256" {
			continue
		}
		for _, blocks := range []int{1, 2, 3, 300} {
			ours, peer, err := edit(t, i, func(state []byte) []byte {
				binary.BigEndian.PutUint32(state[3+8*word:], -uint32(blocks*blake2s.BlockSize))
				return state
			})
			if err != nil {
				t.Fatal(err)
			}
			for n := range 30 {
				ours.Write(make([]byte, 37*n))
				peer.Write(make([]byte, 37*n))
				if got, want := ours.Sum(nil), peer.Sum(nil); !bytes.Equal(got, want) {
					t.Fatalf("%s, %d blocks before: %x, not %x", h.name, blocks, got, want)
				}
			}
		}
	}
}

// sizeAt is where a state has the size of its digest: behind three bytes and ten words of the 26 that
// it has, with five bytes more.
func sizeAt(state []byte) int { return 3 + 10*(len(state)-5)/26 }

// Of a state that is not one, nothing is taken.
func TestInvalidStates(t *testing.T) {
	for i, h := range hashes {
		if h.keyed {
			continue
		}
		for name, change := range map[string]func([]byte) []byte{
			"empty":      func(s []byte) []byte { return nil },
			"identifier": func(s []byte) []byte { s[2]++; return s },
			"short":      func(s []byte) []byte { return s[:len(s)-1] },
			"long":       func(s []byte) []byte { return append(s, 0) },
			"held":       func(s []byte) []byte { s[len(s)-1] = 255; return s },
			"no size":    func(s []byte) []byte { s[sizeAt(s)] = 0; return s },
			"size":       func(s []byte) []byte { s[sizeAt(s)] = 65; return s },
		} {
			ours, _, err := edit(t, i, change)
			if err == nil {
				t.Errorf("%s: a state is taken: %s", h.name, name)
			}
			fresh, _ := both(t, i, nil)
			if got := ours.Sum(nil); !bytes.Equal(got, fresh.Sum(nil)) {
				t.Errorf("%s: a state that is refused is not as before: %s", h.name, name)
			}
		}
	}
}

// A state says how long its digest is.
func TestStateOfAnotherSize(t *testing.T) {
	short, _ := blake2b.New(20, nil)
	short.Write([]byte("abc"))
	long, _ := blake2b.New512(nil)
	pass(t, short, long)
	for range 2 {
		if got := fmt.Sprintf("%x", long.Sum(nil)); long.Size() != 20 || got != fmt.Sprintf("%x", short.Sum(nil)) {
			t.Fatalf("%d bytes: %s", long.Size(), got)
		}
		short.Reset()
		long.Reset()
	}
}

func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	b, _ := blake2b.New512(nil)
	s, _ := blake2s.New256([]byte("key"))
	sum := make([]byte, 0, blake2b.Size)
	if n := testing.AllocsPerRun(100, func() {
		var message [300]byte
		message[0]++
		blake2b.Sum512(message[:])
		blake2b.Sum256(message[:])
		blake2s.Sum256(message[:])
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
	message := make([]byte, 300)
	if n := testing.AllocsPerRun(100, func() {
		for _, h := range []hash.Hash{b, s} {
			h.Reset()
			h.Write(message)
			sum = h.Sum(sum[:0])
		}
	}); n >= 1 {
		t.Errorf("%v allocations in pieces", n)
	}
}
