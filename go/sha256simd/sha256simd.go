// Package sha256 is SHA-256, and SHA-256 of many messages that each have a goroutine, in
// each other's lanes.
//
// It takes the place of github.com/minio/sha256-simd, with the same functions and types
// on every platform, and of crypto/sha256. The hashers of an Avx512Server copy nothing
// and yet are right whatever becomes of a buffer that was written; there is no goroutine
// behind a server.
package sha256

import (
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"sync"

	"github.com/lanesum/lanesum/go/internal/intake"
	internal "github.com/lanesum/lanesum/go/internal/sha256"
	"github.com/lanesum/lanesum/go/internal/share"
)

const (
	// BlockSize is the bytes of a block.
	BlockSize = sha256.BlockSize
	// Size is the bytes of a digest of SHA-256.
	Size = sha256.Size
	// Size224 is the bytes of a digest of SHA-224.
	Size224 = sha256.Size224
	// Avx512ServerUID is sha256-simd's.
	Avx512ServerUID = 16
)

// New begins a message. As with crypto/sha256, the hash can be marshalled and cloned.
func New() hash.Hash { return sha256.New() }

// New224 begins a message of SHA-224.
func New224() hash.Hash { return sha256.New224() }

// Sum256 is the SHA-256 of a message.
func Sum256(data []byte) [Size]byte { return sha256.Sum256(data) }

// Sum224 is the SHA-224 of a message.
func Sum224(data []byte) [Size224]byte { return sha256.Sum224(data) }

// Avx512Server makes hashers that share lanes, with AVX-512 or what else there is.
type Avx512Server struct {
	group *share.Group
	// byUID are the messages of Write and Sum.
	mu    sync.Mutex
	byUID map[uint64]hash.Hash
}

// NewAvx512Server is for as many cores as the program may use.
func NewAvx512Server() *Avx512Server {
	s := &Avx512Server{byUID: map[uint64]hash.Hash{}}
	if internal.Available {
		s.group = share.New(internal.SHA256)
	}
	return s
}

// Process does nothing, and returns: in sha256-simd it serves for ever.
func (s *Avx512Server) Process() {}

func (s *Avx512Server) new() hash.Hash {
	if s.group == nil {
		return sha256.New()
	}
	return message{s.group.New()}
}

func (s *Avx512Server) of(uid uint64) hash.Hash {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.byUID[uid]
	if h == nil {
		h = s.new()
		s.byUID[uid] = h
	}
	return h
}

// Write adds a piece to the message of a number, which its first piece begins. One
// goroutine at a time may write to one message.
func (s *Avx512Server) Write(uid uint64, p []byte) (nn int, err error) { return s.of(uid).Write(p) }

// Sum ends the message of a number with a last piece.
func (s *Avx512Server) Sum(uid uint64, p []byte) (sum [32]byte) {
	h := s.of(uid)
	h.Write(p)
	h.Sum(sum[:0])
	s.mu.Lock()
	delete(s.byUID, uid)
	s.mu.Unlock()
	return sum
}

// message is one in others' lanes.
type message struct{ *share.Message }

func (message) Size() int      { return Size }
func (message) BlockSize() int { return BlockSize }

// Avx512Digest is a message in pieces. One goroutine may use it at a time.
type Avx512Digest struct {
	of     hash.Hash
	final  bool
	result [Size]byte
}

// NewAvx512 begins a message.
func NewAvx512(s *Avx512Server) hash.Hash { return &Avx512Digest{of: s.new()} }

// Size is the bytes of a digest.
func (d *Avx512Digest) Size() int { return Size }

// BlockSize is the bytes of a block.
func (d Avx512Digest) BlockSize() int { return BlockSize }

// Reset begins another message.
func (d *Avx512Digest) Reset() {
	d.of.Reset()
	d.final = false
}

var errFinal = errors.New("Avx512Digest already finalized. Reset first before writing again")

// Write adds a piece, which is free again when it returns. After Sum it fails, as in
// sha256-simd.
func (d *Avx512Digest) Write(p []byte) (nn int, err error) {
	if d.final {
		return 0, errFinal
	}
	return d.of.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (d *Avx512Digest) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(d, r) }

// Sum ends the message, and appends its digest.
func (d *Avx512Digest) Sum(in []byte) (result []byte) {
	if !d.final {
		d.of.Sum(d.result[:0])
		d.final = true
	}
	return append(in, d.result[:]...)
}
