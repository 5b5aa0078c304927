package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"sort"
)

// blob is what was linked: code with constants, and a table of addresses in it.
type blob struct {
	architecture
	family string
	// text is code and constants, which start at address 0.
	text []byte
	// table holds addresses, such as those of methods, and numbers.
	table []byte
	// addresses says which words of the table are offsets in the text, and which.
	addresses map[uint64]uint64
	// links says which words of the table are offsets in the table itself, and which.
	links map[uint64]uint64
	// loads are the instructions that take an address in the table: where they are,
	// and of what in the table.
	loads map[uint64]uint64
	// got and gotEnd are where the linker's own table is, which read makes superfluous.
	got, gotEnd uint64
	// direct is what the code takes of Go's stack where it runs on that.
	direct int
	// functions are the names of the functions, by their offsets in the text.
	functions map[uint64]string
}

// read reads an image, and makes direct what went through the table of the linker.
func read(path string, a architecture) (*blob, error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b := &blob{architecture: a, addresses: map[uint64]uint64{}, links: map[uint64]uint64{}, loads: map[uint64]uint64{}, functions: map[uint64]string{}}
	text, table := file.Section(".text"), file.Section(".data.rel.ro")
	if text == nil || text.Addr != 0 {
		return nil, fmt.Errorf("the code does not start at address 0")
	}
	if b.text, err = text.Data(); err != nil {
		return nil, err
	}
	symbols, err := file.Symbols()
	if err != nil {
		return nil, err
	}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF && s.Name != "" {
			return nil, fmt.Errorf("%s is undefined", s.Name)
		}
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Value < uint64(len(b.text)) {
			b.functions[s.Value] = s.Name
		}
	}
	for _, s := range file.Sections {
		if s.Size > 0 && (s.Name == ".data" || s.Name == ".bss") {
			return nil, fmt.Errorf("%d bytes of writable memory in %s", s.Size, s.Name)
		}
	}
	if got := file.Section(".got"); got != nil {
		b.got, b.gotEnd = got.Addr, got.Addr+got.Size
	}
	start, end := uint64(0), uint64(0)
	if table != nil {
		start, end = table.Addr, table.Addr+table.Size
		if b.table, err = table.Data(); err != nil {
			return nil, err
		}
	}
	for _, section := range file.Sections {
		if section.Type != elf.SHT_RELA || section.Name == ".rela.dyn" {
			continue
		}
		data, err := section.Data()
		if err != nil {
			return nil, err
		}
		in := file.Sections[section.Info]
		for ; len(data) >= 24; data = data[24:] {
			at, info := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
			addend := int64(binary.LittleEndian.Uint64(data[16:]))
			var to uint64
			if symbol := info >> 32; symbol > 0 {
				to = symbols[symbol-1].Value
			}
			r := relocation{at, to, addend, uint32(info), start, end}
			switch in.Name {
			case ".text":
				err = b.inText(r)
			case ".data.rel.ro":
				err = b.inTable(r)
			default:
				err = fmt.Errorf("a relocation in %s", in.Name)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// relocation is one that the linker has applied.
type relocation struct {
	at, to     uint64
	addend     int64
	kind       uint32
	start, end uint64
}

// target says whether the relocation is of the table, and where there.
func (r relocation) target(addend int64) (uint64, bool) {
	to := r.to + uint64(addend)
	return to - r.start, r.start <= to && to < r.end
}

// inTable notes an address in the table.
func (b *blob) inTable(r relocation) error {
	absolute := uint32(elf.R_X86_64_64)
	if b.name == "arm64" {
		absolute = uint32(elf.R_AARCH64_ABS64)
	}
	if r.kind != absolute {
		return fmt.Errorf("a relocation of kind %d in the table", r.kind)
	}
	to, table := r.target(r.addend)
	if table {
		b.links[r.at-r.start] = to
		return nil
	}
	if to = r.to + uint64(r.addend); to >= uint64(len(b.text)) {
		return fmt.Errorf("the table holds an address that is neither in the code nor in it: %#x", to)
	}
	b.addresses[r.at-r.start] = to
	return nil
}

// inText notes the loads of addresses in the table. All other relocations have to be
// relative, and within the code.
func (b *blob) inText(r relocation) error {
	if b.name == "arm64" {
		return b.inTextARM64(r)
	}
	return b.inTextAMD64(r)
}

// starts are the offsets of the functions, in order.
func (b *blob) starts() []uint64 {
	var starts []uint64
	for at := range b.functions {
		starts = append(starts, at)
	}
	sort.Slice(starts, func(i, j int) bool { return starts[i] < starts[j] })
	return starts
}
