// Package tests judges the code of all families, on all instruction sets of this CPU,
// by the standard library and golang.org/x/crypto.
package tests

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
	"slices"
	"testing"
	"unsafe"

	blobBLAKE2b "github.com/lanesum/lanesum/go/internal/blob/blake2b"
	blobBLAKE2s "github.com/lanesum/lanesum/go/internal/blob/blake2s"
	blobBLAKE3 "github.com/lanesum/lanesum/go/internal/blob/blake3"
	blobMD5 "github.com/lanesum/lanesum/go/internal/blob/md5"
	blobNABHash "github.com/lanesum/lanesum/go/internal/blob/nabhash"
	blobSHA1 "github.com/lanesum/lanesum/go/internal/blob/sha1"
	blobSHA256 "github.com/lanesum/lanesum/go/internal/blob/sha256"
	blobSHA3 "github.com/lanesum/lanesum/go/internal/blob/sha3"
	blobSHA512 "github.com/lanesum/lanesum/go/internal/blob/sha512"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/pure"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	xsha3 "golang.org/x/crypto/sha3"
)

// blob is the code of a family.
type blob interface {
	Many(which uint64, size int, messages [][]byte, out []byte, more unsafe.Pointer, n uint64)
	Kernels() []engine.Kernel
	Most() int
	Time(clock func() int64) int64
}

// algorithm is one, and who judges it.
type algorithm struct {
	name  string
	on    func(cpu.Set) blob
	which uint64
	size  int
	block int
	more  unsafe.Pointer
	n     uint64
	new   func() hash.Hash
}

var key = []byte("a key of BLAKE2, of any length")

// What BLAKE2 is told: a salt and a personalisation, both empty, and a key.
var toldBLAKE2b, toldBLAKE2s = append(make([]byte, 32), key...), append(make([]byte, 16), key...)

func must(h hash.Hash, err error) hash.Hash {
	if err != nil {
		panic(err)
	}
	return h
}

var mode = pure.Plain

var algorithms = []algorithm{
	{name: "md5", on: func(s cpu.Set) blob { return blobMD5.On(s) }, size: 16, block: 64, new: md5.New},
	{name: "sha1", on: func(s cpu.Set) blob { return blobSHA1.On(s) }, size: 20, block: 64, new: sha1.New},
	{name: "sha256", on: func(s cpu.Set) blob { return blobSHA256.On(s) }, size: 32, block: 64, new: sha256.New},
	{name: "sha224", on: func(s cpu.Set) blob { return blobSHA256.On(s) }, which: 1, size: 28, block: 64, new: sha256.New224},
	{name: "sha512", on: func(s cpu.Set) blob { return blobSHA512.On(s) }, size: 64, block: 128, new: sha512.New},
	{name: "sha384", on: func(s cpu.Set) blob { return blobSHA512.On(s) }, which: 1, size: 48, block: 128, new: sha512.New384},
	{name: "sha512-224", on: func(s cpu.Set) blob { return blobSHA512.On(s) }, which: 2, size: 28, block: 128, new: sha512.New512_224},
	{name: "sha512-256", on: func(s cpu.Set) blob { return blobSHA512.On(s) }, which: 3, size: 32, block: 128, new: sha512.New512_256},
	{name: "blake2b", on: func(s cpu.Set) blob { return blobBLAKE2b.On(s) }, which: 64, size: 64, block: 128,
		new: func() hash.Hash { return must(blake2b.New512(nil)) }},
	{name: "blake2b-160-keyed", on: func(s cpu.Set) blob { return blobBLAKE2b.On(s) }, which: 20, size: 20, block: 128,
		more: unsafe.Pointer(&toldBLAKE2b[0]), n: uint64(len(key)),
		new: func() hash.Hash { return must(blake2b.New(20, key)) }},
	{name: "blake2s", on: func(s cpu.Set) blob { return blobBLAKE2s.On(s) }, which: 32, size: 32, block: 64,
		new: func() hash.Hash { return must(blake2s.New256(nil)) }},
	{name: "blake2s-keyed", on: func(s cpu.Set) blob { return blobBLAKE2s.On(s) }, which: 32, size: 32, block: 64,
		more: unsafe.Pointer(&toldBLAKE2s[0]), n: uint64(len(key)),
		new: func() hash.Hash { return must(blake2s.New256(key)) }},
	{name: "blake3", on: func(s cpu.Set) blob { return blobBLAKE3.On(s) }, size: 32, block: 1024,
		more: unsafe.Pointer(&mode),
		new:  func() hash.Hash { return &whole{32, plainBLAKE3, nil} }},
	{name: "sha3-224", on: onSHA3, which: 0, size: 28, n: 28, block: 144, new: func() hash.Hash { return sha3.New224() }},
	{name: "sha3-256", on: onSHA3, which: 1, size: 32, n: 32, block: 136, new: func() hash.Hash { return sha3.New256() }},
	{name: "sha3-384", on: onSHA3, which: 2, size: 48, n: 48, block: 104, new: func() hash.Hash { return sha3.New384() }},
	{name: "sha3-512", on: onSHA3, which: 3, size: 64, n: 64, block: 72, new: func() hash.Hash { return sha3.New512() }},
	{name: "shake128", on: onSHA3, which: 4, size: 400, n: 400, block: 168,
		new: func() hash.Hash {
			return &whole{400, func(m, b []byte) []byte { return append(b, sha3.SumSHAKE128(m, 400)...) }, nil}
		}},
	{name: "shake256", on: onSHA3, which: 5, size: 64, n: 64, block: 136,
		new: func() hash.Hash {
			return &whole{64, func(m, b []byte) []byte { return append(b, sha3.SumSHAKE256(m, 64)...) }, nil}
		}},
	{name: "keccak-256", on: onSHA3, which: 6, size: 32, n: 32, block: 136, new: xsha3.NewLegacyKeccak256},
	{name: "keccak-512", on: onSHA3, which: 7, size: 64, n: 64, block: 72, new: xsha3.NewLegacyKeccak512},
	{name: "nabhash", on: func(s cpu.Set) blob { return blobNABHash.On(s) }, size: 16, block: 64,
		new: func() hash.Hash { return &whole{16, plainNABHash, nil} }},
}

