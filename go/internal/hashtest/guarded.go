//go:build darwin || linux

package hashtest

import (
	"syscall"
	"testing"
)

// Guarded are messages that end where memory ends, and such as begin where it begins: what
// is read or written beyond faults. There are two of each length.
func Guarded(t *testing.T, lengths []int) [][]byte {
	page := syscall.Getpagesize()
	var messages [][]byte
	for i, n := range lengths {
		pages := (n+page-1)/page + 1
		memory, err := syscall.Mmap(-1, 0, (pages+2)*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { syscall.Munmap(memory) })
		inner := memory[page : (pages+1)*page]
		for j := range inner {
			inner[j] = byte(i + j)
		}
		for _, edge := range [][]byte{memory[:page], memory[(pages+1)*page:]} {
			if err := syscall.Mprotect(edge, syscall.PROT_NONE); err != nil {
				t.Fatal(err)
			}
		}
		messages = append(messages, inner[len(inner)-n:], inner[:n])
	}
	return messages
}
