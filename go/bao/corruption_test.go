package bao

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/race"
)

// one is an encoding of a message and all the ways to decode it.
type one struct {
	format             Format
	hash               Hash
	message            []byte
	combined, outboard []byte
}

func oneOf(n, group int) one {
	g, err := Group(group)
	if err != nil {
		panic(err)
	}
	o := one{format: Format{}.WithChunkGroup(g), message: hashtest.Input(n)}
	o.hash, o.combined = o.format.Encode(o.message)
	_, o.outboard = o.format.Outboard(o.message)
	return o
}

// prefix is what a reader gives out before it fails, and it has to fail as an *Error.
func (o *one) prefix(t *testing.T, what string, r io.Reader) (int, *Error) {
	t.Helper()
	got, err := io.ReadAll(r)
	if !bytes.HasPrefix(o.message, got) {
		t.Fatalf("%s: gave out what is not in the message", what)
	}
	var is *Error
	if err != nil && !errors.As(err, &is) {
		t.Fatalf("%s: %v", what, err)
	}
	return len(got), is
}

// few have 1, 2, 3 and more leaves, whole and not, and a tree of more than a run.
var few = []struct{ n, group int }{
	{0, 0}, {1, 0}, {1024, 0}, {1025, 0}, {2049, 0}, {5000, 0}, {7000, 1}, {4097, 2}, {16_385, 4},
}

// step is 1, so that each byte has its turn; under an emulator some have, and fewer under the
// race detector, which finds nothing in what one goroutine does.
func step() int {
	switch {
	case race.Enabled:
		return 151
	case testing.Short():
		return 29
	}
	return 1
}

// Every byte of a combined and an outboard encoding is wrong once: what is given out
// before the error is true, and as much as lies before the node that has the byte.
func TestCorruption(t *testing.T) {
	for _, c := range few {
		o := oneOf(c.n, c.group)
		at := func(b []byte) io.ReaderAt { return bytes.NewReader(b) }
		for i := 0; i < len(o.combined); i += step() {
			bad := bytes.Clone(o.combined)
			bad[i] ^= 1 << (i % 8)
			what := fmt.Sprintf("%d bytes, groups of 2^%d, byte %d", c.n, c.group, i)
			n, err := o.prefix(t, what, o.format.NewReader(o.hash, bytes.NewReader(bad)))
			m, err2 := o.prefix(t, what, o.format.Open(o.hash, at(bad)))
			if err == nil || err2 == nil || n != m {
				t.Fatalf("%s: read %d and %d bytes: %v, %v", what, n, m, err, err2)
			}
			if _, err := o.format.Decode(o.hash, bad); err == nil {
				t.Fatalf("%s: decoded", what)
			}
			if _, err := o.format.Open(o.hash, at(bad)).Size(); err == nil && i < headerLen {
				t.Fatalf("%s: has a length", what)
			}
		}
		for i := 0; i < len(o.outboard); i += step() {
			bad := bytes.Clone(o.outboard)
			bad[i] ^= 0x80 >> (i % 8)
			o.bad(t, fmt.Sprintf("%d bytes, groups of 2^%d, byte %d of the tree", c.n, c.group, i), bad, o.message)
		}
		for i := 0; i < len(o.message); i += step() {
			bad := bytes.Clone(o.message)
			bad[i] ^= 0x80 >> (i % 8)
			what := fmt.Sprintf("%d bytes, groups of 2^%d, byte %d of the message", c.n, c.group, i)
			group := o.format.ChunkGroup().Bytes()
			if n, err := o.bad(t, what, o.outboard, bad); n != i/group*group || err.Kind != LeafMismatch || err.Offset != uint64(n) {
				t.Fatalf("%s: read %d bytes: %v", what, n, err)
			}
		}
	}
}

// bad reads a message and a tree of which one is wrong.
func (o *one) bad(t *testing.T, what string, outboard, message []byte) (int, *Error) {
	t.Helper()
	n, err := o.prefix(t, what, o.format.NewOutboardReader(o.hash, bytes.NewReader(outboard), bytes.NewReader(message)))
	m, err2 := o.prefix(t, what, o.format.OpenOutboard(o.hash, bytes.NewReader(outboard), bytes.NewReader(message)))
	if err == nil || err2 == nil || n != m || *err != *err2 {
		t.Fatalf("%s: read %d and %d bytes: %v, %v", what, n, m, err, err2)
	}
	if err := o.format.Verify(o.hash, outboard, message); err == nil {
		t.Fatalf("%s: verified", what)
	}
	return n, err
}

