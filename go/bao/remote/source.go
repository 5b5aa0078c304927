package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Source is a file on a web server, read by ranges: an io.ReaderAt for any number of
// goroutines. Nothing of it is verified.
//
// It reads blocks, and keeps the last ones, so that neighbouring reads are one request. It
// holds no more than Blocks of BlockLen bytes, whatever the server sends, and never more
// of an answer than was asked for. A file that the server changes meanwhile, as its ETag
// says, is an error.
type Source struct {
	client *http.Client
	ctx    context.Context
	url    string

	mu sync.Mutex
	// blocks are those that were used last, the latest first.
	blocks []*block
	// etag is what the first answer had.
	etag string
}

const (
	// BlockLen is the bytes of a request, but for those that read more at once.
	BlockLen = 64 << 10
	// Blocks is how many are kept.
	Blocks = 16
)

// block is read once, by the first who wants it. It is short at the end of the file.
type block struct {
	number int64
	once   sync.Once
	bytes  []byte
	err    error
}

// NewSource is the file at a URL. A client of nil is http.DefaultClient. Requests end with
// the context.
func NewSource(ctx context.Context, client *http.Client, url string) *Source {
	if client == nil {
		client = http.DefaultClient
	}
	return &Source{client: client, ctx: ctx, url: url}
}

// ReadAt reads bytes at a position.
func (s *Source) ReadAt(p []byte, offset int64) (n int, err error) {
	if offset < 0 || offset > 1<<62 {
		return 0, fmt.Errorf("%s: byte %d is nothing to read from", s.url, offset)
	}
	for n < len(p) {
		at := offset + int64(n)
		if into := at % BlockLen; into == 0 && len(p)-n >= BlockLen {
			// As many whole blocks as are wanted are one request, and are not kept.
			want := (len(p) - n) / BlockLen * BlockLen
			k, err := s.fetch(p[n:n+want], at)
			if n += k; err != nil || k < want {
				return n, orEOF(err)
			}
		} else {
			b := s.block(at / BlockLen)
			if b.err != nil {
				return n, b.err
			}
			k := copy(p[n:], b.bytes[min(into, int64(len(b.bytes))):])
			if n += k; k == 0 {
				return n, io.EOF
			}
		}
	}
	return n, nil
}

func orEOF(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}

// block is one that is kept, or read now.
func (s *Source) block(number int64) *block {
	s.mu.Lock()
	var b *block
	for i, kept := range s.blocks {
		if kept.number == number {
			b = kept
			copy(s.blocks[1:i+1], s.blocks[:i])
			s.blocks[0] = b
		}
	}
	if b == nil {
		b = &block{number: number}
		s.blocks = append([]*block{b}, s.blocks[:min(len(s.blocks), Blocks-1)]...)
	}
	s.mu.Unlock()
	b.once.Do(func() {
		bytes := make([]byte, BlockLen)
		n, err := s.fetch(bytes, number*BlockLen)
		b.bytes, b.err = bytes[:n], err
		if err != nil {
			s.forget(b)
		}
	})
	return b
}

// forget lets a block be read again that could not be read.
func (s *Source) forget(b *block) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, kept := range s.blocks {
		if kept == b {
			s.blocks = append(s.blocks[:i], s.blocks[i+1:]...)
			return
		}
	}
}

// fetch reads bytes at a position by one request, as far as there are some.
func (s *Source) fetch(p []byte, offset int64) (int, error) {
	request, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return 0, err
	}
	last := offset + int64(len(p)) - 1
	request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, last))
	// What is compressed has other bytes.
	request.Header.Set("Accept-Encoding", "identity")
	response, err := s.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusRequestedRangeNotSatisfiable:
		// The file ends before.
		return 0, s.same(response)
	case http.StatusPartialContent:
	case http.StatusOK:
		if response.ContentLength == 0 {
			// An empty file has no ranges.
			return 0, s.same(response)
		}
		return 0, fmt.Errorf("%s: the server sends no ranges", s.url)
	default:
		return 0, fmt.Errorf("%s: %s", s.url, response.Status)
	}
	if err := s.same(response); err != nil {
		return 0, err
	}
	start, end, err := contentRange(response.Header.Get("Content-Range"))
	if err != nil || start != offset || end < start || end > last {
		return 0, fmt.Errorf("%s: bytes %d to %d were asked for, and the server sends %q",
			s.url, offset, last, response.Header.Get("Content-Range"))
	}
	p = p[:end-start+1]
	n, err := io.ReadFull(response.Body, p)
	if err != nil {
		// The server has said that there are more.
		return n, fmt.Errorf("%s: the bytes from %d on: %w", s.url, offset+int64(n), noEOF(err))
	}
	return n, nil
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// same says whether it is the file of the first answer.
func (s *Source) same(response *http.Response) error {
	etag := response.Header.Get("ETag")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.etag == "" {
		s.etag = etag
	}
	if etag != "" && etag != s.etag {
		return fmt.Errorf("%s: the file has changed", s.url)
	}
	return nil
}

// contentRange is the first and the last byte of an answer: "bytes 0-99/1000".
func contentRange(header string) (start, end int64, err error) {
	bytes, ok := strings.CutPrefix(header, "bytes ")
	bytes, _, slash := strings.Cut(bytes, "/")
	first, last, dash := strings.Cut(bytes, "-")
	if !ok || !slash || !dash {
		return 0, 0, errors.New("no range")
	}
	if start, err = strconv.ParseInt(first, 10, 64); err == nil {
		end, err = strconv.ParseInt(last, 10, 64)
	}
	return start, end, err
}
