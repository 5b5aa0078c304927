package blake3

import (
	"bytes"
	"encoding/hex"
	"hash"
	"io"
	"strings"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/race"
	"github.com/lanesum/lanesum/go/internal/tree"
)

var (
	_ hash.Hash       = New()
	_ io.StringWriter = New()
	_ io.ReadSeeker   = (*Digest)(nil)
)

var lengths = []int{
	0, 1, 2, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 4096, 5120, 8192, 8193,
	16383, 16384, 16385, 31744, 32767, 32768, 32769, 65535, 65536, 65537, 102400, 131072, 131073, 300000,
}

// Out of BLAKE3's test_vectors.json, of which the plain implementation is the judge of
// all other lengths.
func TestVectors(t *testing.T) {
	for n, want := range map[int]string{
		0:    "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
		1:    "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
		1024: "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
	} {
		plain := pure.Plain.Hash(hashtest.Input(n))
		if got := hex.EncodeToString(plain[:]); got != want {
			t.Errorf("%d bytes in plain Go: %s, not %s", n, got, want)
		}
		sum := Sum256(hashtest.Input(n))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%d bytes: %s, not %s", n, got, want)
		}
	}
}

func outputOf(m pure.Mode, message []byte, n int) []byte {
	out := make([]byte, n)
	r := m.Root(nil, message, 0)
	r.Output(0, out)
	return out
}

func TestLengths(t *testing.T) {
	key := []byte("whats the Elvish word for friend")
	for _, n := range lengths {
		message := hashtest.Input(n)
		keyed, err := NewKeyed(key)
		if err != nil {
			t.Fatal(err)
		}
		context := "BLAKE3 2019-12-27 16:29:52 test vectors context"
		of := pure.Mode{Key: pure.IV, Flags: pure.DeriveKeyContext}
		derived := of.Hash([]byte(context))
		for _, c := range []struct {
			name string
			h    *Hasher
			mode pure.Mode
		}{
			{"plain", New(), pure.Plain},
			{"keyed", keyed, pure.Keyed(key, pure.KeyedHash)},
			{"derived", NewDeriveKey(context), pure.Keyed(derived[:], pure.DeriveKeyMaterial)},
		} {
			want := outputOf(c.mode, message, 200)
			for _, piece := range []int{1, 64, 777, 1024, 4096, 16384, 20000, 1 << 20} {
				if n/piece > 3000 {
					continue
				}
				c.h.Reset()
				for rest := message; len(rest) > 0; {
					k := min(piece, len(rest))
					c.h.Write(rest[:k])
					rest = rest[k:]
				}
				if got := c.h.Sum(nil); !bytes.Equal(got, want[:32]) {
					t.Fatalf("%s, %d bytes in pieces of %d: %x, not %x", c.name, n, piece, got, want[:32])
				}
				got := make([]byte, len(want))
				c.h.Digest().Read(got)
				if !bytes.Equal(got, want) {
					t.Fatalf("%s, output of %d bytes: %x, not %x", c.name, n, got, want)
				}
			}
		}
		sum, sum512, want := Sum256(message), Sum512(message), outputOf(pure.Plain, message, 64)
		if !bytes.Equal(sum[:], want[:32]) || !bytes.Equal(sum512[:], want) {
			t.Fatalf("%d bytes at once: %x, not %x", n, sum512, want)
		}
	}
}

