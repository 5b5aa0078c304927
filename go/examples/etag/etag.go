// Command etag prints the ETag that an S3 store gives a file that is uploaded in parts:
// the MD5 of the parts' MD5s, and how many they are.
//
//	etag -part 8388608 film.mkv
//
// The parts of a file are messages of their own, so they hash in each other's lanes.
package main

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/md5"
	"github.com/lanesum/lanesum/go/streams"
)

func main() {
	part := flag.Int64("part", 8<<20, "the bytes of a part")
	flag.Parse()
	status := 0
	for _, name := range flag.Args() {
		tag, err := ofFile(name, *part)
		if err != nil {
			fmt.Fprintln(os.Stderr, "etag:", err)
			status = 1
			continue
		}
		fmt.Printf("%s  %s\n", tag, name)
	}
	os.Exit(status)
}

func ofFile(name string, part int64) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", name)
	}
	tag, err := etag(context.Background(), file, info.Size(), part)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return tag, nil
}

const (
	// atOnce is how many parts are hashed at a time: as many as the widest lanes of two
	// cores.
	atOnce = 32
	// pieceLen is what is read of a part at a time: all that is held of it.
	pieceLen = 64 << 10
	// maxParts is the most that S3 takes.
	maxParts = 10_000
)

// etag is that of a file of some bytes in parts of so many. It holds 2 MiB of it.
func etag(ctx context.Context, file io.ReaderAt, size, part int64) (string, error) {
	if part <= 0 || (size-1)/part >= maxParts {
		return "", fmt.Errorf("%d bytes are no part of a file of %d: there are at most %d", part, size, maxParts)
	}
	n := max(1, int((size+part-1)/part))
	digests := make([]byte, n*md5.Size)
	group := streams.New(lanesum.MD5)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	work := func() {
		piece := make([]byte, pieceLen)
		for ctx.Err() == nil {
			i := next.Add(1) - 1
			if i >= int64(n) {
				return
			}
			h := group.New()
			section := io.NewSectionReader(file, i*part, min(part, size-i*part))
			for left := section.Size(); left > 0 && ctx.Err() == nil; {
				now := piece[:min(left, pieceLen)]
				if _, err := io.ReadFull(section, now); err != nil {
					// The file is shorter than it was.
					stop(err)
					return
				}
				h.Write(now)
				left -= int64(len(now))
			}
			h.Sum(digests[i*md5.Size : i*md5.Size])
		}
	}
	var wait sync.WaitGroup
	for range min(n, atOnce) {
		wait.Go(work)
	}
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	sum := md5.Sum(digests)
	return fmt.Sprintf("%s-%d", hex.EncodeToString(sum[:]), n), nil
}
