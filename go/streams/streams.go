// Package streams lets goroutines, each with a message of its own that comes in pieces,
// hash in each other's lanes.
//
// There is no goroutine behind a Group, no clock, and nothing to close. What is written is
// read where it is, but pieces of less than 16 KiB, of which a message may gather 32 KiB first.
// Where few write at a time, each hashes alone, as fast as one message goes.
package streams

import (
	"fmt"
	"hash"
	"io"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/internal/merkle"
	"github.com/lanesum/lanesum/go/internal/sha1"
	"github.com/lanesum/lanesum/go/internal/sha256"
	"github.com/lanesum/lanesum/go/internal/sha512"
	"github.com/lanesum/lanesum/go/internal/share"
)

// Group are messages that share lanes.
type Group struct {
	// name is the algorithm's, or the function's.
	name  fmt.Stringer
	alone func() hash.Hash
	group *share.Group
}

// New is for messages of an algorithm, on as many cores as the program may use.
// Algorithms that have no lanes to share, such as BLAKE3, of which one message fills
// them, hash each message alone.
func New(a lanesum.Algorithm) *Group {
	g := &Group{name: a, alone: func() hash.Hash { return lanesum.New(a) }}
	if h := hashes[a]; h != nil && md5.Available {
		g.group = share.New(h)
	}
	return g
}

// Of is for messages of a function. They share no lanes: each is hashed alone.
func Of(f *lanesum.Function) *Group { return &Group{name: f, alone: f.New} }

var hashes = map[lanesum.Algorithm]*merkle.Hash{
	lanesum.MD5:    md5.MD5,
	lanesum.SHA1:   sha1.SHA1,
	lanesum.SHA224: sha256.SHA224,
	lanesum.SHA256: sha256.SHA256,
	lanesum.SHA384: sha512.SHA384,
	lanesum.SHA512: sha512.SHA512,
}

// New begins a message. Any goroutine may call it; one at a time may use the hash. Its
// Write, and its Sum after small pieces, may hash others' meanwhile, or sleep until another
// goroutine has hashed this one's.
func (g *Group) New() hash.Hash {
	if g.group == nil {
		return g.alone()
	}
	return &stream{g.group.New()}
}

// String names the algorithm, or the function.
func (g *Group) String() string { return fmt.Sprintf("streams of %v", g.name) }

type stream struct{ *share.Message }

func (s *stream) Size() int      { return s.Hash().Size }
func (s *stream) BlockSize() int { return s.Hash().Block }

// ReadFrom adds all that a reader has. io.Copy calls it.
func (s *stream) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(s, r) }

// Clone is another message that begins like this one.
func (s *stream) Clone() (hash.Cloner, error) { return &stream{s.Copy()}, nil }

// MarshalBinary is the state as the standard library encodes it.
func (s *stream) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }
