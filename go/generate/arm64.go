package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"
)

func (b *blob) inTextARM64(r relocation) error {
	to, table := r.target(r.addend)
	switch kind := elf.R_AARCH64(r.kind); kind {
	case elf.R_AARCH64_CALL26, elf.R_AARCH64_JUMP26, elf.R_AARCH64_CONDBR19, elf.R_AARCH64_TSTBR14,
		elf.R_AARCH64_PREL32, elf.R_AARCH64_LD_PREL_LO19:
		if table {
			return fmt.Errorf("the code at %#x reads the table of addresses, and not by adr", r.at)
		}
	case elf.R_AARCH64_ADR_PREL_LO21:
		if table {
			b.loads[r.at] = to
		}
	default:
		return fmt.Errorf("a relocation of kind %v at %#x", kind, r.at)
	}
	return nil
}

// directARM64 calls what needs no room.
const directARM64 = `
// func direct(cpu uint64, more, input unsafe.Pointer, count int, n uint64, out unsafe.Pointer)
TEXT ·direct(SB), 0, $%d-48
	MOVD cpu+0(FP), R0
	MOVD more+8(FP), R1
	MOVD input+16(FP), R2
	MOVD count+24(FP), R3
	MOVD n+32(FP), R4
	MOVD out+40(FP), R5
	CALL blob<>(SB)
	RET
`

// Go's assembler takes an address by two instructions where `adr` is one: there the
// code branches to a stub behind it, which loads the address and branches back.
func emitARM64(b *blob, out *strings.Builder) {
	if slices.Contains(direct, b.family) {
		fmt.Fprintf(out, directARM64, (b.direct+15)&^15)
	}
	out.WriteString(`
// func call(room unsafe.Pointer, what, which uint64, input unsafe.Pointer, count int, out, a, b unsafe.Pointer, n uint64) uint64
TEXT ·call(SB), NOSPLIT, $16-80
	MOVD room+0(FP), R0
	MOVD what+8(FP), R1
	MOVD R1, 152(R0)
	MOVD which+16(FP), R1
	MOVD R1, 160(R0)
	MOVD input+24(FP), R1
	MOVD R1, 168(R0)
	MOVD count+32(FP), R1
	MOVD R1, 176(R0)
	MOVD out+40(FP), R1
	MOVD R1, 184(R0)
	MOVD a+48(FP), R1
	MOVD R1, 192(R0)
	MOVD b+56(FP), R1
	MOVD R1, 200(R0)
	MOVD n+64(FP), R1
	MOVD R1, 208(R0)
	CALL blob<>(SB)
	MOVD R0, ret+72(FP)
	RET

// func begin(room unsafe.Pointer, what, which uint64, input unsafe.Pointer, count int, out, a, b unsafe.Pointer, n uint64) uint64
TEXT ·begin(SB), NOSPLIT|NOFRAME, $0-80
	JMP ·call(SB)

// func resume(room unsafe.Pointer) uint64
TEXT ·resume(SB), NOSPLIT, $16-16
	MOVD room+0(FP), R0
	CALL blob<>(SB)
	MOVD R0, ret+8(FP)
	RET

TEXT blob<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0-0
	PCALIGN $64
`)
	var loads []uint64
	for at := range b.loads {
		loads = append(loads, at)
	}
	sort.Slice(loads, func(i, j int) bool { return loads[i] < loads[j] })
	text := append([]byte(nil), b.text...)
	for i, at := range loads {
		stub := uint64(len(text)) + 12*uint64(i)
		binary.LittleEndian.PutUint32(text[at:], branch(at, stub))
	}
	for at := 0; at < len(text); at += 32 {
		separator := "\t"
		for i := at; i < min(at+32, len(text)); i += 4 {
			fmt.Fprintf(out, "%sWORD $%#x", separator, binary.LittleEndian.Uint32(text[i:]))
			separator = "; "
		}
		out.WriteByte('\n')
	}
	for i, at := range loads {
		register := binary.LittleEndian.Uint32(b.text[at:]) & 31
		back := uint64(len(text)) + 12*uint64(i) + 8
		fmt.Fprintf(out, "\tMOVD $table<>+%#x(SB), R%d; WORD $%#x\n", b.loads[at], register, branch(back, at+4))
	}
}

// branch is the instruction that does it.
func branch(from, to uint64) uint32 {
	return 0x14000000 | uint32(int64(to-from)/4)&0x03ffffff
}
