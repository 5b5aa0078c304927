package blake3

import (
	"hash"
	"io"

	"github.com/lanesum/lanesum/go/internal/intake"
)

// XOF is a message in pieces, and then its extended output: a [hash.XOF], as
// crypto/sha3's SHAKE is.
type XOF struct {
	h      *Hasher
	output *Digest
}

var _ hash.XOF = (*XOF)(nil)

// NewXOF begins a message.
func NewXOF() *XOF { return &XOF{h: New()} }

// XOF goes on with the message so far, apart from h.
func (h *Hasher) XOF() *XOF { return &XOF{h: h.Clone()} }

// Write adds a piece to the message. It panics after Read.
func (x *XOF) Write(p []byte) (int, error) {
	if x.output != nil {
		panic("blake3: Write after Read")
	}
	return x.h.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (x *XOF) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(x, r) }

// Read fills p with the next bytes of the output. It never fails.
func (x *XOF) Read(p []byte) (int, error) {
	if x.output == nil {
		x.output = x.h.Digest()
	}
	return x.output.Read(p)
}

// Reset begins another message, in the same mode and with the same key.
func (x *XOF) Reset() {
	x.h.Reset()
	x.output = nil
}

// BlockSize is the bytes of a block.
func (x *XOF) BlockSize() int { return BlockSize }
