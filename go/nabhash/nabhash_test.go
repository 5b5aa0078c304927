package nabhash

import (
	"bytes"
	"encoding"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/race"
)

// Computed by github.com/mengzhuo/nabhash.
func TestGolden(t *testing.T) {
	for message, want := range map[string]string{
		"00":               "741892770d81d644519a99a6bdfe072a",
		"0001":             "95a85a5b60f29b9ec58569f92ebea60e",
		"deadbeef":         "9041d0d440fe93f69515b771619aa54c",
		"feedfacecafebeef": "f250d662ca498c671d5fba0883137b60",
	} {
		bytes, _ := hex.DecodeString(message)
		if got := Sum(bytes); hex.EncodeToString(got[:]) != want {
			t.Errorf("%s: %x, not %s", message, got, want)
		}
	}
	for n, want := range map[int]string{
		0:    "e99722eb55b3df5f307c5e8e549dd44a",
		15:   "ed692e181391468fdb20334dbdd0b993",
		16:   "33d0a8a7ef6bdca2174c5130bdaac8e5",
		17:   "7f9963c09e0de21b2f9c399744825167",
		32:   "daa414ed2d012d92b79a9cf6e21c2d5d",
		63:   "0662429e009530315db0cf01888e5e98",
		64:   "78a25edd8cd574ea63120b887b6fb383",
		65:   "fa97804432019b26f2abd07762512809",
		128:  "dc83b84b47db13269f5d67bcbd51c61f",
		255:  "345da3239898017f12e3e104ccf68465",
		1000: "93a1b0cba35c39fc40285d159024a80f",
		4096: "05c339f56e2ddd96348ef73839b4b5fb",
	} {
		message := make([]byte, n)
		for i := range message {
			message[i] = byte(i % 251)
		}
		h := New()
		for rest := message; len(rest) > 0; {
			k := min(37, len(rest))
			h.Write(rest[:k])
			rest = rest[k:]
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != want {
			t.Errorf("%d bytes: %s, not %s", n, got, want)
		}
	}
}

// Messages of all lengths beside each other, next to where one is hashed alone too.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, count := range []int{0, 1, 2, 7, 8, 9, 100, 1500} {
		messages := make([][]byte, count)
		for i := range messages {
			messages[i] = make([]byte, r.IntN(1<<r.IntN(16)))
			for j := range messages[i] {
				messages[i][j] = byte(r.Uint32())
			}
		}
		out := make([]byte, Size*count)
		Many(messages, out)
		for i, message := range messages {
			if want := Sum(message); !bytes.Equal(out[i*Size:][:Size], want[:]) {
				t.Fatalf("message %d of %d, %d bytes: %x, not %x", i, count, len(message), out[i*Size:][:Size], want)
			}
		}
	}
}

func TestLongState(t *testing.T) {
	h := New()
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil || h.(encoding.BinaryUnmarshaler).UnmarshalBinary(append(state, 0)) == nil {
		t.Errorf("a byte more is taken, or %v", err)
	}
}

func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	h, sum := New(), make([]byte, 0, Size)
	if n := testing.AllocsPerRun(100, func() {
		var message [300]byte
		h.Reset()
		h.Write(message[:])
		sum = h.Sum(sum[:0])
		Sum(message[:])
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
