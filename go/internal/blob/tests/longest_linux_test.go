package tests

import (
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// threadTime is the CPU time of this thread, which leaves out what other programs take.
func threadTime() int64 {
	const threadCPUTime = 3
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPUTime, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

// No call takes longer than 100 microseconds, in which it cannot be preempted. Of several
// measurements the least counts: the machine may do other things in all but one.
func TestLongestCall(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	const most = int64(100 * time.Microsecond)
	r := source(5)
	var shapes [][][]byte
	for _, shape := range []struct{ count, least, more int }{
		{1, 4 << 20, 1}, {2, 1 << 20, 1}, {64, 64 << 10, 1}, {70, 100, 200_000}, {2048, 60, 1}, {2048, 0, 500}, {2048, 900, 4000},
	} {
		messages := make([][]byte, shape.count)
		bytes := random(r, shape.least+shape.more)
		for i := range messages {
			messages[i] = bytes[:shape.least+r.IntN(shape.more)]
		}
		shapes = append(shapes, messages)
	}
	each(t, func(t *testing.T, a *algorithm, b blob) {
		if a.name == "nabhash" {
			t.Skip("it does not pause: its package bounds what a call gets")
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		b.Time(threadTime)
		worst := int64(0)
		for _, messages := range shapes {
			out := make([]byte, len(messages)*a.size)
			least := int64(1 << 62)
			for i := 0; i < 5 || i < 50 && least > most; i++ {
				b.Many(a.which, a.size, messages, out, a.more, a.n)
				least = min(least, b.Time(threadTime))
			}
			worst = max(worst, least)
		}
		t.Logf("the longest call took %v", time.Duration(worst))
		if worst > most {
			t.Errorf("a call took %v", time.Duration(worst))
		}
	})
}
