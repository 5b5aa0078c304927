//go:build gc && !purego

package cpu

import "golang.org/x/sys/cpu"

// cpuid asks the CPU.
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

func detect() Set {
	set := Set(1 << SSE2)
	add := func(isa ISA, has ...bool) {
		for _, h := range has {
			if !h {
				return
			}
		}
		set |= 1 << isa
	}
	most, b, c, d := cpuid(0, 0)
	signature, _, _, _ := cpuid(1, 0)
	set |= Set(signature) << signatureAt
	if b == 0x756e6547 && d == 0x49656e69 && c == 0x6c65746e {
		set |= intel
	}
	var sha, vaes bool
	if most >= 7 {
		_, b, c, _ := cpuid(7, 0)
		sha, vaes = b>>29&1 == 1, c>>9&1 == 1
	}
	x := &cpu.X86
	add(SSSE3, x.HasSSSE3)
	add(AESNI, x.HasAES)
	add(SHANI, sha, x.HasSSSE3, x.HasSSE41)
	add(AVX2, x.HasAVX2, x.HasBMI1, x.HasBMI2)
	add(AVX512, x.HasAVX512F, x.HasAVX512BW, x.HasAVX512VL, x.HasAVX2, x.HasBMI1, x.HasBMI2)
	add(VAES, vaes, x.HasAES, x.HasAVX512F, x.HasAVX512BW, x.HasAVX512VL)
	return set
}
