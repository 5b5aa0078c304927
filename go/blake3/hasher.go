// Package blake3 is BLAKE3: one message as a tree of chunks in the lanes of the CPU's
// vectors, and many messages whose chunks share them.
//
// It takes the place of github.com/zeebo/blake3, with the same functions and types, and
// adds Many and ManyKeyed. Sum and Digest change nothing, so several goroutines may call
// them at a time.
package blake3

import (
	"errors"
	"io"
	"math/bits"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/pure"
	"github.com/lanesum/lanesum/go/internal/tree"
)

const (
	// Size is the bytes of a digest.
	Size = 32
	// BlockSize is the bytes of a block.
	BlockSize = 64
	// KeySize is the bytes of a key.
	KeySize = 32
)

// heldLen is how many bytes a hasher gathers, so that small pieces fill the lanes too: eight
// chunks. With 16 they fill AVX-512's, but to make a hasher costs half as much again, and most
// messages are short.
const heldLen = 8 << 10

// stackLen is more than the subtrees of any message: 2^54 chunks, and the halves of the root.
const stackLen = 56

// Hasher is a message in pieces. It may be copied by value; New and its like make one.
type Hasher struct {
	mode pure.Mode
	// stack are the chaining values of the subtrees so far, from the left: each has
	// twice the chunks of the next, or more, but for the last two, which may still be
	// halves of the root. One is never alone where nothing follows.
	// The last places have the values, if there are any.
	stack  [stackLen][32]byte
	nstack int
	// nvalues is the number of values, which follow them.
	nvalues int
	// held is what follows all these. Where it is not empty, the subtrees are merged as far
	// as their sizes go.
	held  [heldLen]byte
	nheld int
	// done is the bytes in the subtrees, and in what has values.
	done uint64
}

// New begins a message.
func New() *Hasher { return &Hasher{mode: pure.Plain} }

// NewKeyed begins a message with a key of 32 bytes.
func NewKeyed(key []byte) (*Hasher, error) {
	if len(key) != KeySize {
		return nil, errors.New("blake3: invalid key size")
	}
	h := new(Hasher)
	tree.SetKey(&h.mode, (*[KeySize]byte)(key), pure.KeyedHash)
	return h, nil
}

// NewDeriveKey begins key material, from which a key is derived for a context: a string
// that nobody else uses, hardcoded and unique to the purpose.
func NewDeriveKey(context string) *Hasher {
	h := new(Hasher)
	derive(&h.mode, context)
	return h
}

// derive makes m the mode of key material for a context.
func derive(m *pure.Mode, context string) {
	key := sum256(&pure.Context, unsafe.Slice(unsafe.StringData(context), len(context)))
	tree.SetKey(m, &key, pure.DeriveKeyMaterial)
}

// DeriveKey derives a key, or as many bytes as out has, from material.
func DeriveKey(context string, material []byte, out []byte) {
	var m pure.Mode
	derive(&m, context)
	extended(&m, material, out)
}

// Begin begins a message in a mode, which only the packages of this module can name: another
// type of hasher, with this one in it, need not make one and copy it.
func (h *Hasher) Begin(m *pure.Mode) {
	h.mode = *m
	h.Reset()
}

// Size is the bytes of a digest.
func (h *Hasher) Size() int { return Size }

// BlockSize is the bytes of a block.
func (h *Hasher) BlockSize() int { return BlockSize }

// Reset begins another message, in the same mode and with the same key.
func (h *Hasher) Reset() { h.nstack, h.nvalues, h.nheld, h.done = 0, 0, 0, 0 }

// Clone is another hasher of the same message so far.
func (h *Hasher) Clone() *Hasher {
	c := *h
	return &c
}

// Write adds a piece to the message. It never fails, and keeps nothing of p.
func (h *Hasher) Write(p []byte) (int, error) {
	if h.nheld > 0 && h.done%heldLen == 0 && len(p) <= heldLen-h.nheld {
		// What most small pieces are: nothing but held.
		h.nheld += copy(h.held[h.nheld:], p)
		return len(p), nil
	}
	rest := h.fill(p)
	if len(rest) > heldLen {
		h.settle()
	}
	for len(rest) > heldLen {
		now := rest[:h.largest(min(len(rest), tree.CallLen))]
		h.pushBoth(tree.Children(&h.mode, now, h.done/tree.ChunkLen), len(now))
		rest = rest[len(now):]
	}
	h.hold(rest)
	return len(p), nil
}

// fill adds to what is held, until the next subtree can be as long as that may be. What
// it leaves of p is not empty, or all is held.
func (h *Hasher) fill(p []byte) []byte {
	for h.nheld > 0 || h.largest(heldLen) < heldLen {
		k := copy(h.held[h.nheld:h.largest(heldLen)], p)
		if h.nheld == 0 && k > 0 {
			h.merge()
		}
		h.nheld += k
		if p = p[k:]; len(p) == 0 {
			break
		}
		// More follows: this is not the root.
		h.pushHeld()
	}
	return p
}

// pushBoth adds the last subtree so far, of n bytes, by its halves: it may be the root.
func (h *Hasher) pushBoth(both [64]byte, n int) {
	h.push([32]byte(both[:32]), n/2)
	h.push([32]byte(both[32:]), n/2)
}

// hold holds the end of a piece.
func (h *Hasher) hold(p []byte) {
	if len(p) > 0 {
		h.merge()
		h.nheld = copy(h.held[:], p)
	}
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (h *Hasher) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(h, r) }