// Next to where one call of the code does not do, and over the material itself.
func TestDeriveKey(t *testing.T) {
	material := hashtest.Input(tree.CallLen + 1)
	for _, context := range []string{"", "lanesum 2026-11-30 a test", strings.Repeat("context", 10_000)} {
		of := pure.Mode{Key: pure.IV, Flags: pure.DeriveKeyContext}
		derived := of.Hash([]byte(context))
		mode := pure.Keyed(derived[:], pure.DeriveKeyMaterial)
		for _, n := range []int{0, 1, 32, 1024, 1025, tree.CallLen, tree.CallLen + 1} {
			want := outputOf(mode, material[:n], tree.CallLen+1)
			for _, k := range []int{0, 1, 31, 32, 33, 64, 65, 1000, tree.CallLen, tree.CallLen + 1} {
				got := make([]byte, k)
				DeriveKey(context, material[:n], got)
				if !bytes.Equal(got, want[:k]) {
					t.Fatalf("%d bytes from %d for a context of %d", k, n, len(context))
				}
				got = append(got[:0], material...)
				DeriveKey(context, got[:n], got[:k])
				if !bytes.Equal(got[:k], want[:k]) || !bytes.Equal(got[k:], material[k:]) {
					t.Fatalf("%d bytes over %d for a context of %d", k, n, len(context))
				}
			}
		}
	}
}

func TestMany(t *testing.T) {
	var messages [][]byte
	for _, n := range lengths {
		messages = append(messages, hashtest.Input(n), hashtest.Input(n/2))
	}
	out := make([]byte, Size*len(messages))
	Many(messages, out)
	keyed := make([]byte, Size*len(messages))
	key := bytes.Repeat([]byte{9}, 32)
	if err := ManyKeyed(key, messages, keyed); err != nil {
		t.Fatal(err)
	}
	mode := pure.Keyed(key, pure.KeyedHash)
	for i, message := range messages {
		if want := pure.Plain.Hash(message); !bytes.Equal(out[i*Size:][:Size], want[:]) {
			t.Errorf("%d bytes", len(message))
		}
		if want := mode.Hash(message); !bytes.Equal(keyed[i*Size:][:Size], want[:]) {
			t.Errorf("%d bytes with a key", len(message))
		}
	}
	if ManyKeyed(key[:31], messages, keyed) == nil {
		t.Error("a short key is a key")
	}
}

func TestDigestSeeks(t *testing.T) {
	h := New()
	h.Write(hashtest.Input(5000))
	d := h.Digest()
	want := outputOf(pure.Plain, hashtest.Input(5000), 3000)
	for _, at := range []int64{0, 1, 63, 64, 65, 1000, 2999} {
		if _, err := d.Seek(at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 3000-at)
		d.Read(got)
		if !bytes.Equal(got, want[at:]) {
			t.Errorf("output from %d on", at)
		}
		if now, _ := d.Seek(-5, io.SeekCurrent); now != 2995 {
			t.Errorf("at %d", now)
		}
	}
	for _, c := range []struct {
		offset int64
		whence int
	}{{-1, io.SeekStart}, {-5000, io.SeekCurrent}, {0, io.SeekEnd}, {0, 7}} {
		if _, err := d.Seek(c.offset, c.whence); err == nil {
			t.Errorf("no error for %v", c)
		}
	}
}

func TestStateAfterSum(t *testing.T) {
	h := New()
	var message []byte
	for i := range 300 {
		piece := hashtest.Input(i * 7)
		h.Write(piece)
		message = append(message, piece...)
		c := h.Clone()
		c.Write([]byte("another one"))
		want := pure.Plain.Hash(message)
		for range 2 {
			if !bytes.Equal(h.Sum(nil), want[:]) {
				t.Fatalf("after %d pieces", i)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	h, message, sum := New(), hashtest.Input(5000), make([]byte, 0, 32)
	if n := testing.AllocsPerRun(100, func() {
		h.Reset()
		h.Write(message)
		sum = h.Sum(sum[:0])
		Sum256(message)
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzPieces(f *testing.F) {
	f.Add([]byte("abc"), uint16(1))
	f.Fuzz(func(t *testing.T, message []byte, piece uint16) {
		message = bytes.Repeat(message, 1+int(piece)%97)
		h := New()
		for rest := message; len(rest) > 0; {
			k := min(int(piece)+1, len(rest))
			h.Write(rest[:k])
			rest = rest[k:]
		}
		if want := pure.Plain.Hash(message); !bytes.Equal(h.Sum(nil), want[:]) {
			t.Fatalf("%d bytes in pieces of %d", len(message), piece+1)
		}
	})
}
