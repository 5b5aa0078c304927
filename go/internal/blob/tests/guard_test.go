//go:build darwin || linux

package tests

import (
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

func TestNothingBeyondIsRead(t *testing.T) {
	var lengths []int
	for n := range 40 {
		lengths = append(lengths, n*7%300, 1000+n*37, 4090+n)
	}
	messages := hashtest.Guarded(t, lengths)
	each(t, func(t *testing.T, a *algorithm, b blob) {
		check(t, a, b, messages)
		check(t, a, b, messages[:9])
		check(t, a, b, messages[:1])
	})
}
