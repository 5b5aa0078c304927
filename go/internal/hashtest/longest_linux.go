package hashtest

import (
	"crypto/md5"
	"syscall"
	"time"
	"unsafe"
)

// ThreadTime is the CPU time of this thread, which leaves out what other programs take.
func ThreadTime() int64 {
	const threadCPUTime = 3
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPUTime, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

// yard is what takes crypto/md5 100 microseconds at the 3.7 GHz of an AMD Zen 4: a chain of
// additions, as long in cycles on any CPU.
var yard [80 << 10]byte

// Call is how long a call of assembly takes, and how long it may: 100 microseconds, in
// which it cannot be preempted, or what those become where the clock is slower, or another
// thread runs on this core. Of many measurements the least counts, for the machine may
// do other things in all but one, and none is made after one that took no longer than 100
// microseconds. measure says how long a call took, and the goroutine has its thread to itself.
func Call(measure func() int64) (took, may time.Duration) {
	const most = int64(100 * time.Microsecond)
	least, clock := int64(1<<62), int64(1<<62)
	for i := 0; least > most && (i < 5 || i < 200 && least > clock); i++ {
		least = min(least, measure())
		start := ThreadTime()
		md5.Sum(yard[:])
		clock = min(clock, ThreadTime()-start)
	}
	return time.Duration(least), time.Duration(max(most, clock))
}
