package engine

import (
	"sync"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/cpu"
)

// A room's parts, as crates/go-blob/src/room.rs lays them out: what the two sides tell
// each other, a heap, a guard, and a stack.
const (
	roomBytes  = 256 << 10
	stackBytes = 64 << 10
	guardAt    = roomBytes - stackBytes

	cpuAt  = 0
	leftAt = 8
	mostAt = 224
)

// guard lies where neither the heap nor the stack may reach.
const guard = 0x6c616e6573756d21

// Room is memory that a call runs in. It has no pointers that the collector must see.
type Room struct {
	at     unsafe.Pointer
	memory []byte
}

// NewRoom is for calls that may use some instruction sets. Its tables are to be made.
func NewRoom(set cpu.Set) *Room {
	// The address is a multiple of the length: the code finds the room by its stack
	// pointer. What lies before and behind is never touched.
	memory := make([]byte, 2*roomBytes)
	start := unsafe.Pointer(unsafe.SliceData(memory))
	r := &Room{unsafe.Add(start, -uintptr(start)&(roomBytes-1)), memory}
	*(*uint64)(unsafe.Add(r.at, cpuAt)) = uint64(set)
	*(*uint64)(unsafe.Add(r.at, guardAt)) = guard
	return r
}

// At is where it is.
func (r *Room) At() unsafe.Pointer { return r.at }

// Allow sets how many cycles a call may take before it pauses.
func (r *Room) Allow(cycles int64) { *(*int64)(unsafe.Add(r.at, leftAt)) = cycles }

// Rooms are those that no call is in.
type Rooms struct{ pool sync.Pool }

// Get takes one out, and says nil where there is none.
func (rs *Rooms) Get() *Room {
	r, _ := rs.pool.Get().(*Room)
	return r
}

// Put puts one back.
func (rs *Rooms) Put(r *Room) {
	if *(*uint64)(unsafe.Add(r.at, guardAt)) != guard {
		// Memory is lost: nothing that is computed here can be trusted.
		panic("lanesum: a call left its stack")
	}
	rs.pool.Put(r)
}

// Most is how far the heap has ever reached in any call: for tests.
func (r *Room) Most() int { return int(*(*uint64)(unsafe.Add(r.at, mostAt))) }

// HeapEnd is where it must end.
const HeapEnd = guardAt
