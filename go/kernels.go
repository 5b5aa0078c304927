package lanesum

import (
	"fmt"

	blake2bBlob "github.com/lanesum/lanesum/go/internal/blob/blake2b"
	blake2sBlob "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	blake3Blob "github.com/lanesum/lanesum/go/internal/blob/blake3"
	md5Blob "github.com/lanesum/lanesum/go/internal/blob/md5"
	nabhashBlob "github.com/lanesum/lanesum/go/internal/blob/nabhash"
	sha1Blob "github.com/lanesum/lanesum/go/internal/blob/sha1"
	sha256Blob "github.com/lanesum/lanesum/go/internal/blob/sha256"
	sha3Blob "github.com/lanesum/lanesum/go/internal/blob/sha3"
	sha512Blob "github.com/lanesum/lanesum/go/internal/blob/sha512"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
)

// Kernel is an algorithm on an instruction set with a number of lanes.
type Kernel struct {
	// ISA is the instruction set, by the name that LANESUM_ISA uses.
	ISA string
	// Sets is how many sets of lanes, or how many streams of instructions, it interleaves.
	Sets int
	// Paired says that scalar instructions lay out the lanes' blocks.
	Paired bool
	// Abreast says that it is paired, and goes on with all columns of a state at once where
	// others go on with two: that pays where a vector operation takes two cycles.
	Abreast bool
	// Split says that it takes more instructions, of which fewer wait for each other or none is
	// one that some CPUs do in two: a rotation, a vector of 512 bits.
	Split bool
	// Metered says that scalar instructions hold the vectors' back until it is their turn: that
	// pays where a vector operation takes longer if many of them wait.
	Metered bool
	// Lanes is how many messages it takes at once.
	Lanes int
	// Cost is that of a block in every lane, in cycles of the core on which it was
	// measured. Only the ratios between an algorithm's kernels mean anything.
	Cost int
}

// String is the name: avx512x2, avx512x2p where it is paired, avx512x2a where it is abreast,
// avx512s where it is split, avx512m where it is metered.
func (k Kernel) String() string {
	name := k.ISA
	if k.Sets > 1 {
		name = fmt.Sprintf("%sx%d", name, k.Sets)
	}
	switch {
	case k.Abreast:
		name += "a"
	case k.Paired:
		name += "p"
	case k.Split:
		name += "s"
	case k.Metered:
		name += "m"
	}
	return name
}

// Kernels lists what many messages run on here, as far as LANESUM_ISA allows: nothing on
// platforms without assembly.
func Kernels(a Algorithm) []Kernel {
	var list []engine.Kernel
	switch a {
	case MD5:
		list = md5Blob.Default.Kernels()
	case SHA1:
		list = sha1Blob.Default.Kernels()
	case SHA224, SHA256:
		list = sha256Blob.Default.Kernels()
	case SHA384, SHA512, SHA512_224, SHA512_256:
		list = sha512Blob.Default.Kernels()
	case BLAKE2b:
		list = blake2bBlob.Default.Kernels()
	case BLAKE2s:
		list = blake2sBlob.Default.Kernels()
	case BLAKE3:
		list = blake3Blob.Default.Kernels()
	case SHA3_224, SHA3_256, SHA3_384, SHA3_512, SHAKE128, SHAKE256, Keccak256:
		list = sha3Blob.Default.Kernels()
	case NABHash:
		list = nabhashBlob.Default.Kernels()
	}
	kernels := make([]Kernel, len(list))
	for i, k := range list {
		kernels[i] = Kernel{
			ISA:     cpu.ISA(k.ISA).String(),
			Sets:    int(k.Sets),
			Paired:  k.Form == engine.Paired || k.Form == engine.Abreast,
			Abreast: k.Form == engine.Abreast,
			Split:   k.Form == engine.Split,
			Metered: k.Form == engine.Metered,
			Lanes:   int(k.Lanes),
			Cost:    int(k.Cost),
		}
	}
	return kernels
}
