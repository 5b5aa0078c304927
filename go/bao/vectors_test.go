package bao

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"testing"
	"testing/iotest"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// testdata/vectors.json is a copy of crates/lanesum/vectors/bao.json, which
// docs/bao.md, 9, describes. The reference implementation makes it, which shares no code
// with the Rust library nor with this one:
// cargo run -p reference --example bao_vectors > crates/lanesum/vectors/bao.json
type vector struct {
	Len          int         `json:"len"`
	Key          *string     `json:"key"`
	Group        int         `json:"chunk_group"`
	Kind         string      `json:"kind"`
	Ranges       [][2]uint64 `json:"ranges"`
	Hash         string      `json:"hash"`
	EncodingLen  int         `json:"encoding_len"`
	EncodingHash string      `json:"encoding_hash"`
	Encoding     *string     `json:"encoding"`
	DecodedHash  *string     `json:"decoded_hash"`
}

func vectors(t *testing.T) (all []vector) {
	text, err := os.ReadFile("testdata/vectors.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil || len(all) < 300 {
		t.Fatalf("%d vectors: %v", len(all), err)
	}
	return all
}

// The copy is what it is a copy of, where that is there: not in a module of the Go proxy.
func TestCopy(t *testing.T) {
	original, err := os.ReadFile("../../crates/lanesum/vectors/bao.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	copied, err2 := os.ReadFile("testdata/vectors.json")
	if err != nil || err2 != nil || !bytes.Equal(original, copied) {
		t.Error("go/bao/testdata/vectors.json is not crates/lanesum/vectors/bao.json", err, err2)
	}
}

func (v *vector) format(t *testing.T) Format {
	group, err := Group(v.Group)
	if err != nil {
		t.Fatal(err)
	}
	f := Format{}.WithChunkGroup(group)
	if v.Key != nil {
		key, err := hex.DecodeString(*v.Key)
		if err == nil {
			f, err = f.WithKey(key)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func is(b []byte, hash string) bool {
	sum := blake3.Sum256(b)
	return hex.EncodeToString(sum[:]) == hash
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		f, message := v.format(t), hashtest.Input(v.Len)
		var ranges []Range
		for _, r := range v.Ranges {
			ranges = append(ranges, Range{r[0], r[1]})
		}
		hash, err := ParseHash(v.Hash)
		if err != nil {
			t.Fatal(err)
		}
		if f.Hash(message) != hash {
			t.Fatalf("%+v: the hash is %s", v, f.Hash(message))
		}
		combinedHash, combined := f.Encode(message)
		outboardHash, outboard := f.Outboard(message)
		if combinedHash != hash || outboardHash != hash {
			t.Fatalf("%+v: hashes are %s and %s", v, combinedHash, outboardHash)
		}
		var encodings [][]byte
		switch v.Kind {
		case "combined":
			encodings = append(encodings, combined, encodeTo(t, f, Combined, message), write(t, f, Combined, message))
			if f.EncodedLen(uint64(v.Len)) != uint64(len(combined)) {
				t.Errorf("%+v: EncodedLen", v)
			}
		case "outboard":
			encodings = append(encodings, outboard, encodeTo(t, f, Outboard, message), write(t, f, Outboard, message))
			if f.OutboardLen(uint64(v.Len)) != uint64(len(outboard)) {
				t.Errorf("%+v: OutboardLen", v)
			}
		case "slice":
			one, err1 := f.Slice(combined, ranges...)
			two, err2 := f.SliceOutboard(outboard, message, ranges...)
			s := f.NewSlicer(bytes.NewReader(combined), ranges...)
			three, err3 := io.ReadAll(iotest.OneByteReader(s))
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(v, err1, err2, err3)
			}
			encodings = append(encodings, one, two, three)
			decoded, err := f.DecodeSlice(hash, one, ranges...)
			if err != nil || !is(decoded, *v.DecodedHash) {
				t.Errorf("%+v: decoded to %d bytes: %v", v, len(decoded), err)
			}
			again, err := io.ReadAll(f.NewSliceReader(hash, iotest.HalfReader(bytes.NewReader(one)), ranges...))
			if err != nil || !bytes.Equal(again, decoded) {
				t.Errorf("%+v: read %d bytes: %v", v, len(again), err)
			}
		default:
			t.Fatalf("a kind of %q", v.Kind)
		}
		for i, encoding := range encodings {
			if len(encoding) != v.EncodingLen || !is(encoding, v.EncodingHash) ||
				v.Encoding != nil && hex.EncodeToString(encoding) != *v.Encoding {
				t.Fatalf("%+v: encoding %d has %d bytes, or others", v, i, len(encoding))
			}
		}
		if v.Kind == "combined" {
			reads(t, f, hash, combined, outboard, message)
		}
	}
}

// reads reads a message in all ways that there are.
func reads(t *testing.T, f Format, hash Hash, combined, outboard, message []byte) {
	t.Helper()
	at := func(b []byte) io.ReaderAt { return bytes.NewReader(b) }
	var written bytes.Buffer
	_, err := f.NewReader(hash, bytes.NewReader(combined)).WriteTo(&written)
	if err != nil || !bytes.Equal(written.Bytes(), message) {
		t.Fatalf("WriteTo: %d of %d bytes, %v", written.Len(), len(message), err)
	}
	// What follows is not read.
	more := append(bytes.Clone(combined), "more"...)
	follows := bytes.NewReader(more)
	for name, r := range map[string]io.Reader{
		"reader":          f.NewReader(hash, follows),
		"outboard reader": f.NewOutboardReader(hash, bytes.NewReader(outboard), bytes.NewReader(message)),
		"file":            f.Open(hash, at(combined)),
		"outboard file":   f.OpenOutboard(hash, at(outboard), at(message)),
	} {
		// TestReader takes the square of the length.
		if len(message) < 3000 && !testing.Short() || len(message) < 3 {
			if err := iotest.TestReader(r, message); err != nil {
				t.Fatalf("%s of %d bytes: %v", name, len(message), err)
			}
		} else if read, err := io.ReadAll(r); err != nil || !bytes.Equal(read, message) {
			t.Fatalf("%s: %d of %d bytes: %v", name, len(read), len(message), err)
		}
	}
	if follows.Len() != 4 {
		t.Errorf("%d bytes are left after the encoding", follows.Len())
	}
	decoded, err := f.Decode(hash, more)
	if err != nil || !bytes.Equal(decoded, message) {
		t.Fatalf("Decode: %d of %d bytes, %v", len(decoded), len(message), err)
	}
	if err := f.Verify(hash, outboard, message); err != nil {
		t.Fatal("Verify:", err)
	}
	if len(message) > 0 {
		valid, err := f.ValidRanges(hash, at(combined), Everything)
		if err != nil || len(valid) != 1 || valid[0] != (Range{0, uint64(len(message))}) {
			t.Fatalf("valid: %v, %v", valid, err)
		}
	}
}

// memory is a file.
type memory struct {
	bytes []byte
	at    int
}

func (m *memory) Write(p []byte) (int, error) {
	if need := m.at + len(p) - len(m.bytes); need > 0 {
		m.bytes = append(m.bytes, make([]byte, need)...)
	}
	m.at += copy(m.bytes[m.at:], p)
	return len(p), nil
}

func (m *memory) Read(p []byte) (int, error) {
	if m.at >= len(m.bytes) {
		return 0, io.EOF
	}
	n := copy(p, m.bytes[m.at:])
	m.at += n
	return n, nil
}

func (m *memory) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
		m.at = int(offset)
	case io.SeekEnd:
		m.at = len(m.bytes) + int(offset)
	default:
		m.at += int(offset)
	}
	return int64(m.at), nil
}

func (m *memory) WriteAt(p []byte, off int64) (int, error) {
	m.at = int(off)
	return m.Write(p)
}

func encodeTo(t *testing.T, f Format, layout Layout, message []byte) []byte {
	t.Helper()
	var one, two memory
	n := uint64(len(message))
	hash, err := f.EncodeTo(&one, layout, bytes.NewReader(message), n)
	again, err2 := f.EncodeAt(&two, layout, iotest.DataErrReader(bytes.NewReader(message)), n)
	if err != nil || err2 != nil || hash != f.Hash(message) || again != hash || !bytes.Equal(one.bytes, two.bytes) {
		t.Fatal(hash, again, err, err2)
	}
	return one.bytes
}

func write(t *testing.T, f Format, layout Layout, message []byte) []byte {
	t.Helper()
	var file memory
	w := f.NewWriter(&file, layout)
	for rest, n := message, 1; len(rest) > 0; n = n*3 + 1 {
		k := min(n, len(rest))
		if m, err := w.Write(rest[:k]); m != k || err != nil {
			t.Fatal(m, err)
		}
		rest = rest[k:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Hash() != f.Hash(message) {
		t.Fatal(w.Hash())
	}
	// In post-order it may be no longer than in pre-order.
	return file.bytes
}
