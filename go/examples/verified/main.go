// Command verified prints a range of a file on a web server, each byte of it verified
// against the file's BLAKE3 hash before it is printed:
//
//	lanesum bao encode --chunk-group 4 --outboard film.obao film.mkv
//	verified -group 4 -outboard http://HOST/film.obao HASH http://HOST/film.mkv 1000000 4096
//
// Neither the server nor the way to it need be trusted, and no more is fetched than the
// range, some blocks of the tree, and what their chunk groups have beside.
package main

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/lanesum/lanesum/go/bao"
	"github.com/lanesum/lanesum/go/bao/remote"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "verified:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("verified", flag.ContinueOnError)
	outboard := flags.String("outboard", "", "where the outboard encoding is; without it, URL has the combined one")
	group := flags.Int("group", 0, "the chunk groups of the encoding: 2^group chunks")
	timeout := flags.Duration("timeout", time.Minute, "the longest that a request may take")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "verified [OPTIONS] HASH URL [START [COUNT]]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() < 2 || flags.NArg() > 4 {
		return fmt.Errorf("HASH URL [START [COUNT]] are %d arguments", flags.NArg())
	}
	hash, err := bao.ParseHash(flags.Arg(0))
	if err != nil {
		return err
	}
	leaves, err := bao.Group(*group)
	if err != nil {
		return err
	}
	start, count := int64(0), int64(-1)
	for i, to := range []*int64{&start, &count} {
		if text := flags.Arg(2 + i); text != "" {
			if *to, err = strconv.ParseInt(text, 10, 64); err != nil || *to < 0 {
				return fmt.Errorf("%q is no number of bytes", text)
			}
		}
	}
	file := remote.Open(&http.Client{Timeout: *timeout}, flags.Arg(1), remote.Entry{
		Hash: hash, Format: bao.Format{}.WithChunkGroup(leaves), URL: flags.Arg(1), OutboardURL: *outboard,
	})
	defer file.Close()
	return print(out, file, start, count)
}

// print writes so many bytes from start on, or all of them where count is negative. What
// was written before an error is true.
func print(out io.Writer, file *remote.File, start, count int64) error {
	if count < 0 {
		if _, err := file.Seek(start, io.SeekStart); err != nil {
			return err
		}
		_, err := io.Copy(out, file)
		return err
	}
	// Not by Seek, for that reads on to the end of the file in pieces of 256 KiB.
	piece := make([]byte, min(count, 256<<10))
	for count > 0 {
		n, err := file.ReadAt(piece[:min(count, int64(len(piece)))], start)
		if _, err := out.Write(piece[:n]); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		start, count = start+int64(n), count-int64(n)
	}
	return nil
}
