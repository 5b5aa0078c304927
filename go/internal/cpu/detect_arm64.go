//go:build gc && !purego

package cpu

import "golang.org/x/sys/cpu"

func detect() Set {
	set := Set(1 << NEON)
	add := func(isa ISA, has bool) {
		if has {
			set |= 1 << isa
		}
	}
	add(ARMv8AES, cpu.ARM64.HasAES)
	add(SHA2, cpu.ARM64.HasSHA1 && cpu.ARM64.HasSHA2)
	add(SHA512, cpu.ARM64.HasSHA512 && cpu.ARM64.HasSHA3)
	return set
}
