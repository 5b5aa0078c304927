package nabhash

import (
	"runtime"
	"testing"
	"unsafe"

	blob "github.com/lanesum/lanesum/go/internal/blob/nabhash"
	"github.com/lanesum/lanesum/go/internal/cpu"
	"github.com/lanesum/lanesum/go/internal/hashtest"
	"github.com/lanesum/lanesum/go/internal/pure"
)

// No call takes longer than it may: neither one with as many bytes of a message as there
// may be, nor one of many messages.
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
		for what, call := range map[string]func(){
			"one message": func() {
				b.Direct(unsafe.Pointer(&state), unsafe.Pointer(unsafe.SliceData(bytes)), len(bytes), 0, nil)
			},
			"many": func() { b.Many(0, Size, batch, out, nil, 0) },
		} {
			took, may := hashtest.Call(func() int64 {
				start := hashtest.ThreadTime()
				call()
				return hashtest.ThreadTime() - start
			})
			t.Logf("%v: %v of %s", isa, took, what)
			if took > may {
				t.Errorf("a call on %v of %s took %v, and may take %v", isa, what, took, may)
			}
		}
	}
}
