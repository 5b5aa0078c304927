// Package cpu says which instruction sets the kernels may use: those that the CPU has
// and the system saves, as far as LANESUM_ISA allows.
package cpu

import "os"

// ISA is an instruction set, in the order of the library's `Isa`: LANESUM_ISA names
// one, and allows it and all before it.
type ISA uint8

// The instruction sets.
const (
	Portable ISA = iota
	SSE2
	SSSE3
	AESNI
	AVX2
	SHANI
	AVX512
	VAES
	SHA512NI
	NEON
	ARMv8AES
	SHA2
	SHA512
	count
)

var names = [count]string{
	"portable", "sse2", "ssse3", "aes_ni", "avx2", "sha_ni", "avx512", "vaes", "sha512_ni", "neon", "armv8_aes", "sha2", "sha512",
}

// String is the name that LANESUM_ISA uses.
func (isa ISA) String() string { return names[isa] }

// intel is the bit that says that the CPU is one of Intel's, where some kernels cost
// more and others less.
const intel = 1 << 31

// signatureAt is the bit from which on CPUID's signature lies: family, model and stepping,
// by which the library finds what its kernels cost.
const signatureAt = 32

// Set holds the instruction sets that may be used.
type Set uint64

// Has says whether an instruction set may be used.
func (s Set) Has(isa ISA) bool { return s>>isa&1 == 1 }

// Intel says whether the CPU is one of Intel's.
func (s Set) Intel() bool { return s&intel != 0 }

// List is what is in the set, in order.
func (s Set) List() []ISA {
	var list []ISA
	for isa := Portable; isa < count; isa++ {
		if s.Has(isa) {
			list = append(list, isa)
		}
	}
	return list
}

// Allowed are the instruction sets of this CPU that LANESUM_ISA allows. A name that it
// does not know allows all.
var Allowed = capped(detect()|1<<Portable, os.Getenv("LANESUM_ISA"))

// Restrict is Allowed without what lies above a name.
func Restrict(name string) Set { return capped(Allowed, name) }

func capped(all Set, name string) Set {
	for isa, known := range names {
		if known == name {
			return all & ((1<<32-1)<<signatureAt | intel | 1<<(isa+1) - 1)
		}
	}
	return all
}
