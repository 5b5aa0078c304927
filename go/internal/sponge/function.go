package sponge

// Function is one of the functions: what is told of it to its states.
type Function struct {
	// number is that of a sponge with such blocks, as crates/lanesum/src/guest.rs numbers them.
	number uint8
	// rate is the bytes of a block, and size those of a digest.
	rate, size uint8
	// suffix are the bits behind a message, the first one lowest, and the one that begins
	// the padding.
	suffix uint8
	// magic ends what the standard library's encoding of a state begins with.
	magic byte
}

// The functions. cSHAKE's message begins with what [State.Bytepad] adds.
var (
	SHA3224   = Function{0, 144, 28, 0x06, 0x08}
	SHA3256   = Function{1, 136, 32, 0x06, 0x08}
	SHA3384   = Function{2, 104, 48, 0x06, 0x08}
	SHA3512   = Function{3, 72, 64, 0x06, 0x08}
	SHAKE128  = Function{4, 168, 32, 0x1f, 0x09}
	SHAKE256  = Function{5, 136, 64, 0x1f, 0x09}
	CSHAKE128 = Function{4, 168, 32, 0x04, 0x0a}
	CSHAKE256 = Function{5, 136, 64, 0x04, 0x0a}
	Keccak256 = Function{6, 136, 32, 0x01, 0x0b}
	Keccak512 = Function{7, 72, 64, 0x01, 0x0b}
)

// Number is the function's own where it is not cSHAKE, as crates/lanesum/src/guest.rs
// numbers them.
func (f Function) Number() uint64 { return uint64(f.number) }

// Size is the bytes of a digest: of SHAKE as many as the strength of the function is
// worth.
func (f Function) Size() int { return int(f.size) }

// BlockSize is the bytes of a block.
func (f Function) BlockSize() int { return int(f.rate) }
