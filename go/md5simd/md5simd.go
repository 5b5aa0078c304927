// Package md5simd is MD5 of many messages that each have a goroutine, in each other's
// lanes.
//
// It takes the place of github.com/minio/md5-simd, with the same functions and types, on
// every platform. There is no goroutine behind a Server, and no memory but the hashers', of
// which one may gather 32 KiB of pieces of less than 16; larger ones are not copied. A
// goroutine that writes hashes what others have waiting along with its own. Its rate does not change with the hashers there ever were, and
// nothing has to be closed, though Close may be called at any time, and twice.
package md5simd

import (
	stdlib "crypto/md5"
	"encoding"
	"errors"
	"hash"
	"io"
	"sync/atomic"

	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/internal/share"
)

const (
	// BlockSize is the bytes of a block.
	BlockSize = 64
	// Size is the bytes of a digest.
	Size = 16
	// Lanes is how many messages md5-simd hashes at once. Here the CPU says how many.
	Lanes = 16
)

// Server makes hashers that share lanes.
type Server interface {
	// NewHash begins a message. Any goroutine may call it.
	NewHash() Hasher
	// Close does nothing: hashers go on, and more can be made.
	Close()
}

// ServerOptions are md5-simd's.
type ServerOptions struct {
	// UseAVX512 is without effect: LANESUM_ISA caps the instructions.
	UseAVX512 bool
}

// Hasher is a message in pieces. One goroutine may use it at a time.
type Hasher interface {
	hash.Hash
	// Close ends the message: what is written then fails, and Sum and Reset panic.
	Close()
}

type server struct{ group *share.Group }

// NewServer is for as many cores as the program may use.
func NewServer() Server { return NewServerWithOptions(ServerOptions{UseAVX512: true}) }

// NewServerWithOptions is NewServer.
func NewServerWithOptions(ServerOptions) Server {
	if !md5.Available {
		return fallback{}
	}
	return &server{share.New(md5.MD5)}
}

func (s *server) NewHash() Hasher { return &hasher{Message: s.group.New()} }
func (s *server) Close()          {}

// hasher is one in others' lanes.
type hasher struct {
	*share.Message
	closed atomic.Bool
}

var errClosed = errors.New("md5Digest closed")

func (h *hasher) Size() int      { return Size }
func (h *hasher) BlockSize() int { return BlockSize }
func (h *hasher) Close()         { h.closed.Store(true) }

// Write adds a piece, which is free again when it returns.
func (h *hasher) Write(p []byte) (int, error) {
	if h.closed.Load() {
		return 0, errClosed
	}
	return h.Message.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (h *hasher) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(h, r) }

func (h *hasher) Sum(b []byte) []byte {
	if h.closed.Load() {
		panic("sum after close")
	}
	return h.Message.Sum(b)
}

func (h *hasher) Reset() {
	if h.closed.Load() {
		panic("reset after close")
	}
	h.Message.Reset()
}

// Clone is another hasher of the same message so far.
func (h *hasher) Clone() (hash.Cloner, error) {
	if h.closed.Load() {
		return nil, errClosed
	}
	return &hasher{Message: h.Copy()}, nil
}

// MarshalBinary is the state as crypto/md5 encodes it.
func (h *hasher) MarshalBinary() ([]byte, error) { return h.AppendBinary(nil) }

// StdlibHasher is crypto/md5's. It can be cloned and marshalled, as those of a Server can.
func StdlibHasher() Hasher { return &stdlibHasher{stdlibHash: stdlib.New().(stdlibHash)} }

type fallback struct{}

func (fallback) NewHash() Hasher { return StdlibHasher() }
func (fallback) Close()          {}

// stdlibHash is all that crypto/md5's hash does.
type stdlibHash interface {
	hash.Cloner
	encoding.BinaryMarshaler
	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

type stdlibHasher struct {
	stdlibHash
	closed atomic.Bool
}

func (h *stdlibHasher) Close() { h.closed.Store(true) }

func (h *stdlibHasher) Write(p []byte) (int, error) {
	if h.closed.Load() {
		return 0, errClosed
	}
	return h.stdlibHash.Write(p)
}

func (h *stdlibHasher) Sum(b []byte) []byte {
	if h.closed.Load() {
		panic("sum after close")
	}
	return h.stdlibHash.Sum(b)
}

func (h *stdlibHasher) Reset() {
	if h.closed.Load() {
		panic("reset after close")
	}
	h.stdlibHash.Reset()
}

// Clone is another hasher of the same message so far.
func (h *stdlibHasher) Clone() (hash.Cloner, error) {
	if h.closed.Load() {
		return nil, errClosed
	}
	c, err := h.stdlibHash.Clone()
	if err != nil {
		return nil, err
	}
	return &stdlibHasher{stdlibHash: c.(stdlibHash)}, nil
}
