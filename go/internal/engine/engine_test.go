package engine

import (
	"testing"

	"github.com/lanesum/lanesum/go/internal/cpu"
)

// What costs the least for one message, of the plain forms, and of what is in all sets.
func TestOne(t *testing.T) {
	kernels := []Kernel{
		{ISA: uint32(cpu.AVX512), Sets: 1, Lanes: 8, Cost: 50},
		{ISA: uint32(cpu.Portable), Sets: 1, Lanes: 1, Cost: 333},
		{ISA: uint32(cpu.SSSE3), Sets: 1, Lanes: 1, Cost: 320},
		{ISA: uint32(cpu.AVX2), Sets: 1, Lanes: 1, Cost: 318},
		{ISA: uint32(cpu.AVX512), Sets: 1, Lanes: 1, Cost: 593},
		{ISA: uint32(cpu.AVX512), Sets: 1, Form: Split, Lanes: 1, Cost: 200},
	}
	if set := One(kernels); set != 1<<cpu.AVX2|1<<cpu.Portable {
		t.Errorf("%v", set.List())
	}
	if set := One(kernels[:2]); set != 1<<cpu.Portable {
		t.Errorf("%v", set.List())
	}
}
