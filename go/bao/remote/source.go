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
// of an answer than was asked for. Where an answer is shorter, as a server may have it, the
// rest is asked for again. A file that the server changes meanwhile, as its ETag or its
// length says, is an error.
type Source struct {
	client *http.Client
	ctx    context.Context
	url    string

	mu sync.Mutex
	// blocks are those that were used last, the latest first.
	blocks []*block
	// etag is what the first answer had, and length what the first one said that had one.
	etag   string
	length int64
}

// unknown is the length of a file of which nothing is said.
const unknown = -1

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
	return &Source{client: client, ctx: ctx, url: url, length: unknown}
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

// fetch reads bytes at a position, as far as there are some. Each answer has a byte at
// least, so there are no more of them than bytes.
func (s *Source) fetch(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		k, ended, err := s.request(p[n:], offset+int64(n))
		if n += k; ended || err != nil {
			return n, err
		}
	}
	return n, nil
}

// request reads bytes at a position by one request, one of them at least, and says whether
// the file ends there.
func (s *Source) request(p []byte, offset int64) (n int, ended bool, err error) {
	request, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return 0, false, err
	}
	last := offset + int64(len(p)) - 1
	request.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, last))
	// What is compressed has other bytes.
	request.Header.Set("Accept-Encoding", "identity")
	response, err := s.client.Do(request)
	if err != nil {
		return 0, false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusRequestedRangeNotSatisfiable:
		length, err := s.same(response, unknown, 0)
		if err == nil && length > offset {
			err = fmt.Errorf("%s: the file has %d bytes, and the server says that it ends before byte %d", s.url, length, offset)
		}
		return 0, true, err
	case http.StatusPartialContent:
	case http.StatusOK:
		if response.ContentLength == 0 {
			// An empty file has no ranges.
			_, err := s.same(response, 0, 0)
			return 0, true, err
		}
		return 0, false, fmt.Errorf("%s: the server sends no ranges", s.url)
	default:
		return 0, false, fmt.Errorf("%s: %s", s.url, response.Status)
	}
	header := response.Header.Get("Content-Range")
	start, end, length, err := contentRange(header)
	if err != nil || start != offset || end < start || end > last {
		return 0, false, fmt.Errorf("%s: bytes %d to %d were asked for, and the server sends %q",
			s.url, offset, last, header)
	}
	if length, err = s.same(response, length, end+1); err != nil {
		return 0, false, err
	}
	p = p[:end-start+1]
	n, err = io.ReadFull(response.Body, p)
	if err != nil {
		// The server has said that there are more.
		err = fmt.Errorf("%s: the bytes from %d on: %w", s.url, offset+int64(n), noEOF(err))
	}
	return n, length == end+1, err
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// same says whether it is the file of the first answer, of which an answer says how long it
// is and has bytes up to here; and how long it is, as far as any answer has said so.
func (s *Source) same(response *http.Response, length, here int64) (int64, error) {
	etag := response.Header.Get("ETag")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.etag == "" {
		s.etag = etag
	}
	if s.length == unknown {
		s.length = length
	}
	if etag != "" && etag != s.etag || length != unknown && length != s.length ||
		s.length != unknown && s.length < here {
		return 0, fmt.Errorf("%s: the file has changed", s.url)
	}
	return s.length, nil
}

// contentRange is the first and the last byte of an answer, and the length of the file:
// "bytes 0-99/1000", or "bytes 0-99/*" where that is unknown.
func contentRange(header string) (start, end, length int64, err error) {
	bytes, ok := strings.CutPrefix(header, "bytes ")
	bytes, all, slash := strings.Cut(bytes, "/")
	first, last, dash := strings.Cut(bytes, "-")
	if !ok || !slash || !dash {
		return 0, 0, 0, errors.New("no range")
	}
	if start, err = strconv.ParseInt(first, 10, 64); err == nil {
		end, err = strconv.ParseInt(last, 10, 64)
	}
	if all == "*" {
		return start, end, unknown, err
	}
	if err == nil {
		length, err = strconv.ParseInt(all, 10, 64)
	}
	if err == nil && end >= length {
		err = errors.New("a range behind the end")
	}
	return start, end, length, err
}
