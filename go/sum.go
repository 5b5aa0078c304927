package lanesum

import (
	"github.com/lanesum/lanesum/go/blake2b"
	"github.com/lanesum/lanesum/go/blake2s"
	"github.com/lanesum/lanesum/go/blake3"
	kernels "github.com/lanesum/lanesum/go/internal/md5"
	"github.com/lanesum/lanesum/go/md5"
	"github.com/lanesum/lanesum/go/nabhash"
	"github.com/lanesum/lanesum/go/sha1"
	"github.com/lanesum/lanesum/go/sha256"
	"github.com/lanesum/lanesum/go/sha3"
	"github.com/lanesum/lanesum/go/sha512"
)

// Sum appends the digest of a message.
func Sum(a Algorithm, message, out []byte) []byte {
	// Each hash has a function of its own, for here all digests would have room on the stack.
	switch a {
	case MD5:
		return sumMD5(message, out)
	case SHA1:
		return sumSHA1(message, out)
	case SHA224:
		return sumSHA224(message, out)
	case SHA256:
		return sumSHA256(message, out)
	case SHA384:
		return sumSHA384(message, out)
	case SHA512:
		return sumSHA512(message, out)
	case SHA512_224:
		return sumSHA512x224(message, out)
	case SHA512_256:
		return sumSHA512x256(message, out)
	case BLAKE2b:
		return sumBLAKE2b(message, out)
	case BLAKE2s:
		return sumBLAKE2s(message, out)
	case BLAKE3:
		return sumBLAKE3(message, out)
	case SHA3_224:
		return sumSHA3x224(message, out)
	case SHA3_256:
		return sumSHA3x256(message, out)
	case SHA3_384:
		return sumSHA3x384(message, out)
	case SHA3_512:
		return sumSHA3x512(message, out)
	case NABHash:
		return sumNABHash(message, out)
	case SHAKE128:
		return append(out, sha3.SumSHAKE128(message, a.Size())...)
	case SHAKE256:
		return append(out, sha3.SumSHAKE256(message, a.Size())...)
	case Keccak256:
		h := sha3.NewLegacyKeccak256()
		h.Write(message)
		return h.Sum(out)
	}
	panic("lanesum: no such algorithm")
}

//go:noinline
func sumMD5(message, out []byte) []byte {
	var digest [md5.Size]byte
	if kernels.MD5.Long(len(message)) {
		kernels.Sum(kernels.MD5, message, digest[:])
	} else {
		digest = md5.Sum(message)
	}
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA1(message, out []byte) []byte {
	digest := sha1.Sum(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA224(message, out []byte) []byte {
	digest := sha256.Sum224(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA256(message, out []byte) []byte {
	digest := sha256.Sum256(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA384(message, out []byte) []byte {
	digest := sha512.Sum384(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA512(message, out []byte) []byte {
	digest := sha512.Sum512(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA512x224(message, out []byte) []byte {
	digest := sha512.Sum512_224(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA512x256(message, out []byte) []byte {
	digest := sha512.Sum512_256(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumBLAKE2b(message, out []byte) []byte {
	digest := blake2b.Sum512(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumBLAKE2s(message, out []byte) []byte {
	digest := blake2s.Sum256(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumBLAKE3(message, out []byte) []byte {
	digest := blake3.Sum256(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA3x224(message, out []byte) []byte {
	digest := sha3.Sum224(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA3x256(message, out []byte) []byte {
	digest := sha3.Sum256(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA3x384(message, out []byte) []byte {
	digest := sha3.Sum384(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumSHA3x512(message, out []byte) []byte {
	digest := sha3.Sum512(message)
	return append(out, digest[:]...)
}

//go:noinline
func sumNABHash(message, out []byte) []byte {
	digest := nabhash.Sum(message)
	return append(out, digest[:]...)
}
