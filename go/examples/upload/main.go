// Command upload is an HTTP service that stores uploads and answers with their MD5,
// SHA-256 and BLAKE3: the requests that are going on hash in each other's lanes.
//
//	upload -dir files -listen 127.0.0.1:8080
//	curl -T film.mkv http://127.0.0.1:8080/film.mkv
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"time"
)

func main() {
	dir := flag.String("dir", ".", "where files are stored")
	listen := flag.String("listen", "127.0.0.1:8080", "the address")
	limit := flag.Int64("limit", 5<<30, "the most bytes of an upload")
	listeners := flag.Int("listeners", 0, "how many listeners share the address; 0 means one for each core")
	flag.Parse()
	if *listeners == 0 {
		*listeners = runtime.GOMAXPROCS(0)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *listen, *listeners, *dir, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "upload:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends, and then lets the requests that are going on end.
func run(ctx context.Context, address string, n int, dir string, limit int64) error {
	all, err := listenAll(ctx, address, n)
	if err != nil {
		return err
	}
	stop := serve(all, func() http.Handler { return newServer(dir, limit) })
	<-ctx.Done()
	return stop()
}

// serve serves on each listener by a handler of its own, so with lanes of its own: requests
// of one listener do not wait for another one's.
func serve(listeners []net.Listener, handler func() http.Handler) (stop func() error) {
	var servers []*http.Server
	var wait sync.WaitGroup
	failed := make([]error, len(listeners))
	for i, l := range listeners {
		s := &http.Server{Handler: handler(), ReadHeaderTimeout: 10 * time.Second}
		servers = append(servers, s)
		wait.Go(func() {
			if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				failed[i] = err
			}
		})
	}
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		var errs []error
		for _, s := range servers {
			errs = append(errs, s.Shutdown(ctx))
		}
		wait.Wait()
		return errors.Join(append(errs, failed...)...)
	}
}
