package lanesum_test

import (
	"bytes"
	"context"
	"encoding"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/race"
	"github.com/lanesum/lanesum/go/sha3"
)

// bytesOf are those that the vectors are of.
func bytesOf(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 7 % 251)
	}
	return b
}

// described is a function by what it is told.
type described struct {
	name      string
	algorithm lanesum.Algorithm
	options   []lanesum.Option
}

func (d described) function(t *testing.T) *lanesum.Function {
	t.Helper()
	f, err := lanesum.NewFunction(d.algorithm, d.options...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var functions = []described{
	{"blake2b", lanesum.BLAKE2b, nil},
	{"blake2b/keyed", lanesum.BLAKE2b, []lanesum.Option{lanesum.WithKey(bytesOf(64)), lanesum.WithOutputLen(20)}},
	{"blake2b/salted", lanesum.BLAKE2b, []lanesum.Option{lanesum.WithSalt(bytesOf(16)), lanesum.WithPersonal(bytesOf(5))}},
	{"blake2b/all", lanesum.BLAKE2b, []lanesum.Option{lanesum.WithKey(bytesOf(3)), lanesum.WithSalt(bytesOf(9)), lanesum.WithPersonal(bytesOf(16)), lanesum.WithOutputLen(63)}},
	{"blake2s", lanesum.BLAKE2s, []lanesum.Option{lanesum.WithOutputLen(17)}},
	{"blake2s/keyed", lanesum.BLAKE2s, []lanesum.Option{lanesum.WithKey(bytesOf(32))}},
	{"blake2s/all", lanesum.BLAKE2s, []lanesum.Option{lanesum.WithKey(bytesOf(3)), lanesum.WithSalt(bytesOf(8)), lanesum.WithPersonal(bytesOf(8)), lanesum.WithOutputLen(1)}},
	{"blake3/keyed", lanesum.BLAKE3, []lanesum.Option{lanesum.WithKey(bytesOf(32))}},
	{"blake3/context", lanesum.BLAKE3, []lanesum.Option{lanesum.WithContext("lanesum 2026 a test"), lanesum.WithOutputLen(200)}},
	{"blake3/short", lanesum.BLAKE3, []lanesum.Option{lanesum.WithKey(bytesOf(32)), lanesum.WithOutputLen(16)}},
	{"blake3/seek", lanesum.BLAKE3, []lanesum.Option{lanesum.WithSeek(math.MaxUint64 - 100), lanesum.WithOutputLen(99)}},
	{"shake128", lanesum.SHAKE128, []lanesum.Option{lanesum.WithOutputLen(500)}},
	{"shake256", lanesum.SHAKE256, []lanesum.Option{lanesum.WithOutputLen(7)}},
	{"sha256", lanesum.SHA256, []lanesum.Option{lanesum.WithOutputLen(32)}},
}

// By hashlib of CPython 3.11: the algorithm, and how many bytes the message, the digest, the
// key, the salt and the personalisation have.
func TestBLAKE2Vectors(t *testing.T) {
	for _, v := range []struct {
		algorithm                          lanesum.Algorithm
		message, size, key, salt, personal int
		digest                             string
	}{
		{lanesum.BLAKE2b, 0, 64, 0, 1, 0, "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce"},
		{lanesum.BLAKE2b, 1, 1, 1, 16, 16, "fc"},
		{lanesum.BLAKE2b, 64, 20, 64, 0, 2, "2122300a24db283b16c641e27c7d784a53fefbcf"},
		{lanesum.BLAKE2b, 127, 63, 5, 15, 16, "49f0f728b8d4c802be913da7b0c89dc2ee5ec1c59d6f5657b6a0cfce4b4a0e03b892978761d866ac2eca021e41f1d7ef5835e7dda1b531bae5057b3a2fdfb0"},
		{lanesum.BLAKE2b, 128, 64, 0, 3, 1, "6b0c70eac104fc9ed99f91d35d5c98b0c547ccd70c5a003c348a95c928987ca243c57b683904fc7515c119022dff26982ddf8b096cd9c59e91fd7f666886284d"},
		{lanesum.BLAKE2b, 129, 32, 63, 0, 15, "949b3da18914c4cb56a312777d5a0d57a93da7188cba80934ea411d14290439b"},
		{lanesum.BLAKE2b, 1000, 64, 64, 16, 16, "e17f80f565008ef4a0be29902a4eb8f4ffae721ea237de6573b7c110ad9b7c90442021aa37ecef130de4dfbb1cdfc3d51398b5bf41edca6a7cabc44922acee56"},
		{lanesum.BLAKE2b, 20000, 7, 16, 16, 0, "fb809ac41003b9"},
		{lanesum.BLAKE2s, 0, 32, 0, 1, 0, "69217a3079908094e11121d042354a7c1f55b6482ca1a51e1b250dfd1ed0eef9"},
		{lanesum.BLAKE2s, 1, 1, 1, 8, 8, "5e"},
		{lanesum.BLAKE2s, 32, 20, 32, 0, 2, "f0644f1e8e3160f86c127cfd648c7c5050771aa7"},
		{lanesum.BLAKE2s, 63, 31, 5, 7, 8, "a330d171b32f714df2b329c48fc2df81a8f19bc462a77038897fa6061b1007"},
		{lanesum.BLAKE2s, 64, 32, 0, 3, 1, "f88c1937fdd9209609ca2ce7ea1c7e3332bd7cd875b4a63539e76ab22f948773"},
		{lanesum.BLAKE2s, 65, 16, 31, 0, 7, "e84abe3cc014b1fbc1887dd24f85de78"},
		{lanesum.BLAKE2s, 1000, 32, 32, 8, 8, "05d8a7b46499ebbab9716d604e515ef4611083f0c4d41b1ef72df88a35aec139"},
		{lanesum.BLAKE2s, 20000, 7, 16, 8, 0, "5cca89792b347d"},
	} {
		options := []lanesum.Option{lanesum.WithOutputLen(v.size), lanesum.WithSalt(bytesOf(v.salt)), lanesum.WithPersonal(bytesOf(v.personal))}
		if v.key > 0 {
			options = append(options, lanesum.WithKey(bytesOf(v.key)))
		}
		f, message := described{"", v.algorithm, options}.function(t), bytesOf(v.message)
		out := make([]byte, 3*v.size)
		f.HashMany([][]byte{message, message, message}, out)
		if got := hex.EncodeToString(f.Sum(message, nil)); got != v.digest || hex.EncodeToString(out) != strings.Repeat(v.digest, 3) {
			t.Errorf("%v of %d bytes: %s and %x, not %s", f, v.message, got, out, v.digest)
		}
	}
}

// From test_vectors.json of BLAKE3's authors: the message's bytes, and the output with the
// key and with the context.
func TestBLAKE3Vectors(t *testing.T) {
	for _, v := range []struct {
		bytes          int
		keyed, derived string
	}{
		{0, "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26b18171a2f22a4b94822c701f107153dba24918c4bae4d2945c20ece13387627d3b73cbf97b797d5e59948c7ef788f54372df45e45e4293c7dc18c1d41144a9758be58960856be1eabbe22c2653190de560ca3b2ac4aa692a9210694254c371e851bc8f",
			"2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d905630c8be290dfcf3e6842f13bddd573c098c3f17361f1f206b8cad9d088aa4a3f746752c6b0ce6a83b0da81d59649257cdf8eb3e9f7d4998e41021fac119deefb896224ac99f860011f73609e6e0e4540f93b273e56547dfd3aa1a035ba6689d89a0"},
		{1025, "357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69", "effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb"},
	} {
		message := make([]byte, v.bytes)
		for i := range message {
			message[i] = byte(i % 251)
		}
		for _, c := range []struct {
			option lanesum.Option
			output string
		}{
			{lanesum.WithKey([]byte("whats the Elvish word for friend")), v.keyed},
			{lanesum.WithContext("BLAKE3 2019-12-27 16:29:52 test vectors context"), v.derived},
		} {
			all, _ := hex.DecodeString(c.output)
			for seek := 0; seek < len(all); seek += 9 {
				f := described{"", lanesum.BLAKE3, []lanesum.Option{c.option, lanesum.WithOutputLen(len(all) - seek), lanesum.WithSeek(uint64(seek))}}.function(t)
				out := make([]byte, 2*f.Size())
				f.HashMany([][]byte{message, message}, out)
				if got := f.Sum(message, nil); !bytes.Equal(got, all[seek:]) || !bytes.Equal(out, append(got, got...)) {
					t.Errorf("%d bytes, from byte %d on: %x and %x, not %x", v.bytes, seek, got, out, all[seek:])
				}
			}
		}
	}
}

// A function's ways lead to one digest, in every lane, and of messages that pause.
func TestFunctions(t *testing.T) {
	for _, d := range functions {
		t.Run(d.name, func(t *testing.T) {
			f := d.function(t)
			for _, lengths := range [][]int{{}, {1000}, {0, 1, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 5000, 40_000, 70_000}, make([]int, 600)} {
				messages := make([][]byte, 5*len(lengths))
				for i := range messages {
					messages[i] = bytesOf(lengths[i%len(lengths)] + i/len(lengths))
				}
				out, parallel := make([]byte, len(messages)*f.Size()), make([]byte, len(messages)*f.Size())
				f.HashMany(messages, out)
				if err := f.HashManyParallel(context.Background(), messages, parallel); err != nil || !bytes.Equal(out, parallel) {
					t.Fatalf("HashManyParallel of %d messages: %v", len(messages), err)
				}
				for i, message := range messages {
					h := f.New()
					io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{bytes.NewReader(message)}, make([]byte, 777))
					want := h.Sum(nil)
					if got := out[i*f.Size() : (i+1)*f.Size()]; !bytes.Equal(got, want) || !bytes.Equal(f.Sum(message, nil), want) {
						t.Fatalf("%d bytes: %x, %x and %x", len(message), got, f.Sum(message, nil), want)
					}
				}
			}
		})
	}
}

// A function that is told nothing is the algorithm, and output of other lengths what the
// packages have.
func TestFunctionsArePackages(t *testing.T) {
	message := bytesOf(3000)
	for _, a := range lanesum.Algorithms() {
		f := described{"", a, nil}.function(t)
		if !bytes.Equal(f.Sum(message, nil), lanesum.Sum(a, message, nil)) || f.String() != a.String() || f.Size() != a.Size() || f.Algorithm() != a {
			t.Errorf("%v", f)
		}
	}
	f := described{"", lanesum.SHAKE256, []lanesum.Option{lanesum.WithOutputLen(1000)}}.function(t)
	if !bytes.Equal(f.Sum(message, nil), sha3.SumSHAKE256(message, 1000)) || f.String() != "shake256-8000" {
		t.Errorf("%v", f)
	}
	derived := make([]byte, 100)
	blake3.DeriveKey("context", message, derived)
	f = described{"", lanesum.BLAKE3, []lanesum.Option{lanesum.WithContext("context"), lanesum.WithOutputLen(100)}}.function(t)
	if !bytes.Equal(f.Sum(message, nil), derived) {
		t.Errorf("%v", f)
	}
}

// A key is the function's own, and goroutines share a function.
func TestFunctionsAreShared(t *testing.T) {
	key := bytesOf(32)
	for _, a := range []lanesum.Algorithm{lanesum.BLAKE2b, lanesum.BLAKE2s, lanesum.BLAKE3} {
		f := described{"", a, []lanesum.Option{lanesum.WithKey(key)}}.function(t)
		want := f.Sum(nil, nil)
		key[0]++
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for n := range 200 {
					if got := f.Sum(bytesOf(n%2*500), nil); n%2 == 0 && !bytes.Equal(got, want) {
						t.Errorf("%v: %x, not %x", a, got, want)
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestFunctionErrors(t *testing.T) {
	for _, c := range []struct {
		algorithm lanesum.Algorithm
		options   []lanesum.Option
		says      string
	}{
		{lanesum.MD5, []lanesum.Option{lanesum.WithKey(bytesOf(3))}, "md5 takes no key"},
		{lanesum.SHA256, []lanesum.Option{lanesum.WithOutputLen(20)}, "the output of sha256 has 32 bytes, not 20"},
		{lanesum.SHA3_256, []lanesum.Option{lanesum.WithSalt(nil)}, "sha3-256 takes no salt"},
		{lanesum.BLAKE2b, []lanesum.Option{lanesum.WithKey(nil)}, "a key of blake2b has 1 to 64 bytes, not 0"},
		{lanesum.BLAKE2b, []lanesum.Option{lanesum.WithContext("")}, "blake2b takes no context"},
		{lanesum.BLAKE2b, []lanesum.Option{lanesum.WithSeek(1)}, "blake2b takes no seeking"},
		{lanesum.BLAKE2b, []lanesum.Option{lanesum.WithOutputLen(0)}, "the output of blake2b has 1 to 64 bytes, not 0"},
		{lanesum.BLAKE2s, []lanesum.Option{lanesum.WithPersonal(bytesOf(9))}, "a personalisation of blake2s has up to 8 bytes, not 9"},
		{lanesum.BLAKE3, []lanesum.Option{lanesum.WithKey(bytesOf(31))}, "a key of blake3 has 32 bytes, not 31"},
		{lanesum.BLAKE3, []lanesum.Option{lanesum.WithOutputLen(-1)}, "the output of blake3 has at least 1 bytes, not -1"},
		{lanesum.BLAKE3, []lanesum.Option{lanesum.WithKey(bytesOf(32)), lanesum.WithContext("")}, "a key and a context exclude each other"},
		{lanesum.BLAKE3, []lanesum.Option{lanesum.WithSeek(math.MaxUint64 - 31)}, "the output ends before that"},
		{lanesum.Algorithm(200), nil, "there is no Algorithm(200)"},
	} {
		if f, err := lanesum.NewFunction(c.algorithm, c.options...); f != nil || err == nil || err.Error() != "lanesum: "+c.says {
			t.Errorf("%v: %v, not %q", c.algorithm, err, c.says)
		}
	}
}

// A hash with a key is not marshalled, and is cloned; a state of another length is taken,
// as x/crypto does, and none that is none.
func TestBLAKE2States(t *testing.T) {
	message := bytesOf(300)
	for _, a := range []lanesum.Algorithm{lanesum.BLAKE2b, lanesum.BLAKE2s} {
		keyed := described{"", a, []lanesum.Option{lanesum.WithKey(message[:20]), lanesum.WithSalt(message[:3])}}.function(t)
		h := keyed.New()
		h.Write(message[:200])
		if _, err := h.(encoding.BinaryMarshaler).MarshalBinary(); err == nil {
			t.Errorf("%v: a key is marshalled", a)
		}
		clone, err := h.(hash.Cloner).Clone()
		if err != nil {
			t.Fatal(err)
		}
		clone.Write(message[200:])
		if !bytes.Equal(clone.Sum(nil), keyed.Sum(message, nil)) || !bytes.Equal(h.Sum(nil), keyed.Sum(message[:200], nil)) {
			t.Errorf("%v: a clone with a key", a)
		}

		short := described{"", a, []lanesum.Option{lanesum.WithOutputLen(9)}}.function(t)
		from, to := short.New(), lanesum.New(a)
		from.Write(message[:200])
		state, _ := from.(encoding.BinaryMarshaler).MarshalBinary()
		if err := to.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		to.Write(message[200:])
		if to.Size() != 9 || !bytes.Equal(to.Sum(nil), short.Sum(message, nil)) {
			t.Errorf("%v: a state of another length", a)
		}
		if to.Reset(); !bytes.Equal(to.Sum(nil), short.Sum(nil, nil)) {
			t.Errorf("%v: Reset after a state of another length", a)
		}
		for _, at := range []int{len(state) - 1, len(state) - 2 - to.BlockSize()} {
			bad := bytes.Clone(state)
			bad[at] = 200
			if to.(encoding.BinaryUnmarshaler).UnmarshalBinary(bad) == nil {
				t.Errorf("%v: a wrong state is taken", a)
			}
		}
	}
}

func ExampleNewFunction() {
	mac, err := lanesum.NewFunction(lanesum.BLAKE2b, lanesum.WithKey([]byte("a key")), lanesum.WithOutputLen(16))
	if err != nil {
		panic(err)
	}
	tags := make([]byte, 2*mac.Size())
	mac.HashMany([][]byte{[]byte("a"), []byte("message")}, tags)
	fmt.Println(mac, bytes.Equal(tags[16:], mac.Sum([]byte("message"), nil)))
	// Output: blake2b-128 true
}

// One message costs no allocation, once there is a hash that nobody uses, but where BLAKE3
// has another length of output: that makes one. Many messages cost none with BLAKE2, whose
// state is made of the parameters once.
func TestFunctionAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("pools lose what they are given")
	}
	message, sum := bytesOf(3000), make([]byte, 0, 500)
	for _, d := range functions {
		if d.algorithm == lanesum.SHAKE128 || d.algorithm == lanesum.SHAKE256 {
			// x/crypto's Clone makes one.
			continue
		}
		f := d.function(t)
		if n := testing.AllocsPerRun(50, func() { f.Sum(message, sum) }); n >= 2 || n >= 1 && d.algorithm != lanesum.BLAKE3 {
			t.Errorf("%s: %v allocations", d.name, n)
		}
		if d.algorithm != lanesum.BLAKE2b && d.algorithm != lanesum.BLAKE2s {
			continue
		}
		messages, out := [][]byte{message, message[:20]}, make([]byte, 2*f.Size())
		if n := testing.AllocsPerRun(50, func() { f.HashMany(messages, out) }); n >= 1 && len(lanesum.Kernels(d.algorithm)) > 0 {
			t.Errorf("%s: %v allocations for many messages", d.name, n)
		}
	}
}