func onSHA3(s cpu.Set) blob { return blobSHA3.On(s) }

func plainBLAKE3(message, b []byte) []byte {
	sum := pure.Plain.Hash(message)
	return append(b, sum[:]...)
}

func plainNABHash(message, b []byte) []byte {
	state, whole := pure.NewNABHash(), len(message)&^63
	state.Blocks(message[:whole])
	sum := state.End(message[whole:], uint64(len(message)))
	return append(b, sum[:]...)
}

// whole is a hash of a message as a whole.
type whole struct {
	size    int
	sum     func(message, b []byte) []byte
	message []byte
}

func (w *whole) Write(p []byte) (int, error) { w.message = append(w.message, p...); return len(p), nil }
func (w *whole) Reset()                      { w.message = w.message[:0] }
func (w *whole) Size() int                   { return w.size }
func (w *whole) BlockSize() int              { return 64 }
func (w *whole) Sum(b []byte) []byte         { return w.sum(w.message, b) }

// each runs a test for each algorithm on each set of instructions that LANESUM_ISA could
// allow here, but those that add no kernel.
func each(t *testing.T, test func(t *testing.T, a *algorithm, b blob)) {
	if !blobMD5.Available {
		t.Skip("no assembly on this platform")
	}
	for i := range algorithms {
		a := &algorithms[i]
		judged = map[stretch][]byte{}
		var before []engine.Kernel
		for _, isa := range cpu.Allowed.List() {
			set := cpu.Restrict(isa.String())
			kernels := a.on(set).Kernels()
			if slices.Equal(kernels, before) {
				continue
			}
			before = kernels
			t.Run(a.name+"/"+isa.String(), func(t *testing.T) { test(t, a, a.on(set)) })
		}
	}
}

// stretch is a message by where it lies: messages are in the pool, or mapped while a test
// runs, and nothing writes to them.
type stretch struct {
	at  uintptr
	len int
}

// judged are the digests of messages by an algorithm's judge, for all sets of instructions.
var judged map[stretch][]byte

// judge is what the algorithm's judge says of a message.
func judge(a *algorithm, message []byte) []byte {
	key := stretch{uintptr(unsafe.Pointer(unsafe.SliceData(message))), len(message)}
	digest, ok := judged[key]
	if !ok {
		h := a.new()
		h.Write(message)
		digest = h.Sum(nil)
		judged[key] = digest
	}
	return digest
}

// check compares digests with what the judge says.
func check(t *testing.T, a *algorithm, b blob, messages [][]byte) {
	t.Helper()
	out := make([]byte, len(messages)*a.size)
	b.Many(a.which, a.size, messages, out, a.more, a.n)
	for i, message := range messages {
		if want := judge(a, message); string(want) != string(out[i*a.size:][:a.size]) {
			t.Fatalf("message %d of %d, %d bytes: %x, not %x", i, len(messages), len(message), out[i*a.size:][:a.size], want)
		}
	}
}