// Everything ends once after each byte.
func TestTruncation(t *testing.T) {
	for _, c := range few {
		o := oneOf(c.n, c.group)
		for i := 0; i < len(o.combined); i += step() {
			what := fmt.Sprintf("%d bytes, groups of 2^%d, cut at %d", c.n, c.group, i)
			n, err := o.prefix(t, what, o.format.NewReader(o.hash, bytes.NewReader(o.combined[:i])))
			m, err2 := o.prefix(t, what, o.format.Open(o.hash, bytes.NewReader(o.combined[:i])))
			if err == nil || err2 == nil || n != m || *err != (Error{Kind: Truncated, Offset: uint64(i)}) || *err2 != *err {
				t.Fatalf("%s: read %d and %d bytes: %v, %v", what, n, m, err, err2)
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s: %v", what, err)
			}
			var is *Error
			if _, err := o.format.Decode(o.hash, o.combined[:i]); !errors.As(err, &is) || is.Kind != Truncated {
				t.Fatalf("%s: decoded: %v", what, err)
			}
		}
		for i := 0; i < len(o.outboard); i += step() {
			what := fmt.Sprintf("%d bytes, groups of 2^%d, tree cut at %d", c.n, c.group, i)
			if n, err := o.bad(t, what, o.outboard[:i], o.message); *err != (Error{Kind: Truncated, Offset: uint64(i)}) {
				t.Fatalf("%s: read %d bytes: %v", what, n, err)
			}
		}
		for i := 0; i < len(o.message); i += step() {
			what := fmt.Sprintf("%d bytes, groups of 2^%d, message cut at %d", c.n, c.group, i)
			if n, err := o.bad(t, what, o.outboard, o.message[:i]); *err != (Error{Kind: MessageTruncated, Offset: uint64(i)}) {
				t.Fatalf("%s: read %d bytes: %v", what, n, err)
			}
		}
		err := o.format.Verify(o.hash, o.outboard, append(bytes.Clone(o.message), 0))
		var is *Error
		if !errors.As(err, &is) || *is != (Error{Kind: MessageTooLong, Offset: uint64(c.n)}) {
			t.Errorf("%d bytes and one more: %v", c.n, err)
		}
	}
}

// Every byte of slices is wrong once, and they end once after each byte.
func TestBadSlices(t *testing.T) {
	for _, c := range few {
		o := oneOf(c.n, c.group)
		ranges := []Range{{0, 10}, {3000, 3000}, {uint64(c.n) / 2, uint64(c.n)/2 + 1500}}
		slice, err := o.format.Slice(o.combined, ranges...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := o.format.DecodeSlice(o.hash, slice, ranges...)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(slice); i += step() {
			for _, bad := range [][]byte{slice[:i], append(append(bytes.Clone(slice[:i]), slice[i]^4), slice[i+1:]...)} {
				got, err := io.ReadAll(o.format.NewSliceReader(o.hash, bytes.NewReader(bad), ranges...))
				if !bytes.HasPrefix(want, got) {
					t.Fatalf("%d bytes, byte %d: gave out what is not in the message", c.n, i)
				}
				// Where the last chunk is not in the slice, a wrong length may not show.
				if err == nil && (i >= headerLen || len(bad) < len(slice) || !bytes.Equal(got, want)) {
					t.Fatalf("%d bytes, byte %d: no error", c.n, i)
				}
				if _, err2 := o.format.DecodeSlice(o.hash, bad, ranges...); (err == nil) != (err2 == nil) {
					t.Fatalf("%d bytes, byte %d: %v, %v", c.n, i, err, err2)
				}
			}
		}
	}
}

// A tree that claims to be larger than it is costs no memory, and no time.
func TestClaims(t *testing.T) {
	for _, n := range []uint64{1 << 20, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		for group := range MaxGroup + 1 {
			g, _ := Group(group)
			f := Format{}.WithChunkGroup(g)
			claim := make([]byte, headerLen+5000)
			for i := range headerLen {
				claim[i] = byte(n >> (8 * i))
			}
			for _, r := range []io.Reader{
				f.NewReader(Hash{}, bytes.NewReader(claim)),
				f.Open(Hash{}, bytes.NewReader(claim)),
				f.NewSlicer(bytes.NewReader(claim), Range{n / 2, n}),
				f.NewSlicer(bytes.NewReader(claim[:8]), Everything),
			} {
				got, err := io.ReadAll(r)
				var is *Error
				if _, slices := r.(*Slicer); !errors.As(err, &is) || !slices && len(got) > 0 {
					t.Fatalf("%d bytes claimed, groups of 2^%d: %d bytes, %v", n, group, len(got), err)
				}
				if n >= 1<<63 && is.Kind != TooLong {
					t.Fatalf("%d bytes claimed: %v", n, err)
				}
			}
			if _, err := f.Decode(Hash{}, claim); err == nil {
				t.Fatal("decoded")
			}
			if err := f.Verify(Hash{}, claim, nil); err == nil {
				t.Fatal("verified")
			}
		}
	}
}

func TestValidRanges(t *testing.T) {
	o := oneOf(600_000, 1)
	bad := bytes.Clone(o.message)
	bad[5000] ^= 1
	bad[300_000] ^= 1
	valid, err := o.format.ValidOutboardRanges(o.hash, bytes.NewReader(o.outboard), bytes.NewReader(bad[:500_000]), Everything)
	want := []Range{{0, 4096}, {6144, 299_008}, {301_056, 499_712}}
	if err != nil || fmt.Sprint(valid) != fmt.Sprint(want) {
		t.Fatalf("valid are %v, not %v: %v", valid, want, err)
	}
	tree := bytes.Clone(o.outboard)
	tree[headerLen+parentLen] ^= 1 // Over the first 512 KiB.
	valid, err = o.format.ValidOutboardRanges(o.hash, bytes.NewReader(tree), bytes.NewReader(o.message), Everything)
	if err != nil || fmt.Sprint(valid) != fmt.Sprint([]Range{{512 << 10, 600_000}}) {
		t.Fatalf("valid are %v: %v", valid, err)
	}
}
