package bao

import (
	"math/bits"
	"sync"
	"unsafe"
)

// Rooms are memory for runs that is used again, as long as a power of two: to make them took half of
// the time of a message of 64 KiB, most of it the collector's.
const (
	leastRoom = 14
	mostRoom  = 19
)

// rooms are those of 2^leastRoom bytes to 2^mostRoom that nobody has.
var rooms [mostRoom + 1 - leastRoom]sync.Pool

// borrow is n bytes of a buffer that grows, and is given back.
func borrow(buffer *[]byte, n int) []byte {
	if len(*buffer) < n {
		giveBack(buffer)
		*buffer = roomOf(n)
	}
	return (*buffer)[:n]
}

// roomOf is n bytes, or more.
func roomOf(n int) []byte {
	log := bits.Len(uint(n - 1))
	if log < leastRoom || log > mostRoom {
		// A parent comes after the length.
		return make([]byte, max(n, parentLen))
	}
	if room, ok := rooms[log-leastRoom].Get().(*byte); ok {
		return unsafe.Slice(room, 1<<log)
	}
	return make([]byte, 1<<log)
}

// giveBack ends the use of a buffer.
func giveBack(buffer *[]byte) {
	if log := bits.Len(uint(len(*buffer))) - 1; leastRoom <= log && log <= mostRoom && len(*buffer) == 1<<log {
		rooms[log-leastRoom].Put(unsafe.SliceData(*buffer))
	}
	*buffer = nil
}
