package main

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	lanesum "github.com/lanesum/lanesum/go"
	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/streams"
)

// server takes uploads: PUT /NAME, and answers with the digests of what was stored. All
// requests that are going on hash in each other's lanes.
type server struct {
	dir string
	// limit is the most bytes of an upload.
	limit int64
	// newMD5 and newSHA256 begin a message, in the lanes of the others.
	newMD5, newSHA256 func() hash.Hash
}

func newServer(dir string, limit int64) *server {
	return &server{dir, limit, streams.New(lanesum.MD5).New, streams.New(lanesum.SHA256).New}
}

// pieceLen is what is read of a request before it is hashed. The longer a piece takes, the
// more others come to share its lanes: with 1 MiB, 64 uploads on two cores of AMD Zen 4 take
// 30 % less CPU time than each alone, and with 128 KiB hardly less.
const pieceLen = 1 << 20

var pieces = sync.Pool{New: func() any { return new([pieceLen]byte) }}

// answer is what an upload is answered with.
type answer struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	MD5    string `json:"md5"`
	SHA256 string `json:"sha256"`
	BLAKE3 string `json:"blake3"`
}

// failure is an answer with a status.
type failure struct {
	status int
	reason string
}

func (f *failure) Error() string { return f.reason }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a, err := s.upload(w, r)
	var is *failure
	var tooLong *http.MaxBytesError
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(a)
	case errors.As(err, &is):
		http.Error(w, is.reason, is.status)
	case errors.As(err, &tooLong):
		http.Error(w, fmt.Sprintf("an upload has at most %d bytes", s.limit), http.StatusRequestEntityTooLarge)
	default:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *server) upload(w http.ResponseWriter, r *http.Request) (*answer, error) {
	if r.Method != http.MethodPut {
		w.Header().Set("Allow", http.MethodPut)
		return nil, &failure{http.StatusMethodNotAllowed, "PUT /NAME stores a file"}
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return nil, &failure{http.StatusBadRequest, fmt.Sprintf("%q is no name for a file", name)}
	}
	// It has no name before it is complete.
	file, err := os.CreateTemp(s.dir, ".upload-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	a, err := s.store(file, http.MaxBytesReader(w, r.Body, s.limit))
	if err != nil {
		return nil, err
	}
	a.Name = name
	if err := check(r.Header.Get("Content-MD5"), a.MD5); err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	return a, os.Rename(file.Name(), filepath.Join(s.dir, name))
}

// store writes and hashes a body, piece by piece.
func (s *server) store(file io.Writer, body io.Reader) (*answer, error) {
	md5, sha256, b3 := s.newMD5(), s.newSHA256(), blake3.New()
	piece := pieces.Get().(*[pieceLen]byte)
	defer pieces.Put(piece)
	a := new(answer)
	for {
		n, err := fill(body, piece[:])
		for _, to := range []io.Writer{md5, sha256, b3, file} {
			if _, err := to.Write(piece[:n]); err != nil {
				return nil, err
			}
		}
		a.Size += int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	sum := func(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
	a.MD5, a.SHA256, a.BLAKE3 = sum(md5), sum(sha256), sum(b3)
	return a, nil
}

// fill reads a whole piece, or up to the end. It is not io.ReadFull, which says of a last
// piece that is short what a body says that broke off.
func fill(body io.Reader, piece []byte) (n int, err error) {
	for n < len(piece) && err == nil {
		var k int
		k, err = body.Read(piece[n:])
		n += k
	}
	return n, err
}

// check compares what the client says the MD5 is, in base64, with what it is.
func check(header, is string) error {
	if header == "" {
		return nil
	}
	want, err := base64.StdEncoding.DecodeString(header)
	if err != nil || len(want) != 16 {
		return &failure{http.StatusBadRequest, "Content-MD5 is not the base64 of 16 bytes"}
	}
	got, _ := hex.DecodeString(is)
	if subtle.ConstantTimeCompare(got, want) != 1 {
		return &failure{http.StatusBadRequest, fmt.Sprintf("Content-MD5 is %x, and the body's MD5 is %s", want, is)}
	}
	return nil
}
