package bao

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"testing/iotest"

	"github.com/lanesum/lanesum/go/bao"
	"github.com/lanesum/lanesum/go/internal/hashtest"
)

type at []byte

func (a at) WriteAt(p []byte, off int64) (int, error) { return copy(a[off:], p), nil }

// What package go/bao makes, this one reads, and the other way round.
func TestEncodings(t *testing.T) {
	for _, n := range []int{0, 1, 1024, 1025, 10_000, 300_000} {
		for _, group := range []int{0, 1, 4, 12} {
			message := hashtest.Input(n)
			g, _ := bao.Group(group)
			f := bao.Format{}.WithChunkGroup(g)
			for _, outboard := range []bool{false, true} {
				hash, want := f.Encode(message)
				if outboard {
					hash, want = f.Outboard(message)
				}
				encoding, root := EncodeBuf(message, group, outboard)
				file := make(at, EncodedSize(n, group, outboard))
				// What follows is not encoded.
				again, err := Encode(file, io.MultiReader(bytes.NewReader(message), bytes.NewReader([]byte("more"))), int64(n), group, outboard)
				if root != hash || again != hash || err != nil || !bytes.Equal(encoding, want) || !bytes.Equal(file, want) {
					t.Fatal(n, group, outboard, err)
				}
				data, tree := encoding, []byte(nil)
				if outboard {
					data, tree = message, encoding
				}
				verifies(t, data, tree, group, root, message)
			}
		}
	}
}

// places are how many bytes of an encoding are wrong in turn.
func places() int {
	if testing.Short() {
		return 10
	}
	return 50
}

func verifies(t *testing.T, data, tree []byte, group int, root [32]byte, message []byte) {
	t.Helper()
	decode := func(data, tree []byte) ([]byte, bool, error) {
		var out bytes.Buffer
		var beside io.Reader
		if tree != nil {
			beside = bytes.NewReader(tree)
		}
		ok, err := Decode(&out, iotest.HalfReader(bytes.NewReader(data)), beside, group, root)
		return out.Bytes(), ok, err
	}
	if got, ok, err := decode(data, tree); !ok || err != nil || !bytes.Equal(got, message) || !VerifyBuf(data, tree, group, root) {
		t.Fatal(len(got), ok, err)
	}
	if VerifyBuf(append(bytes.Clone(data), 0), tree, group, root) {
		t.Error("verified with a byte behind it")
	}
	for i := 0; i < len(data); i += 1 + len(data)/places() {
		bad := bytes.Clone(data)
		bad[i] ^= 1
		got, ok, err := decode(bad, tree)
		// The length may be wrong so that the input ends.
		if ok || err != nil && err != io.ErrUnexpectedEOF || !bytes.HasPrefix(message, got) || VerifyBuf(bad, tree, group, root) {
			t.Fatal(i, ok, err)
		}
		if _, ok, err := decode(data[:i], tree); ok || err != nil && err != io.ErrUnexpectedEOF || VerifyBuf(data[:i], tree, group, root) {
			t.Fatal(i, ok, err)
		}
	}
}