// WriteString adds a piece to the message.
func (h *Hasher) WriteString(s string) (int, error) {
	// Write does not change it.
	return h.Write(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// largest is how many bytes the largest whole subtree has that can come next, of at most
// n: it lies at a multiple of its length.
func (h *Hasher) largest(n int) int {
	n = 1 << (bits.Len(uint(n)) - 1)
	if h.done > 0 {
		// In 64 bits: from 2 GiB on it is more than some platforms' int holds.
		n = int(min(uint64(n), h.done&-h.done))
	}
	return n
}

// pushHeld adds what is held, whole chunks that are not the last.
func (h *Hasher) pushHeld() {
	if h.nheld == heldLen && h.fits() {
		h.addPairs(h.held[:])
		h.nheld = 0
		if h.nvalues == waiting {
			h.settle()
		}
		return
	}
	for rest := h.held[:h.nheld]; len(rest) > 0; {
		now := rest[:h.largest(len(rest))]
		h.push(tree.Subtree(&h.mode, now, h.done/tree.ChunkLen), len(now))
		rest = rest[len(now):]
	}
	h.nheld = 0
}

// push adds a subtree of n bytes.
func (h *Hasher) push(cv [32]byte, n int) {
	h.merge()
	h.stack[h.nstack] = cv
	h.nstack++
	h.done += uint64(n)
}

// settle makes subtrees of what has values. What is before them is merged as far as its sizes go.
func (h *Hasher) settle() {
	if h.nvalues > 0 {
		h.nstack = len(h.ofValues(h.stack[:h.nstack]))
		h.nvalues = 0
	}
}

// merge makes one of the last subtrees, now that more follows: whole ones of a size are
// children of one parent. What is left are those of the number of chunks in binary; after
// 2^64 bytes, which no message has and only a state that was taken comes near, that begins
// again from 0, and all are one subtree.
func (h *Hasher) merge() {
	for left := max(1, bits.OnesCount64(h.done/tree.ChunkLen)); h.nstack > left; h.nstack-- {
		var both [64]byte
		copy(both[:], h.stack[h.nstack-2][:])
		copy(both[32:], h.stack[h.nstack-1][:])
		h.stack[h.nstack-2] = tree.Parent(&h.mode, &both)
	}
}

// subtrees are the chaining values of all subtrees, in some room where others have values.
func (h *Hasher) subtrees(room *[stackLen][32]byte) [][32]byte {
	if h.nvalues == 0 {
		return h.stack[:h.nstack]
	}
	return h.ofValues(room[:copy(room[:], h.stack[:h.nstack])])
}

// root makes to the message's root.
func (h *Hasher) root(to *pure.Root) {
	if h.nvalues > 0 {
		h.rootOverValues(to)
	} else {
		h.rootOver(to, h.stack[:h.nstack])
	}
}

// rootOverValues is root where there are values: to zero their subtrees' room takes as long as half
// a block, so nobody else does.
//
//go:noinline
func (h *Hasher) rootOverValues(to *pure.Root) {
	var room [stackLen][32]byte
	h.rootOver(to, h.subtrees(&room))
}

func (h *Hasher) rootOver(to *pure.Root, subtrees [][32]byte) {
	tree.Root(to, &h.mode, subtrees, h.held[:h.nheld], h.done/tree.ChunkLen)
}

func (h *Hasher) sum() (sum [32]byte) {
	if h.nstack+h.nvalues == 0 {
		return tree.Hash(&h.mode, h.held[:h.nheld])
	}
	var r pure.Root
	h.root(&r)
	tree.Output(&r, 0, sum[:])
	return sum
}

// Sum appends the digest of the message so far. More may follow: nothing is changed.
func (h *Hasher) Sum(b []byte) []byte {
	sum := h.sum()
	return append(b, sum[:]...)
}

// Digest is the extended output of the message so far. It stays the same whatever is
// written then.
func (h *Hasher) Digest() *Digest {
	d := new(Digest)
	h.root(&d.root)
	return d
}

// Sum256 is the hash of a message.
func Sum256(data []byte) [32]byte { return sum256(&pure.Plain, data) }

// sum256 is the hash of a message of any length.
func sum256(m *pure.Mode, data []byte) (sum [32]byte) {
	// Not a copy: what was written in parts and is read in vectors waits.
	if len(data) <= tree.CallLen {
		return tree.Hash(m, data)
	}
	extended(m, data, sum[:])
	return sum
}

// SumParallel is Sum256 by all cores, as many as GOMAXPROCS says. Its goroutines end
// before it does.
func SumParallel(data []byte) [Size]byte {
	if len(data) < parallelLen {
		return Sum256(data)
	}
	h := Hasher{mode: pure.Plain}
	h.WriteParallel(data)
	return h.sum()
}

// Sum512 is the first 64 bytes of the output of a message.
func Sum512(data []byte) (sum [64]byte) {
	extended(&pure.Plain, data, sum[:])
	return sum
}

// extended is the first bytes of the output of a message of any length.
func extended(m *pure.Mode, data, out []byte) {
	if len(data) <= tree.CallLen && len(out) <= tree.CallLen {
		tree.Extended(m, data, out)
		return
	}
	var r pure.Root
	long(&r, m, data)
	tree.Output(&r, 0, out)
}

// long makes to the root of a message of any length.
func long(to *pure.Root, m *pure.Mode, data []byte) {
	if len(data) <= tree.CallLen {
		tree.Root(to, m, nil, data, 0)
		return
	}
	left := pure.LeftLen(len(data))
	both := [2][32]byte{tree.Subtree(m, data[:left], 0), tree.Subtree(m, data[left:], uint64(left/tree.ChunkLen))}
	tree.Root(to, m, both[:], nil, 0)
}
