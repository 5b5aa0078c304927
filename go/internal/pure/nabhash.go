package pure

import "encoding/binary"

// NABHash is the chains of a NABHash so far, by mengzhuo's Go package of that name.
type NABHash [4][16]byte

// nabStart is the state of each chain at the start.
var nabStart = [16]byte{
	0x5a, 0x82, 0x79, 0x99, 0x6e, 0xd9, 0xeb, 0xa1, 0x8f, 0x1b, 0xbc, 0xdc, 0xca, 0x62, 0xc1, 0xd6,
}

// NewNABHash is the state before the first block.
func NewNABHash() NABHash { return NABHash{nabStart, nabStart, nabStart, nabStart} }

// aesTable has for each byte what SubBytes and MixColumns make of it in the first row of a
// column (FIPS 197, 5.1), the first row lowest.
var aesTable = func() (table [256]uint32) {
	// The S-box (5.1.1), by powers of the generator 3 and of its inverse.
	var box [256]byte
	box[0] = 0x63
	double := func(x byte) byte { return x<<1 ^ x>>7*0x1b }
	p, q := byte(1), byte(1)
	for {
		p ^= double(p)
		q ^= q << 1
		q ^= q << 2
		q ^= q << 4
		q ^= q >> 7 * 9
		turn := func(n int) byte { return q<<n | q>>(8-n) }
		box[p] = q ^ turn(1) ^ turn(2) ^ turn(3) ^ turn(4) ^ 0x63
		if p == 1 {
			break
		}
	}
	for i, s := range box {
		two := double(s)
		table[i] = uint32(two) | uint32(s)<<8 | uint32(s)<<16 | uint32(two^s)<<24
	}
	return table
}()

// aesRound is a round of AES with a key (FIPS 197, 5.1).
func aesRound(x, key *[16]byte) (out [16]byte) {
	for column := range 4 {
		var w uint32
		for row := range 4 {
			t := aesTable[x[4*((column+row)&3)+row]]
			w ^= t<<(8*row) | t>>(32-8*row)
		}
		w ^= binary.LittleEndian.Uint32(key[4*column:])
		binary.LittleEndian.PutUint32(out[4*column:], w)
	}
	return out
}

// Blocks adds whole blocks of 64 bytes.
func (s *NABHash) Blocks(blocks []byte) {
	for ; len(blocks) >= 64; blocks = blocks[64:] {
		for i := range s {
			s[i] = aesRound(&s[i], (*[16]byte)(blocks[16*i:]))
		}
	}
}

// End is the digest of a message of n bytes, of which all but the last ones are in the state.
func (s *NABHash) End(last []byte, n uint64) [16]byte {
	x := *s
	x.Blocks(last)
	if rest := last[len(last)&^63:]; len(rest) > 0 {
		var block [64]byte
		copy(block[:], rest)
		x.Blocks(block[:])
	}
	for i := range x {
		binary.LittleEndian.PutUint64(x[i][:], binary.LittleEndian.Uint64(x[i][:])^n)
	}
	left, right := aesRound(&x[0], &x[1]), aesRound(&x[2], &x[3])
	digest := aesRound(&left, &right)
	for range 3 {
		digest = aesRound(&digest, &digest)
	}
	return digest
}
