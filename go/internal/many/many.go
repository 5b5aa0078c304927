// Package many checks what a function for many messages gets.
package many

import "fmt"

// Check panics where out is not as long as the digests of some messages: a mistake of
// the program, not of its input.
func Check(messages, size int, out []byte) {
	if len(out) != messages*size {
		panic(fmt.Sprintf("lanesum: %d digests of %d bytes need %d bytes of output, not %d",
			messages, size, messages*size, len(out)))
	}
}
