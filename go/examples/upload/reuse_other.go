//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "syscall"

// reusePort is nothing that this system has.
var reusePort func(network, address string, c syscall.RawConn) error
