package nabhash

import (
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/nabhash"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// threadTime is the CPU time of this thread, which leaves out what other programs take.
func threadTime() int64 {
	const threadCPUTime = 3
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPUTime, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

// No call takes longer than 100 microseconds, in which it cannot be preempted: neither one
// with as many bytes of a message as there may be, nor one of many messages. Of several
// measurements the least counts: the machine may do other things in all but one.
func TestLongestCall(t *testing.T) {
	if testing.Short() || !blob.Available {
		t.Skip("measures")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, isa := range cpu.Allowed.List() {
		b := blob.On(cpu.Restrict(isa.String()))
		state, bytes := pure.NewNABHash(), make([]byte, callLen)
		var batch [][]byte
		for n := 0; n < together; n += alone {
			batch = append(batch, bytes[:alone-1])
		}
		out := make([]byte, Size*len(batch))
		least := [2]int64{1 << 62, 1 << 62}
		for range 50 {
			start := threadTime()
			b.Call(callBlocks, 0, pointer(bytes), len(bytes), nil, unsafe.Pointer(&state), nil, 0)
			middle := threadTime()
			b.Many(0, Size, batch, out, nil, 0)
			least = [2]int64{min(least[0], middle-start), min(least[1], threadTime()-middle)}
		}
		t.Logf("%v: %v of one message, %v of many", isa, time.Duration(least[0]), time.Duration(least[1]))
		if max(least[0], least[1]) > int64(100*time.Microsecond) {
			t.Errorf("a call on %v took %v", isa, time.Duration(max(least[0], least[1])))
		}
	}
}
