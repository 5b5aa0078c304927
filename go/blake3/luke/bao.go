package blake3

import (
	"io"

	"github.com/lanesum/lanesum/go/blake3/luke/bao"
)

// BaoEncodedSize is [bao.EncodedSize] for single chunks.
//
// Deprecated: Use bao.EncodedSize.
func BaoEncodedSize(dataLen int, outboard bool) int { return bao.EncodedSize(dataLen, 0, outboard) }

// BaoEncode is [bao.Encode] for single chunks.
//
// Deprecated: Use bao.Encode.
func BaoEncode(dst io.WriterAt, data io.Reader, dataLen int64, outboard bool) ([32]byte, error) {
	return bao.Encode(dst, data, dataLen, 0, outboard)
}

// BaoDecode is [bao.Decode] for single chunks.
//
// Deprecated: Use bao.Decode.
func BaoDecode(dst io.Writer, data, outboard io.Reader, root [32]byte) (bool, error) {
	return bao.Decode(dst, data, outboard, 0, root)
}

// BaoEncodeBuf is [bao.EncodeBuf] for single chunks.
//
// Deprecated: Use bao.EncodeBuf.
func BaoEncodeBuf(data []byte, outboard bool) ([]byte, [32]byte) {
	return bao.EncodeBuf(data, 0, outboard)
}

// BaoVerifyBuf is [bao.VerifyBuf] for single chunks.
//
// Deprecated: Use bao.VerifyBuf.
func BaoVerifyBuf(data, outboard []byte, root [32]byte) bool {
	return bao.VerifyBuf(data, outboard, 0, root)
}
