package sponge

import (
	"runtime"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// No call takes longer than it may.
func TestLongestCall(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	each(t, func(t *testing.T) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for f := range standard {
			s, bytes := State{Function: f}, make([]byte, f.most())
			took, may := hashtest.Call(func() int64 {
				start := hashtest.ThreadTime()
				s.add(bytes)
				return hashtest.ThreadTime() - start
			})
			t.Logf("%v: %v", f, took)
			if took > may {
				t.Errorf("%v: a call took %v, and may take %v", f, took, may)
			}
		}
	})
}
