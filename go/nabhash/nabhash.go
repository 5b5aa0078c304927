// Package nabhash is NABHash: one AES round for 16 bytes.
//
// It takes the place of github.com/mengzhuo/nabhash, with the same function and constants,
// and adds Sum and Many. It protects from nothing: two bytes in blocks that follow each
// other cancel by one linear equation. It is here for those who have such digests.
package nabhash

import (
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/nabhash"
	"github.com/lanesum/lanesum/go/internal/intake"
	"github.com/lanesum/lanesum/go/internal/many"
	"github.com/lanesum/lanesum/go/internal/pure"
)

const (
	// Size is the bytes of a digest.
	Size = 16
	// BlockSize is the bytes of a block.
	BlockSize = 64
)

// callLen is the most bytes that a call hashes, which cannot be preempted meanwhile: 50
// microseconds where there are no AES instructions, and 5 where there are.
const callLen = 128 << 10

type digest struct {
	state pure.NABHash
	// held are the bytes after the last whole block.
	held [BlockSize]byte
	len  uint64
}

// start is a message without a byte.
var start = pure.NewNABHash()

// New begins a message. The hash can be marshalled and cloned.
func New() hash.Hash { return &digest{state: start} }

// Sum is the NABHash of a message.
func Sum(data []byte) [Size]byte {
	if len(data) > callLen {
		return sumLong(data)
	}
	return end(&start, data, uint64(len(data)))
}

func sumLong(data []byte) [Size]byte {
	d := digest{state: start}
	d.Write(data)
	return end(&d.state, d.held[:d.nheld()], d.len)
}

// add adds whole blocks to a state: no more than callLen bytes.
func add(state *pure.NABHash, blocks []byte) {
	if !blob.Available {
		state.Blocks(blocks)
		return
	}
	blob.Default.Direct(unsafe.Pointer(state), unsafe.Pointer(unsafe.SliceData(blocks)), len(blocks), 0, nil)
}

// end is the digest of a message of n bytes, of which a state has all but the last ones: no more than
// callLen.
func end(state *pure.NABHash, last []byte, n uint64) (sum [Size]byte) {
	if !blob.Available {
		return state.End(last, n)
	}
	blob.Default.Direct(unsafe.Pointer(state), unsafe.Pointer(unsafe.SliceData(last)), len(last), n, unsafe.Pointer(&sum))
	return sum
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }
func (d *digest) Reset()         { d.state, d.len = start, 0 }

// nheld is how many bytes are held.
func (d *digest) nheld() int { return int(d.len % BlockSize) }

func (d *digest) Write(p []byte) (int, error) {
	n, held := len(p), d.nheld()
	d.len += uint64(n)
	if held > 0 {
		k := copy(d.held[held:], p)
		if p = p[k:]; held+k < BlockSize {
			return n, nil
		}
		add(&d.state, d.held[:])
	}
	for len(p) >= BlockSize {
		now := p[:min(len(p)&^(BlockSize-1), callLen)]
		add(&d.state, now)
		p = p[len(now):]
	}
	if len(p) > 0 {
		copy(d.held[:], p)
	}
	return n, nil
}

// ReadFrom adds all that a reader has. io.Copy calls it.
func (d *digest) ReadFrom(r io.Reader) (int64, error) { return intake.Copy(d, r) }

func (d *digest) Sum(b []byte) []byte {
	sum := end(&d.state, d.held[:d.nheld()], d.len)
	return append(b, sum[:]...)
}

// Clone is another hash of the same message so far.
func (d *digest) Clone() (hash.Cloner, error) {
	c := *d
	return &c, nil
}

// magic begins an encoded state: the chains, a block with what is held, and the length
// follow, as in the standard library's encodings.
const magic = "nab\x01"

const encoded = len(magic) + 64 + BlockSize + 8

// MarshalBinary encodes the state.
func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(make([]byte, 0, encoded)) }

// AppendBinary appends the encoded state.
func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	for i := range d.state {
		b = append(b, d.state[i][:]...)
	}
	n := d.nheld()
	b = append(b, d.held[:n]...)
	b = append(b, make([]byte, BlockSize-n)...)
	return binary.BigEndian.AppendUint64(b, d.len), nil
}

// UnmarshalBinary takes an encoded state.
func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("nabhash: invalid hash state identifier")
	}
	if len(b) != encoded {
		return errors.New("nabhash: invalid hash state size")
	}
	b = b[len(magic):]
	for i := range d.state {
		b = b[copy(d.state[i][:], b):]
	}
	b = b[copy(d.held[:], b):]
	d.len = binary.BigEndian.Uint64(b)
	return nil
}

const (
	// alone is from how many bytes on a message gains nothing from others beside it.
	alone = 16 << 10
	// together is the most bytes that a call hashes of many messages.
	together = 64 << 10
	// Fewer messages than few, and fewer bytes than fewBytes, take longer together than one by one.
	few      = 16
	fewBytes = 24 << 10
)

// Many hashes many messages of any lengths, some side by side, on this core. Digest i is
// at out[i*Size:]. It panics where out is not len(messages)*Size bytes long.
func Many(messages [][]byte, out []byte) {
	many.Check(len(messages), Size, out)
	for i := 0; i < len(messages); {
		end, bytes := i, 0
		for end < len(messages) && blob.Available && len(messages[end]) < alone && bytes < together {
			bytes += len(messages[end]) + BlockSize
			end++
		}
		if end-i >= few || end-i > 1 && bytes >= fewBytes {
			blob.Default.Many(0, Size, messages[i:end], out[i*Size:end*Size], nil, 0)
			i = end
			continue
		}
		for end = max(end, i+1); i < end; i++ {
			sum := Sum(messages[i])
			copy(out[i*Size:], sum[:])
		}
	}
}
