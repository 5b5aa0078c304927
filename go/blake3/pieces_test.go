package blake3

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// Small pieces and large ones in any order: those that are gathered, those that are not, and those
// that end with what was gathered. What is asked, copied or encoded in between changes nothing.
func TestMixedPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	message := hashtest.Input(700_000)
	messages := 60
	if testing.Short() {
		messages = 15
	}
	for range messages {
		h, all := New(), message[r.IntN(1000):][:r.IntN(len(message)-1000)]
		for at := 0; at < len(all); {
			length := 1 + r.IntN(1<<r.IntN(18))
			switch r.IntN(4) {
			case 0:
				length = heldLen - at%heldLen
			case 1:
				length = heldLen * (1 + r.IntN(9))
			}
			// Of most lengths many follow each other, so that values wait.
			for range 1 + r.IntN(40) {
				k := min(length, len(all)-at)
				h.Write(all[at : at+k])
				at += k
			}
			want := pure.Plain.Hash(all[:at])
			if got := h.Sum(nil); !bytes.Equal(got, want[:]) {
				t.Fatalf("%d bytes, the last ones in pieces of %d: %x, not %x", at, length, got, want)
			}
			state, _ := h.MarshalBinary()
			var other Hasher
			if err := other.UnmarshalBinary(state); err != nil || !bytes.Equal(other.Sum(nil), want[:]) {
				t.Fatalf("%d bytes, the last ones in pieces of %d: the state: %v", at, length, err)
			}
			switch r.IntN(5) {
			case 0:
				h = h.Clone()
			case 1:
				copied := *h
				h.Write(message)
				h = &copied
			case 2:
				h = &other
			}
		}
	}
}
