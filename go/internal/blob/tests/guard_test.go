//go:build darwin || linux

package tests

import (
	"syscall"
	"testing"
)

// guarded are messages that end where memory ends, and one byte before, and such as
// begin where it begins: what is read beyond faults.
func guarded(t *testing.T, lengths []int) [][]byte {
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

func TestNothingBeyondIsRead(t *testing.T) {
	var lengths []int
	for n := range 40 {
		lengths = append(lengths, n*7%300, 1000+n*37, 4090+n)
	}
	messages := guarded(t, lengths)
	each(t, func(t *testing.T, a *algorithm, b blob) {
		check(t, a, b, messages)
		check(t, a, b, messages[:9])
		check(t, a, b, messages[:1])
	})
}
