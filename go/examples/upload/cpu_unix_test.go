//go:build unix

package main

import "syscall"

// cpu is the CPU time of this process, in nanoseconds: of server and clients.
func cpu() int64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Utime.Nano() + u.Stime.Nano()
}
