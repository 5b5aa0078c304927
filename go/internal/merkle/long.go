package merkle

import (
	"crypto/fips140"
	"encoding"
	"hash"
	"io"
	"sync"

	"github.com/lanesum/lanesum/go/internal/intake"
)

// validated is whether the program is to hash by a module that is validated, by FIPS 140-3: the
// standard library has one.
var validated = fips140.Enabled()

// Long says whether the kernels add a piece of so many bytes faster than the standard library
// does, and may.
func (h *Hash) Long(bytes int) bool { return bytes >= handoverBytes && h.Faster && !validated }

// standard is what the standard library's hashes are.
type standard interface {
	resumable
	hash.Cloner
	encoding.BinaryMarshaler
}

// long is the standard library's hash, to which the kernels add what is long.
type long struct {
	standard
	hash *Hash
}

// Longer is the standard library's hash, to which the kernels add long pieces where that is worth it,
// and they may: crypto/hmac takes no other type where nothing but FIPS 140-3 is allowed.
func (h *Hash) Longer(std hash.Hash) hash.Hash {
	if s, ok := std.(standard); ok && h.Wrapped && !validated {
		return &long{s, h}
	}
	return std
}

// Write adds a piece. It never fails.
func (l *long) Write(p []byte) (int, error) {
	if l.hash.Long(len(p)) && l.add(p) {
		return len(p), nil
	}
	return l.standard.Write(p)
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (l *long) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(l, r) }

var handovers = sync.Pool{New: func() any { return new(handover) }}

// add adds a piece by the kernels. It is false where the standard library does not hand its state
// over, which is then as before.
func (l *long) add(p []byte) bool {
	o := handovers.Get().(*handover)
	defer handovers.Put(o)
	if o.state.hash = l.hash; !o.take(l.standard) {
		return false
	}
	o.state.Write(p, l.hash.Alone)
	return o.give(l.standard)
}

// Clone is another hash of the same message so far.
func (l *long) Clone() (hash.Cloner, error) {
	clone, err := l.standard.Clone()
	if err != nil {
		return nil, err
	}
	return l.hash.Longer(clone).(hash.Cloner), nil
}
