package main

import (
	"context"
	"net"
)

// listenAll makes n listeners on one address, among which the system shares out the
// connections; one where it cannot.
func listenAll(ctx context.Context, address string, n int) (all []net.Listener, err error) {
	config := net.ListenConfig{Control: reusePort}
	if reusePort == nil {
		n = 1
	}
	for len(all) < n {
		l, err := config.Listen(ctx, "tcp", address)
		if err != nil {
			for _, l := range all {
				l.Close()
			}
			return nil, err
		}
		all = append(all, l)
		// Port 0 is any port, the same for all.
		address = l.Addr().String()
	}
	return all, nil
}