func TestSlices(t *testing.T) {
	for _, n := range []int{1, 1024, 1025, 10_000, 70_000} {
		for _, group := range []int{0, 1, 4} {
			message := hashtest.Input(n)
			combined, root := EncodeBuf(message, group, false)
			outboard, _ := EncodeBuf(message, group, true)
			for _, r := range [][2]int{{0, n}, {0, 1}, {n - 1, 1}, {n / 2, n / 3}, {n / 3, n / 2}, {n / 2, 0}} {
				offset, length := uint64(r[0]), uint64(r[1])
				var one, two bytes.Buffer
				err := ExtractSlice(&one, bytes.NewReader(combined), nil, group, offset, length)
				size := 1024 << group
				first, last := r[0]/size*size, min(n, (r[0]+r[1]+size-1)/size*size)
				err2 := ExtractSlice(&two, bytes.NewReader(message[first:last]), bytes.NewReader(outboard), group, offset, length)
				if err != nil || err2 != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
					t.Fatal(n, group, r, err, err2)
				}
				slice := one.Bytes()
				got, ok := VerifySlice(slice, group, offset, length, root)
				if !ok || !bytes.Equal(got, message[r[0]:r[0]+r[1]]) {
					t.Fatal(n, group, r, len(got), ok)
				}
				if group == 0 && length > 0 {
					want, err := bao.Format{}.Slice(combined, bao.From(offset, length))
					if err != nil || !bytes.Equal(slice, want) {
						t.Fatal(n, r, err)
					}
				}
				for i := 8; i < len(slice) && length > 0; i += 1 + len(slice)/places() {
					bad := bytes.Clone(slice)
					bad[i] ^= 1
					if _, ok := VerifySlice(bad, group, offset, length, root); ok {
						t.Fatal(n, group, r, i)
					}
					var out bytes.Buffer
					if ok, _ := DecodeSlice(&out, bytes.NewReader(slice[:i]), group, offset, length, root); ok || !bytes.HasPrefix(message[r[0]:], out.Bytes()) {
						t.Fatal(n, group, r, i)
					}
				}
				chunks := message[first:last]
				if VerifyChunk(chunks, outboard, group, uint64(first), root) != (first < last) {
					t.Fatal(n, group, r)
				}
				if len(chunks) > 0 {
					bad := bytes.Clone(chunks)
					bad[len(bad)/2] ^= 1
					for what, ok := range map[string]bool{
						"a bit":          VerifyChunk(bad, outboard, group, uint64(first), root),
						"a byte less":    (len(chunks)-1)%size > 0 && VerifyChunk(chunks[:len(chunks)-1], outboard, group, uint64(first), root),
						"one byte on":    VerifyChunk(chunks, outboard, group, uint64(first)+1, root),
						"another hash":   VerifyChunk(chunks, outboard, group, uint64(first), [32]byte{}),
						"less of a tree": VerifyChunk(chunks, outboard[:len(outboard)-1], group, uint64(first), root),
					} {
						if ok {
							t.Fatal(what, n, group, r)
						}
					}
				}
			}
			for _, r := range [][2]uint64{{0, uint64(n) + 1}, {uint64(n) + 1, 0}, {1<<64 - 1, 2}, {1, 1<<64 - 1}} {
				if err := ExtractSlice(io.Discard, bytes.NewReader(combined), nil, group, r[0], r[1]); !errors.Is(err, errLength) {
					t.Fatal(n, r, err)
				}
				if ok, err := DecodeSlice(io.Discard, bytes.NewReader(combined), group, r[0], r[1], root); ok || !errors.Is(err, errLength) {
					t.Fatal(n, r, ok, err)
				}
				if VerifyChunk(message, outboard, group, r[0], root) && r[0] > 0 {
					t.Fatal(n, r)
				}
			}
		}
	}
}

func TestArguments(t *testing.T) {
	if _, err := Encode(at{}, bytes.NewReader(nil), -1, 0, false); err == nil {
		t.Error("a length of -1")
	}
	if _, err := Encode(make(at, 100), bytes.NewReader([]byte{1}), 2, 0, false); err != io.ErrUnexpectedEOF {
		t.Error(err)
	}
	for _, group := range []int{-1, 13, 64} {
		_, err := Encode(at{}, bytes.NewReader(nil), 0, group, false)
		ok, err2 := Decode(io.Discard, bytes.NewReader(nil), nil, group, [32]byte{})
		if err == nil || ok || err2 == nil || VerifyBuf(nil, nil, group, [32]byte{}) || VerifyChunk(nil, make([]byte, 8), group, 0, [32]byte{}) {
			t.Error(group)
		}
	}
	if ok, err := Decode(full{}, bytes.NewReader(make([]byte, 8)), nil, 0, bao.Format{}.Hash(nil)); !ok || err != nil {
		t.Error(ok, err)
	}
	encoding, root := EncodeBuf(hashtest.Input(10), 0, false)
	if ok, err := Decode(full{}, bytes.NewReader(encoding), nil, 0, root); ok || err != os.ErrClosed {
		t.Error(ok, err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func Example() {
	encoding, root := EncodeBuf([]byte("message"), 0, false)
	var slice, part bytes.Buffer
	if err := ExtractSlice(&slice, bytes.NewReader(encoding), nil, 0, 2, 3); err != nil {
		fmt.Println(err)
		return
	}
	ok, err := DecodeSlice(&part, &slice, 0, 2, 3, root)
	fmt.Println(part.String(), ok, err)
	// Output: ssa true <nil>
}
