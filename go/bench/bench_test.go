// Package bench measures the packages of the module beside what a user would pick
// instead, one after the other in the same run, wall time and CPU time. It is a module of
// its own, so that the packages need none of the peers.
//
// The script run repeats it and compares by benchstat: a name ends with by=, and who it is.
package bench

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash"
	"sync"
	"syscall"
	"testing"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/md5simd"
	peermd5simd "github.com/minio/md5-simd"
	zeebo "github.com/zeebo/blake3"
	luke "lukechampine.com/blake3"
)

// cpu is the CPU time of this process, in nanoseconds.
func cpu() int64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Utime.Nano() + u.Stime.Nano()
}

// run measures f, which hashes so many bytes.
func run(b *testing.B, name string, bytes int, f func()) {
	b.Run(name, func(b *testing.B) {
		f()
		b.SetBytes(int64(bytes))
		start := cpu()
		for b.Loop() {
			f()
		}
		b.ReportMetric(float64(cpu()-start)/float64(b.N), "cpu-ns/op")
	})
}

func messages(count, length int) [][]byte {
	all := make([][]byte, count)
	for i := range all {
		// Large ones lie at the start of a page, where they would push each other out of the
		// first level's cache.
		offset := 0
		if length > 4096 {
			offset = 64 * (i % 64)
		}
		all[i] = make([]byte, length+offset)[offset:]
		for j := range all[i] {
			all[i][j] = byte(i + j)
		}
	}
	return all
}

func BenchmarkMany(b *testing.B) {
	for _, shape := range []struct{ count, length int }{{64, 64 << 10}, {100_000, 64}, {1000, 1000}} {
		m := messages(shape.count, shape.length)
		for _, a := range lanesum.Algorithms() {
			out := make([]byte, len(m)*a.Size())
			name := fmt.Sprintf("%v/%dx%d/", a, shape.count, shape.length)
			run(b, name+"by=lanesum", shape.count*shape.length, func() { lanesum.HashMany(a, m, out) })
			run(b, name+"by=one-by-one", shape.count*shape.length, func() {
				for i := range m {
					lanesum.Sum(a, m[i], out[i*a.Size():i*a.Size()])
				}
			})
		}
	}
}

// goroutines has so many write 32 KiB at a time, 4 MiB each.
func goroutines(n int, new func() hash.Hash, end func(hash.Hash)) {
	var wait sync.WaitGroup
	for range n {
		wait.Go(func() {
			h := new()
			piece := make([]byte, 32<<10)
			for range 128 {
				h.Write(piece)
			}
			h.Sum(nil)
			end(h)
		})
	}
	wait.Wait()
}

func BenchmarkMD5Goroutines(b *testing.B) {
	server := peermd5simd.NewServer()
	defer server.Close()
	ours := md5simd.NewServer()
	for _, n := range []int{1, 2, 16, 64} {
		name := fmt.Sprintf("%d/", n)
		run(b, name+"by=lanesum", n*4<<20, func() {
			goroutines(n, func() hash.Hash { return ours.NewHash() }, func(h hash.Hash) { h.(md5simd.Hasher).Close() })
		})
		run(b, name+"by=md5-simd", n*4<<20, func() {
			goroutines(n, func() hash.Hash { return server.NewHash() }, func(h hash.Hash) { h.(peermd5simd.Hasher).Close() })
		})
		run(b, name+"by=crypto-md5", n*4<<20, func() { goroutines(n, md5.New, func(hash.Hash) {}) })
	}
}

// After 100,000 hashers were made, used and closed.
func BenchmarkMD5After100000(b *testing.B) {
	s := md5simd.NewServer()
	for range 100_000 {
		h := s.NewHash()
		h.Write([]byte("x"))
		h.Sum(nil)
		h.Close()
	}
	run(b, "16/by=lanesum", 64<<20, func() {
		goroutines(16, func() hash.Hash { return s.NewHash() }, func(h hash.Hash) { h.(md5simd.Hasher).Close() })
	})
}

func BenchmarkBLAKE3(b *testing.B) {
	for _, n := range []int{16, 50, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 16 << 20} {
		m := messages(1, n)[0]
		name := fmt.Sprintf("%d/", n)
		run(b, name+"by=lanesum", n, func() { blake3.Sum256(m) })
		run(b, name+"by=zeebo", n, func() { zeebo.Sum256(m) })
		run(b, name+"by=luke", n, func() { luke.Sum256(m) })
	}
}

