package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

var registersAMD64 = [16]string{
	"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15",
}

// leaAMD64 is the length of `lea register, [rip + offset]`, whose offset comes last.
const leaAMD64 = 7

func (b *blob) inTextAMD64(r relocation) error {
	put := func(offset int64) { binary.LittleEndian.PutUint32(b.text[r.at:], uint32(int32(offset))) }
	switch elf.R_X86_64(r.kind) {
	case elf.R_X86_64_PLT32, elf.R_X86_64_PC32:
		if to, ok := r.target(r.addend + 4); ok {
			if _, err := b.lea(r.at); err != nil {
				return err
			}
			b.loads[r.at-3] = to
			return nil
		}
		if to := r.to + uint64(r.addend) + 4; to >= uint64(len(b.text)) {
			return fmt.Errorf("the code at %#x names %#x, which is not in it", r.at, to)
		}
	case elf.R_X86_64_GOTPCREL, elf.R_X86_64_GOTPCRELX, elf.R_X86_64_REX_GOTPCRELX:
		// Through the linker's table, to which there is a direct way.
		op := b.text[r.at-2 : r.at]
		switch {
		case op[0] == 0xff && op[1] == 0x15:
			// call: with a prefix, which does nothing, it is as long.
			op[0], op[1] = 0x67, 0xe8
			put(int64(r.to) - int64(r.at) - 4)
		case op[0] == 0xff && op[1] == 0x25:
			// jmp, and a nop.
			op[0] = 0xe9
			offset := int64(r.to) - int64(r.at) - 3
			binary.LittleEndian.PutUint32(b.text[r.at-1:], uint32(int32(offset)))
			b.text[r.at+3] = 0x90
		case op[0] == 0x8b:
			// mov becomes lea.
			op[0] = 0x8d
			put(int64(r.to) - int64(r.at) - 4)
		case op[0] == 0x8d || op[0] == 0xe8 || op[1] == 0xe8:
			// The linker did it.
		default:
			return fmt.Errorf("the code at %#x reads the linker's table by % x", r.at, op)
		}
	default:
		return fmt.Errorf("a relocation of kind %v at %#x", elf.R_X86_64(r.kind), r.at)
	}
	return nil
}

// lea is the register of the `lea` whose offset is at `at`.
func (b *blob) lea(at uint64) (string, error) {
	op := b.text[at-3 : at]
	if op[0]&^4 != 0x48 || op[1] != 0x8d || op[2]&0xc7 != 0x05 {
		return "", fmt.Errorf("the code at %#x reads the table of addresses by % x, not by lea", at, op)
	}
	return registersAMD64[op[2]>>3&7|op[0]&4<<1], nil
}

// directAMD64 calls what needs no room: the code aligns the stack, and saves the frame
// pointer there.
const directAMD64 = `
// func direct(cpu uint64, more, input unsafe.Pointer, count int, n uint64, out unsafe.Pointer)
TEXT ·direct(SB), 0, $%d-48
	MOVQ cpu+0(FP), DI
	MOVQ more+8(FP), SI
	MOVQ input+16(FP), DX
	MOVQ count+24(FP), CX
	MOVQ n+32(FP), R8
	MOVQ out+40(FP), R9
	CALL blob<>(SB)
	RET
`

func emitAMD64(b *blob, out *strings.Builder) {
	if slices.Contains(direct, b.family) {
		// What the entry pushes and aligns comes on top.
		fmt.Fprintf(out, directAMD64, (b.direct+96)&^15+8)
	}
	out.WriteString(`
// func call(room unsafe.Pointer, what, which uint64, input unsafe.Pointer, count int, out, a, b unsafe.Pointer, n uint64) uint64
TEXT ·call(SB), NOSPLIT, $8-80
	MOVQ room+0(FP), DI
	MOVQ what+8(FP), AX
	MOVQ AX, 152(DI)
	MOVQ which+16(FP), AX
	MOVQ AX, 160(DI)
	MOVQ input+24(FP), AX
	MOVQ AX, 168(DI)
	MOVQ count+32(FP), AX
	MOVQ AX, 176(DI)
	MOVQ out+40(FP), AX
	MOVQ AX, 184(DI)
	MOVQ a+48(FP), AX
	MOVQ AX, 192(DI)
	MOVQ b+56(FP), AX
	MOVQ AX, 200(DI)
	MOVQ n+64(FP), AX
	MOVQ AX, 208(DI)
	CALL blob<>(SB)
	MOVQ AX, ret+72(FP)
	RET

// func begin(room unsafe.Pointer, what, which uint64, input unsafe.Pointer, count int, out, a, b unsafe.Pointer, n uint64) uint64
TEXT ·begin(SB), NOSPLIT|NOFRAME, $0-80
	JMP ·call(SB)

// func resume(room unsafe.Pointer) uint64
TEXT ·resume(SB), NOSPLIT, $8-16
	MOVQ room+0(FP), DI
	CALL blob<>(SB)
	MOVQ AX, ret+8(FP)
	RET

TEXT blob<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0-0
	PCALIGN $64
`)
	for at := uint64(0); at < uint64(len(b.text)); {
		if to, ok := b.loads[at]; ok {
			register, _ := b.lea(at + 3)
			// Ended by a semicolon: go vet takes a line that ends in BP for a write of a
			// register that nobody saved, for it reads no bytes.
			fmt.Fprintf(out, "\tLEAQ table<>+%#x(SB), %s;\n", to, register)
			at += leaAMD64
			continue
		}
		end := min(at+64, uint64(len(b.text)))
		for load := range b.loads {
			if at < load && load < end {
				end = load
			}
		}
		at = bytesAMD64(b.text, at, end, out)
	}
}

// bytesAMD64 writes bytes as a line of numbers.
func bytesAMD64(text []byte, at, end uint64, out *strings.Builder) uint64 {
	separator := "\t"
	for ; end-at >= 8; at += 8 {
		fmt.Fprintf(out, "%sQUAD $%#x", separator, binary.LittleEndian.Uint64(text[at:]))
		separator = "; "
	}
	for ; at < end; at++ {
		fmt.Fprintf(out, "%sBYTE $%#x", separator, text[at])
		separator = "; "
	}
	out.WriteByte('\n')
	return at
}
