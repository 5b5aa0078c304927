package merkle

import (
	"crypto/sha512"
	"testing"
)

// Where the program asks for the validated module, a hash is that one's, and the kernels add nothing
// to its state.
func TestValidated(t *testing.T) {
	defer func(was bool) { validated = was }(validated)
	h, std := &Hash{Faster: true, Wrapped: true}, sha512.New()
	for _, validated = range []bool{false, true} {
		if h.Long(1<<30) == validated || h.Longer(std) == std != validated {
			t.Errorf("the validated module is asked for: %t, and the kernels add long pieces: %t, to %T",
				validated, h.Long(1<<30), h.Longer(std))
		}
	}
}
