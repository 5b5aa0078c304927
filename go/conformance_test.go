package lanesum_test

import (
	"hash"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/md5simd"
	"github.com/lanesum/lanesum/go/nabhash"
	sha256simd "github.com/lanesum/lanesum/go/sha256simd"
	"github.com/lanesum/lanesum/go/sha3"
	"github.com/lanesum/lanesum/go/streams"
)

// Every New of every package keeps what hash.Hash promises.
func TestEveryNew(t *testing.T) {
	key := []byte("a key of BLAKE2, of any length")
	must := func(h hash.Hash, err error) hash.Hash {
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	all := map[string]func() hash.Hash{
		"blake2b/keyed":   func() hash.Hash { return must(blake2b.New(20, key)) },
		"blake2b/384":     func() hash.Hash { return must(blake2b.New384(nil)) },
		"blake2s/keyed":   func() hash.Hash { return must(blake2s.New256(key)) },
		"blake2s/128":     func() hash.Hash { return must(blake2s.New128(key)) },
		"md5simd":         func() hash.Hash { return md5simd.NewServer().NewHash() },
		"md5simd/stdlib":  func() hash.Hash { return md5simd.StdlibHasher() },
		"sha256simd":      sha256simd.New,
		"sha256simd/224":  sha256simd.New224,
		"nabhash":         nabhash.New,
		"sha3/shake128":   func() hash.Hash { return sha3.NewShake128() },
		"sha3/legacy/256": sha3.NewLegacyKeccak256,
		"sha3/legacy/512": sha3.NewLegacyKeccak512,
		"sha3/384":        func() hash.Hash { return sha3.New384() },
	}
	for _, a := range lanesum.Algorithms() {
		all[a.String()] = func() hash.Hash { return lanesum.New(a) }
		group := streams.New(a)
		all["streams/"+a.String()] = group.New
	}
	for _, of := range functions {
		f := of.function(t)
		all["function/"+of.name] = f.New
		all["streams/function/"+of.name] = streams.Of(f).New
	}
	for name, new := range all {
		t.Run(name, func(t *testing.T) { hashtest.Test(t, new) })
	}
}
