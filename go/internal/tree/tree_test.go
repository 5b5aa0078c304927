package tree

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/lanesum/lanesum/go/internal/pure"
)

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, 0, n+8)
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, r.Uint64())
	}
	return b[:n:n]
}

var modes = []Mode{
	pure.Plain,
	pure.Keyed([]byte("whats the Elvish word for friend"), pure.KeyedHash),
	pure.Keyed([]byte("whats the Elvish word for friend"), pure.DeriveKeyMaterial),
}

// Neighbours of every number of chunks, in every number, with every end, anywhere.
func TestSubtrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	all := random(r, 600<<10)
	for chunks := 1; chunks <= 256; chunks *= 2 {
		for _, count := range []int{1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 64, 100} {
			for _, short := range []int{0, 1, 63, 64, 1000, 1023} {
				n := chunks*count*ChunkLen - short - r.IntN(chunks)*ChunkLen
				if n > len(all) {
					continue
				}
				m := &modes[r.IntN(len(modes))]
				// Over the 32nd bit, too.
				first := uint64(r.IntN(3)) * (1<<32 - uint64(chunks))
				out := make([][32]byte, (n+chunks*ChunkLen-1)/(chunks*ChunkLen))
				Subtrees(m, all[:n], chunks, first, out)
				for i := range out {
					from := i * chunks * ChunkLen
					want := m.Subtree(all[from:min(n, from+chunks*ChunkLen)], first+uint64(i*chunks))
					if out[i] != want {
						t.Fatalf("%d subtrees of %d chunks, the last %d bytes short: number %d from %d on is %x, not %x",
							count, chunks, short, i, first, out[i], want)
					}
				}
			}
		}
	}
}

func TestParents(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for _, n := range []int{0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 1024, 1025, 3000} {
		for i := range modes {
			m := &modes[i]
			children, out := make([][32]byte, 2*n), make([][32]byte, n)
			for j := range children {
				children[j] = [32]byte(random(r, 32))
			}
			Parents(m, children, out)
			for j := range out {
				both := [64]byte(append(bytes.Clone(children[2*j][:]), children[2*j+1][:]...))
				if want := m.Parent(&both); out[j] != want || Parent(m, &both) != want {
					t.Fatalf("parent %d of %d is %x, not %x", j, n, out[j], want)
				}
			}
		}
	}
}

// Every piece of output within the first block and next to its end, and nothing behind it.
func TestFirstBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for _, n := range []int{0, 10, 64, 200, 2000} {
		for i := range modes {
			var node Node
			message := random(r, n)
			Root(&node, &modes[i], nil, message, 0)
			root := modes[i].Root(nil, message, 0)
			var want [130]byte
			root.Output(0, want[:])
			for at := range 66 {
				for k := range 65 {
					got := append(make([]byte, k), 0xa5)
					if Output(&node, uint64(at), got[:k]); !bytes.Equal(got[:k], want[at:at+k]) || got[k] != 0xa5 {
						t.Fatalf("%d bytes of output from %d on, of %d bytes: %x", k, at, n, got)
					}
				}
			}
		}
	}
}

// A node, its chaining value as an inner one and as the root, and the output.
func TestNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	for _, n := range []int{0, 1, 64, 65, 128, 1000, 1024, 1025, 4096, 20_000, 65_536} {
		for i := range 2 * len(modes) {
			m, message, first := &modes[i/2], random(r, n), uint64(i%2)*uint64(r.Uint32())<<8
			// Whatever was there before.
			node, want := Node{Counter: 7, Block: [64]byte{63: 1}, Len: 9}, m.Root(nil, message, first)
			if Root(&node, m, nil, message, first); node != want {
				t.Fatalf("the node over %d bytes is %v, not %v", n, node, want)
			}
			if Value(&node) != want.Value() || Value(&node) != Subtree(m, message, first) {
				t.Fatalf("the value over %d bytes is %x", n, Value(&node))
			}
			node.Flags |= 8
			if Value(&node) != func() [32]byte { want.Flags |= 8; return want.Value() }() {
				t.Fatalf("the value of a root over %d bytes is %x", n, Value(&node))
			}
			for _, at := range []uint64{0, 1, 63, 64, 1 << 37, 1<<64 - 64} {
				got, output := make([]byte, 70_000), make([]byte, 70_000)
				Output(&node, at, got[:5000+r.IntN(65_000)])
				want.Output(at, output)
				if k := len(bytes.TrimRight(got, "\x00")); !bytes.Equal(got[:k], output[:k]) || k < 4990 {
					t.Fatalf("output from %d on", at)
				}
			}
		}
	}
}
