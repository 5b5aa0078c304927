package sha3

import (
	"bytes"
	"crypto/sha3"
	"encoding/hex"
	"hash"
	"math/rand/v2"
	"testing"

	xsha3 "golang.org/x/crypto/sha3"
)

var (
	_ hash.Hash              = New256()
	_ hash.Cloner            = New512()
	_ hash.XOF               = NewSHAKE128()
	_ ShakeHash              = NewShake256()
	_ *SHA3                  = New224()
	_ func() hash.Hash       = NewLegacyKeccak256
	_ func() xsha3.ShakeHash = NewShake128
)

// The empty message: FIPS 202's examples, SP 800-185's, and Ethereum's empty account.
func TestGolden(t *testing.T) {
	cshake := NewCSHAKE128(nil, []byte("Email Signature"))
	cshake.Write([]byte{0, 1, 2, 3})
	customized := make([]byte, 32)
	cshake.Read(customized)
	sum256, sum512 := Sum256(nil), Sum512(nil)
	for want, got := range map[string][]byte{
		"a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a":                                                                 sum256[:],
		"a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26": sum512[:],
		"7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26":                                                                 SumSHAKE128(nil, 32),
		"46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f":                                                                 SumSHAKE256(nil, 32),
		"c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470":                                                                 NewLegacyKeccak256().Sum(nil),
		"c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5":                                                                 customized,
	} {
		if hex.EncodeToString(got) != want {
			t.Errorf("%x, not %s", got, want)
		}
	}
}

// Many of all lengths, and outputs of SHAKE of all lengths, by every function.
func TestMany(t *testing.T) { both(t, testMany) }

func testMany(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 202))
	shake := func(sum func([]byte, int) []byte, n int) func([]byte) []byte {
		return func(m []byte) []byte { return sum(m, n) }
	}
	one := func(new func() hash.Hash) func([]byte) []byte {
		return func(m []byte) []byte { h := new(); h.Write(m); return h.Sum(nil) }
	}
	type function struct {
		name string
		size int
		many func([][]byte, []byte)
		one  func([]byte) []byte
	}
	functions := []function{
		{"SHA3-224", Size224, Many224, one(func() hash.Hash { return sha3.New224() })},
		{"SHA3-256", Size256, Many256, one(func() hash.Hash { return sha3.New256() })},
		{"SHA3-384", Size384, Many384, one(func() hash.Hash { return sha3.New384() })},
		{"SHA3-512", Size512, Many512, one(func() hash.Hash { return sha3.New512() })},
		{"Keccak-256", Size256, ManyLegacyKeccak256, one(xsha3.NewLegacyKeccak256)},
		{"Keccak-512", Size512, ManyLegacyKeccak512, one(xsha3.NewLegacyKeccak512)},
	}
	for _, n := range []int{0, 1, 32, 135, 136, 137, 168, 169, 400, inLanes, inLanes + 1, 3000} {
		functions = append(functions,
			function{"SHAKE128", n, func(m [][]byte, out []byte) { ManySHAKE128(n, m, out) }, shake(sha3.SumSHAKE128, n)},
			function{"SHAKE256", n, func(m [][]byte, out []byte) { ManySHAKE256(n, m, out) }, shake(sha3.SumSHAKE256, n)})
	}
	for _, f := range functions {
		for _, count := range []int{0, 1, 2, 9, 70} {
			messages := make([][]byte, count)
			for i := range messages {
				messages[i] = make([]byte, r.IntN(1<<r.IntN(12)))
				for j := range messages[i] {
					messages[i][j] = byte(r.Uint32())
				}
			}
			out := make([]byte, count*f.size)
			f.many(messages, out)
			for i, message := range messages {
				if want := f.one(message); !bytes.Equal(out[i*f.size:][:f.size], want) {
					t.Fatalf("%s, %d bytes: message %d of %d, %d bytes: %x, not %x",
						f.name, f.size, i, count, len(message), out[i*f.size:][:f.size], want)
				}
			}
		}
	}
}

func TestXCrypto(t *testing.T) {
	message := []byte("a message")
	got, want := make([]byte, 100), make([]byte, 100)
	for _, c := range []struct{ ours, theirs func([]byte, []byte) }{{ShakeSum128, xsha3.ShakeSum128}, {ShakeSum256, xsha3.ShakeSum256}} {
		c.ours(got, message)
		c.theirs(want, message)
		if !bytes.Equal(got, want) {
			t.Errorf("%x, not %x", got, want)
		}
	}
	for _, h := range []ShakeHash{NewShake128(), NewCShake128(nil, nil)} {
		h.Write(message)
		clone := h.Clone()
		h.Read(got)
		clone.Read(want)
		if !bytes.Equal(got, want) || !bytes.Equal(got, SumSHAKE128(message, len(got))) {
			t.Errorf("%x, not %x", got, want)
		}
	}
}

func TestNegativeLength(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("-1 bytes of output")
		}
	}()
	ManySHAKE128(-1, nil, nil)
}
