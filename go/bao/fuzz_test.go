package bao

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// Whatever an encoding is: what is read from it is in the message, and the end of it is
// that of the message.
func FuzzDecode(f *testing.F) {
	o := oneOf(5000, 0)
	for _, encoding := range [][]byte{o.combined, o.combined[:2000], o.outboard, nil} {
		f.Add(encoding, uint64(0), uint64(1<<63))
		f.Add(encoding, uint64(3000), uint64(4000))
	}
	f.Fuzz(func(t *testing.T, encoding []byte, start, end uint64) {
		got, err := io.ReadAll(o.format.NewReader(o.hash, bytes.NewReader(encoding)))
		if !bytes.HasPrefix(o.message, got) || err == nil && len(got) != len(o.message) {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
		decoded, err2 := o.format.Decode(o.hash, encoding)
		if (err == nil) != (err2 == nil) || err == nil && !bytes.Equal(decoded, got) {
			t.Fatalf("%v, %v", err, err2)
		}
		want := o.message[min(start, 5000):max(min(start, 5000), min(end, 5000))]
		slice, err := io.ReadAll(o.format.NewSliceReader(o.hash, bytes.NewReader(encoding), Range{start, end}))
		if !bytes.HasPrefix(want, slice) || err == nil && !bytes.Equal(slice, want) {
			t.Fatalf("slice: %d bytes, %v", len(slice), err)
		}
		for _, file := range []*File{
			o.format.Open(o.hash, bytes.NewReader(encoding)),
			o.format.OpenOutboard(o.hash, bytes.NewReader(encoding), bytes.NewReader(o.message)),
		} {
			p := make([]byte, 100)
			n, err := file.ReadAt(p, int64(start>>1))
			from := min(start>>1, 5000)
			if !bytes.HasPrefix(o.message[from:], p[:n]) || err == io.EOF && int(from)+n != 5000 {
				t.Fatalf("%d bytes at %d: %v", n, start>>1, err)
			}
			if size, err := file.Size(); err == nil && size != 5000 {
				t.Fatalf("size %d", size)
			}
		}
		// Nothing is verified, and nothing may go wrong.
		var is *Error
		if _, err := o.format.Slice(encoding, Range{start, end}); err != nil && !errors.As(err, &is) {
			t.Fatal(err)
		}
	})
}

// Any ranges of any message in any groups, sliced and decoded.
func FuzzSlice(f *testing.F) {
	f.Add(uint32(5000), uint8(0), uint64(0), uint64(10), uint64(4000), uint64(1<<63))
	f.Add(uint32(300_000), uint8(4), uint64(262_144), uint64(262_145), uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, n uint32, group uint8, a, b, c, d uint64) {
		o := oneOf(int(n%(1<<20)), int(group)%(MaxGroup+1))
		ranges := []Range{{a, b}, {c, d}}
		slice, err := o.format.Slice(o.combined, ranges...)
		other, err2 := o.format.SliceOutboard(o.outboard, o.message, ranges...)
		if err != nil || err2 != nil || !bytes.Equal(slice, other) {
			t.Fatal(err, err2)
		}
		var want []byte
		for _, r := range bytesOf(append([]Range(nil), ranges...)) {
			n := uint64(len(o.message))
			want = append(want, o.message[min(r.Start, n):min(r.End, n)]...)
		}
		got, err := o.format.DecodeSlice(o.hash, slice, ranges...)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes, not %d: %v", len(got), len(want), err)
		}
	})
}

// Any pieces of a message make the encoding that it has as a whole.
func FuzzWriter(f *testing.F) {
	f.Add(uint32(600_000), uint8(0), uint16(1000))
	f.Fuzz(func(t *testing.T, n uint32, group uint8, piece uint16) {
		o := oneOf(int(n%(1<<20)), int(group)%(MaxGroup+1))
		for layout, want := range map[Layout][]byte{Combined: o.combined, Outboard: o.outboard} {
			var file memory
			w := o.format.NewWriter(&file, layout)
			for rest := o.message; len(rest) > 0; {
				k := min(1+int(piece)*7, len(rest))
				w.Write(rest[:k])
				rest = rest[k:]
			}
			if err := w.Close(); err != nil || !bytes.Equal(file.bytes, want) || w.Hash() != o.hash {
				t.Fatalf("%d bytes, not %d: %v", len(file.bytes), len(want), err)
			}
		}
	})
}
