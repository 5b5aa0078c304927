// Command load measures an S3 server, versitygw, under uploads: it starts the server,
// uploads objects over so many connections, each signed with the SHA-256 of its body, and
// prints the server's CPU time, by getrusage, and the rate.
//
//	load -connections 64 -objects 512 -size 4194304 NAME=SERVER NAME=SERVER
//
// Servers take turns, so that what else the machine does meets all of them.
package main

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	connections := flag.Int("connections", 64, "uploads at a time")
	objects := flag.Int("objects", 512, "uploads in a round")
	size := flag.Int("size", 4<<20, "the bytes of an object")
	rounds := flag.Int("rounds", 5, "how often each server is measured")
	dir := flag.String("dir", "", "where the servers store, on a file system with extended attributes")
	flag.Parse()
	if err := run(flag.Args(), *connections, *objects, *size, *rounds, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// result is of a round.
type result struct{ cpu, wall time.Duration }

func run(servers []string, connections, objects, size, rounds int, dir string) error {
	if len(servers) == 0 {
		return errors.New("no server is named")
	}
	results := make([][]result, len(servers))
	for range rounds {
		for i, named := range servers {
			_, server, ok := strings.Cut(named, "=")
			if !ok {
				return fmt.Errorf("%s is not NAME=SERVER", named)
			}
			// What it takes to start and to end is not the uploads'.
			idle, err := measure(server, dir, connections, 0, size)
			if err != nil {
				return err
			}
			busy, err := measure(server, dir, connections, objects, size)
			if err != nil {
				return err
			}
			results[i] = append(results[i], result{busy.cpu - idle.cpu, busy.wall})
		}
	}
	gib := float64(objects) * float64(size) / (1 << 30)
	fmt.Printf("%d uploads of %d bytes, %d at a time: medians of %d rounds\n", objects, size, connections, rounds)
	fmt.Printf("%-10s %16s %12s\n", "server", "CPU s for a GiB", "MB/s")
	for i, named := range servers {
		name, _, _ := strings.Cut(named, "=")
		cpu := median(results[i], func(r result) time.Duration { return r.cpu })
		wall := median(results[i], func(r result) time.Duration { return r.wall })
		fmt.Printf("%-10s %16.3f %12.0f\n", name, cpu.Seconds()/gib, float64(objects)*float64(size)/1e6/wall.Seconds())
	}
	return nil
}

func median(all []result, of func(result) time.Duration) time.Duration {
	var sorted []time.Duration
	for _, r := range all {
		sorted = append(sorted, of(r))
	}
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

const (
	access, secret = "loaduser", "loadsecret"
	region         = "us-east-1"
	bucket         = "bucket"
)

// measure starts a server, uploads, and ends it.
func measure(server, dir string, connections, objects, size int) (result, error) {
	dir, err := os.MkdirTemp(dir, "load-")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	address, err := free()
	if err != nil {
		return result{}, err
	}
	command := exec.Command(server, "--access", access, "--secret", secret, "--region", region,
		"--port", address, "--keep-alive", "--quiet", "posix", dir)
	var said strings.Builder
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		return result{}, err
	}
	wall, err := upload(address, connections, objects, size)
	command.Process.Signal(os.Interrupt)
	// It ends by the signal, or with a status that says so.
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		command.Process.Kill()
		<-ended
		err = errors.Join(err, errors.New("the server does not end"))
	}
	if err != nil {
		return result{}, fmt.Errorf("%s: %w\n%s", server, err, said.String())
	}
	state := command.ProcessState
	return result{state.UserTime() + state.SystemTime(), wall}, nil
}

// free is an address that nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// upload makes a bucket, and uploads objects over so many connections.
func upload(address string, connections, objects, size int) (time.Duration, error) {
	c := newClient(address, connections)
	defer c.http.CloseIdleConnections()
	if err := c.ready(); err != nil {
		return 0, err
	}
	bodies := make([]body, connections)
	for i := range bodies {
		bytes := make([]byte, size)
		for j := range bytes {
			bytes[j] = byte(i + j*j>>8)
		}
		digest, etag := sha256.Sum256(bytes), md5.Sum(bytes)
		bodies[i] = body{bytes, hex.EncodeToString(digest[:]), `"` + hex.EncodeToString(etag[:]) + `"`}
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	failed := make([]error, connections)
	start := time.Now()
	for i := range connections {
		wait.Go(func() {
			for failed[i] == nil {
				n := int(next.Add(1))
				if n > objects {
					return
				}
				failed[i] = c.put(fmt.Sprintf("/%s/object-%d", bucket, n), bodies[i])
			}
		})
	}
	wait.Wait()
	return time.Since(start), errors.Join(failed...)
}
