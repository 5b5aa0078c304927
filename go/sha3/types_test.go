package sha3

import (
	"crypto/sha3"
	"hash"
	"io"
	"reflect"
	"testing"

	xsha3 "golang.org/x/crypto/sha3"
)

// go-ethereum asks this of Keccak.
var _ = NewLegacyKeccak256().(interface {
	hash.Hash
	Read([]byte) (int, error)
})

// What others' values can do, ours can do; and SHA3 and SHAKE are an io.ReaderFrom, and no more.
func TestMethods(t *testing.T) {
	methods := func(of any) map[string]reflect.Type {
		all, typ := map[string]reflect.Type{}, reflect.TypeOf(of)
		for i := range typ.NumMethod() {
			all[typ.Method(i).Name] = reflect.ValueOf(of).Method(i).Type()
		}
		return all
	}
	for _, c := range []struct {
		ours, theirs any
		same         bool
	}{
		{new(SHA3), new(sha3.SHA3), true},
		{new(SHAKE), new(sha3.SHAKE), true},
		{NewLegacyKeccak256(), xsha3.NewLegacyKeccak256(), false},
		{NewShake128(), xsha3.NewShake128(), false},
	} {
		ours, theirs := methods(c.ours), methods(c.theirs)
		for name, typ := range theirs {
			if ours[name] != typ {
				t.Errorf("%T: %s is %v, not %v", c.ours, name, ours[name], typ)
			}
		}
		if _, ok := c.ours.(io.ReaderFrom); c.same && (!ok || len(ours) != len(theirs)+1) {
			t.Errorf("%T: %d methods, not %d and ReadFrom", c.ours, len(ours), len(theirs))
		}
	}
}
