//go:build darwin || linux

package sponge

import (
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// Nothing is read beyond a message, nor written beyond output.
func TestNothingBeyond(t *testing.T) {
	var lengths []int
	for n := range 30 {
		lengths = append(lengths, n*37, 4080+n, 8<<10+n*17)
	}
	messages, outputs := hashtest.Guarded(t, lengths), hashtest.Guarded(t, lengths)
	each(t, func(t *testing.T) {
		for f := range standard {
			for i, message := range messages {
				check(t, f, message, outputs[i])
			}
		}
	})
}
