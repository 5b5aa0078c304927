package bench

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"testing"

	sha256simd "github.com/lanesum/lanesum/go/sha256simd"
	peersha256simd "github.com/minio/sha256-simd"
)

// A server of sha256-simd polls every microsecond for as long as the process lives, and
// would take a part of whatever is measured after it: so it begins when all others are
// done, in the last file and behind its peers.
func BenchmarkSHA256Goroutines(b *testing.B) {
	counts := []int{1, 16, 64}
	ours := sha256simd.NewAvx512Server()
	for _, n := range counts {
		name := fmt.Sprintf("%d/", n)
		run(b, name+"by=lanesum", n*4<<20, func() {
			goroutines(n, func() hash.Hash { return sha256simd.NewAvx512(ours) }, func(hash.Hash) {})
		})
		run(b, name+"by=crypto-sha256", n*4<<20, func() { goroutines(n, sha256.New, func(hash.Hash) {}) })
	}
	server := peersha256simd.NewAvx512Server()
	for _, n := range counts {
		run(b, fmt.Sprintf("%d/by=sha256-simd-server", n), n*4<<20, func() {
			goroutines(n, func() hash.Hash { return peersha256simd.NewAvx512(server) }, func(hash.Hash) {})
		})
	}
}
