package sha3

import (
	"crypto/sha3"
	"testing"

	"github.com/lanesum/lanesum/go/internal/race"
	xsha3 "golang.org/x/crypto/sha3"
)

// Nothing allocates more often than where it comes from does, of short messages and of
// long ones.
func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector has calls that are inlined otherwise")
	}
	buffer := make([]byte, 3000)
	both(t, func(t *testing.T) {
		for _, n := range []int{0, 16, 136, 3000} {
			m, out, few := buffer[:n], make([]byte, 0, 64), make([]byte, 64)
			called := buffer[:min(n, 20)]
			sum := func(h interface {
				Write([]byte) (int, error)
				Sum([]byte) []byte
				Reset()
			}) func() {
				return func() { h.Reset(); h.Write(m); h.Sum(out) }
			}
			for name, c := range map[string]struct{ ours, theirs func() }{
				"Sum224":       {func() { Sum224(m) }, func() { sha3.Sum224(m) }},
				"Sum256":       {func() { Sum256(m) }, func() { sha3.Sum256(m) }},
				"Sum384":       {func() { Sum384(m) }, func() { sha3.Sum384(m) }},
				"Sum512":       {func() { Sum512(m) }, func() { sha3.Sum512(m) }},
				"SumSHAKE128":  {func() { SumSHAKE128(m, 32) }, func() { sha3.SumSHAKE128(m, 32) }},
				"SumSHAKE256":  {func() { SumSHAKE256(m, 64) }, func() { sha3.SumSHAKE256(m, 64) }},
				"long SHAKE":   {func() { SumSHAKE256(m, 65) }, func() { sha3.SumSHAKE256(m, 65) }},
				"ShakeSum128":  {func() { ShakeSum128(few, m) }, func() { xsha3.ShakeSum128(few, m) }},
				"ShakeSum256":  {func() { ShakeSum256(few, m) }, func() { xsha3.ShakeSum256(few, m) }},
				"New224":       {func() { h := New224(); h.Write(m); h.Sum(out) }, func() { h := sha3.New224(); h.Write(m); h.Sum(out) }},
				"New256":       {func() { h := New256(); h.Write(m); h.Sum(out) }, func() { h := sha3.New256(); h.Write(m); h.Sum(out) }},
				"New512":       {func() { h := New512(); h.Write(m); h.Sum(out) }, func() { h := sha3.New512(); h.Write(m); h.Sum(out) }},
				"NewSHAKE128":  {func() { h := NewSHAKE128(); h.Write(m); h.Read(few) }, func() { h := sha3.NewSHAKE128(); h.Write(m); h.Read(few) }},
				"NewCSHAKE256": {func() { h := NewCSHAKE256(called, m); h.Write(m); h.Read(few) }, func() { h := sha3.NewCSHAKE256(called, m); h.Write(m); h.Read(few) }},
				"NewShake256":  {func() { h := NewShake256(); h.Write(m); h.Sum(out) }, func() { h := xsha3.NewShake256(); h.Write(m); h.Sum(out) }},
				"NewCShake128": {func() { h := NewCShake128(called, m); h.Write(m); h.Read(few) }, func() { h := xsha3.NewCShake128(called, m); h.Write(m); h.Read(few) }},
				"Keccak-256":   {func() { h := NewLegacyKeccak256(); h.Write(m); h.Sum(out) }, func() { h := xsha3.NewLegacyKeccak256(); h.Write(m); h.Sum(out) }},
				"reset":        {sum(New256()), sum(sha3.New256())},
				"reset Keccak": {sum(NewLegacyKeccak256()), sum(xsha3.NewLegacyKeccak256())},
				"reset SHAKE":  {sum(NewShake128()), sum(xsha3.NewShake128())},
				"marshal":      {func() { New256().MarshalBinary() }, func() { sha3.New256().MarshalBinary() }},
				"clone":        {func() { New256().Clone() }, func() { sha3.New256().Clone() }},
			} {
				if ours, theirs := testing.AllocsPerRun(100, c.ours), testing.AllocsPerRun(100, c.theirs); ours > theirs {
					t.Errorf("%s of %d bytes: %v allocations, not %v", name, n, ours, theirs)
				}
			}
		}
	})
}