func BenchmarkBLAKE3Writes(b *testing.B) {
	for _, n := range []int{64, 1000, 4096, 32 << 10} {
		piece := messages(1, n)[0]
		name := fmt.Sprintf("%d/", n)
		for _, h := range []struct {
			name string
			hash.Hash
		}{{"lanesum", blake3.New()}, {"zeebo", zeebo.New()}, {"luke", luke.New(32, nil)}} {
			var sum [32]byte
			run(b, name+"by="+h.name, 1<<20/n*n, func() {
				h.Reset()
				for range 1 << 20 / n {
					h.Write(piece)
				}
				h.Sum(sum[:0])
			})
		}
	}
}

// More output than a hash, and a key of 32 bytes.
func BenchmarkBLAKE3Outputs(b *testing.B) {
	for _, n := range []int{0, 64, 200, 1 << 10, 4 << 10, 64 << 10, 1 << 20} {
		m, name := messages(1, n)[0], fmt.Sprintf("Sum512/%d/", n)
		run(b, name+"by=lanesum", n, func() { blake3.Sum512(m) })
		run(b, name+"by=zeebo", n, func() { zeebo.Sum512(m) })
		run(b, name+"by=luke", n, func() { luke.Sum512(m) })
	}
	for _, n := range []int{64, 300, 3000} {
		m, out, name := messages(1, n)[0], make([]byte, 64), fmt.Sprintf("Digest/%d/", n)
		ours, zeebos, lukes := blake3.New(), zeebo.New(), luke.New(64, nil)
		run(b, name+"by=lanesum", n, func() { ours.Reset(); ours.Write(m); ours.Digest().Read(out) })
		run(b, name+"by=zeebo", n, func() { zeebos.Reset(); zeebos.Write(m); zeebos.Digest().Read(out) })
		run(b, name+"by=luke", n, func() { lukes.Reset(); lukes.Write(m); lukes.XOF().Read(out) })
	}
	for _, n := range []int{8, 32, 64, 300} {
		out, name := make([]byte, n), fmt.Sprintf("Read/%d/", n)
		ours, zeebos, lukes := blake3.New().Digest(), zeebo.New().Digest(), luke.New(64, nil).XOF()
		run(b, name+"by=lanesum", n, func() { ours.Read(out) })
		run(b, name+"by=zeebo", n, func() { zeebos.Read(out) })
		run(b, name+"by=luke", n, func() { lukes.Read(out) })
	}
	context, material := "lanesum's benchmark of 2026-11-30, a key", messages(1, 32)[0]
	for _, n := range []int{32, 64, 1 << 10} {
		out, name := make([]byte, n), fmt.Sprintf("DeriveKey/%d/", n)
		run(b, name+"by=lanesum", n, func() { blake3.DeriveKey(context, material, out) })
		run(b, name+"by=zeebo", n, func() { zeebo.DeriveKey(context, material, out) })
		run(b, name+"by=luke", n, func() { luke.DeriveKey(out, context, material) })
	}
}

// One large message on all cores: as many as -cpu says.
func BenchmarkBLAKE3AllCores(b *testing.B) {
	for _, n := range []int{1 << 20, 16 << 20, 64 << 20} {
		m := messages(1, n)[0]
		name := fmt.Sprintf("%d/", n)
		run(b, name+"by=lanesum", n, func() { blake3.SumParallel(m) })
		run(b, name+"by=luke", n, func() { luke.Sum256(m) })
	}
}

func BenchmarkBLAKE3Many(b *testing.B) {
	for _, n := range []int{32, 64, 200, 1024, 3000} {
		m := messages(10_000, n)
		out := make([]byte, 32*len(m))
		name := fmt.Sprintf("%d/", n)
		run(b, name+"by=lanesum", n*len(m), func() { blake3.Many(m, out) })
		run(b, name+"by=zeebo", n*len(m), func() {
			for i := range m {
				sum := zeebo.Sum256(m[i])
				copy(out[32*i:], sum[:])
			}
		})
	}
}

// Both append the digest, as a program does that keeps it.
func BenchmarkSum16(b *testing.B) {
	m, out := messages(1, 16)[0], make([]byte, 0, 64)
	for _, c := range []struct {
		algorithm lanesum.Algorithm
		peer      func()
	}{
		{lanesum.MD5, func() { d := md5.Sum(m); out = append(out[:0], d[:]...) }},
		{lanesum.SHA1, func() { d := sha1.Sum(m); out = append(out[:0], d[:]...) }},
		{lanesum.SHA256, func() { d := sha256.Sum256(m); out = append(out[:0], d[:]...) }},
		{lanesum.SHA512, func() { d := sha512.Sum512(m); out = append(out[:0], d[:]...) }},
	} {
		run(b, c.algorithm.String()+"/by=lanesum", 16, func() { out = lanesum.Sum(c.algorithm, m, out[:0]) })
		run(b, c.algorithm.String()+"/by=crypto", 16, c.peer)
	}
}
