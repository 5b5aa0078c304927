package merkle

import "testing"

// Where the program asks for the validated module, the kernels add nothing to its state.
func TestValidated(t *testing.T) {
	defer func(was bool) { validated = was }(validated)
	h := &Hash{Faster: true}
	for _, validated = range []bool{false, true} {
		if h.Long(1<<30) == validated {
			t.Errorf("the kernels add long pieces: %t, where the validated module is asked for: %t", !validated, validated)
		}
	}
}
