// Package bao is Bao with the functions of lukechampine.com/blake3/bao, whose place it
// takes. Package go/bao of this module has more: readers at positions, slices of several
// ranges, errors that say where.
//
// A group is of 2^group chunks, and group at most 12: a larger one is an error, or where
// there is none, a panic. A length, an offset or a group that the input claims costs no
// memory. Where a function says whether something is verified, all that it has written is.
package bao

import (
	"bytes"
	"errors"
	"io"

	"github.com/lanesum/lanesum/go/bao"
)

func format(group int) (bao.Format, error) {
	g, err := bao.Group(group)
	return bao.Format{}.WithChunkGroup(g), err
}

func must(group int) bao.Format {
	f, err := format(group)
	if err != nil {
		panic(err)
	}
	return f
}

// EncodedSize is the bytes of an encoding of so many bytes.
func EncodedSize(dataLen int, group int, outboard bool) int {
	if outboard {
		return int(must(group).OutboardLen(uint64(dataLen)))
	}
	return int(must(group).EncodedLen(uint64(dataLen)))
}

// Encode encodes the first dataLen bytes of data, and says what the hash is. They are
// written in no order, and each once. With outboard, the tree alone is written.
func Encode(dst io.WriterAt, data io.Reader, dataLen int64, group int, outboard bool) ([32]byte, error) {
	f, err := format(group)
	if err != nil {
		return [32]byte{}, err
	}
	layout := bao.Combined
	if outboard {
		layout = bao.Outboard
	}
	hash, err := f.EncodeAt(dst, layout, io.LimitReader(data, dataLen), uint64(dataLen))
	return hash, plain(err)
}

// plain is an error of the input or output as io has it.
func plain(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// verified is whether something is, and what went wrong beside.
func verified(err error) (bool, error) {
	if err == nil {
		return true, nil
	}
	var is *bao.Error
	if errors.As(err, &is) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return false, plain(err)
}

// Decode writes the verified bytes of data to dst, and says whether all of it is. Without
// outboard, data is a combined encoding. What follows is not read.
func Decode(dst io.Writer, data, outboard io.Reader, group int, root [32]byte) (bool, error) {
	f, err := format(group)
	if err != nil {
		return false, err
	}
	_, err = reader(f, data, outboard, root).WriteTo(dst)
	return verified(err)
}

func reader(f bao.Format, data, outboard io.Reader, root [32]byte) *bao.Reader {
	if outboard == nil {
		return f.NewReader(root, data)
	}
	return f.NewOutboardReader(root, outboard, data)
}

// EncodeBuf is an encoding of data, and its hash.
func EncodeBuf(data []byte, group int, outboard bool) ([]byte, [32]byte) {
	if outboard {
		hash, encoding := must(group).Outboard(data)
		return encoding, hash
	}
	hash, encoding := must(group).Encode(data)
	return encoding, hash
}

// VerifyBuf says whether an encoding is that of the hash, and nothing follows it. Where
// outboard is nil, data is a combined encoding.
func VerifyBuf(data, outboard []byte, group int, root [32]byte) bool {
	f, err := format(group)
	if err != nil {
		return false
	}
	if outboard != nil {
		return f.Verify(root, outboard, data) == nil && uint64(len(outboard)) == f.OutboardLen(uint64(len(data)))
	}
	d := bytes.NewReader(data)
	return f.NewReader(root, d).Verify() == nil && d.Len() == 0
}
