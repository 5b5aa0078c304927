package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/lanesum/lanesum/go/bao"
)

var (
	_ fs.File     = (*File)(nil)
	_ http.File   = (*File)(nil)
	_ io.ReaderAt = (*File)(nil)
)

// origin is a server that is not trusted.
type origin struct {
	*httptest.Server
	files    map[string][]byte
	requests atomic.Int64
	etag     atomic.Value
	// bytes are those that were sent.
	bytes atomic.Int64
}

func serve(t *testing.T) *origin {
	o := &origin{files: map[string][]byte{}}
	o.etag.Store(`"1"`)
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.requests.Add(1)
		content, ok := o.files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("ETag", o.etag.Load().(string))
		http.ServeContent(counted{w, &o.bytes}, r, "", time.Time{}, bytes.NewReader(content))
	}))
	t.Cleanup(o.Close)
	return o
}

type counted struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (c counted) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return c.ResponseWriter.Write(p)
}

func message(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*i/7 + i)
	}
	return b
}

func (o *origin) put(format bao.Format, name string, content []byte) (outboard, combined Entry) {
	hash, tree := format.Outboard(content)
	_, both := format.Encode(content)
	o.files["/"+name], o.files["/"+name+".obao"], o.files["/"+name+".bao"] = content, tree, both
	return Entry{Hash: hash, Format: format, URL: o.URL + "/" + name, OutboardURL: o.URL + "/" + name + ".obao"},
		Entry{Hash: hash, Format: format, URL: o.URL + "/" + name + ".bao"}
}

func TestFiles(t *testing.T) {
	o := serve(t)
	for _, n := range []int{0, 1, 1024, 40_000, BlockLen, BlockLen + 1, 1_500_000} {
		for _, format := range []bao.Format{{}, bao.Format{}.WithChunkGroup(bao.KiB16)} {
			content := message(n)
			outboard, combined := o.put(format, "file", content)
			for _, entry := range []Entry{outboard, combined} {
				f := Open(nil, "file", entry)
				if n <= 1024 {
					if err := iotest.TestReader(f, content); err != nil {
						t.Fatal(n, err)
					}
				}
				f.Seek(0, io.SeekStart)
				if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, content) {
					t.Fatalf("%d of %d bytes: %v", len(got), n, err)
				}
				if stat, err := f.Stat(); err != nil || stat.Size() != int64(n) {
					t.Fatal(stat, err)
				}
				var all sync.WaitGroup
				for i := range 8 {
					all.Go(func() {
						at, p := i*n/8, make([]byte, n/3)
						k, err := f.ReadAt(p, int64(at))
						want := content[at:min(n, at+n/3)]
						if !bytes.Equal(p[:k], want) || (k < len(p)) != (err == io.EOF) || k == len(p) && err != nil {
							t.Errorf("%d of %d bytes at %d: %v", k, len(want), at, err)
						}
					})
				}
				all.Wait()
				f.Close()
			}
		}
	}
}

// A part costs a few blocks, however long the file is.
func TestPart(t *testing.T) {
	o := serve(t)
	content := message(20 << 20)
	entry, _ := o.put(bao.Format{}.WithChunkGroup(bao.KiB16), "file", content)
	f := Open(nil, "file", entry)
	p := make([]byte, 100)
	if _, err := f.ReadAt(p, 13<<20); err != nil || !bytes.Equal(p, content[13<<20:][:100]) {
		t.Fatal(err)
	}
	if n, sent := o.requests.Load(), o.bytes.Load(); n > 4 || sent > 4*BlockLen {
		t.Errorf("100 bytes took %d requests and %d bytes", n, sent)
	}
}

func TestLies(t *testing.T) {
	o := serve(t)
	content := message(200_000)
	entry, _ := o.put(bao.Format{}, "file", content)
	wrong := func(name string, lie func(), want ...any) {
		t.Helper()
		o.put(bao.Format{}, "file", bytes.Clone(content))
		o.etag.Store(`"1"`)
		lie()
		f := Open(nil, "file", entry)
		got, err := io.ReadAll(f)
		var path *fs.PathError
		if err == nil || !errors.As(err, &path) || path.Path != "file" || !bytes.HasPrefix(content, got) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		for _, part := range want {
			if !strings.Contains(fmt.Sprint(err), fmt.Sprint(part)) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	wrong("a bit", func() { o.files["/file"][150_000] ^= 1 }, "from 149504 on are not what the hash says")
	wrong("a bit of the tree", func() { o.files["/file.obao"][1000] ^= 1 }, "the parent at depth")
	wrong("a byte less", func() { o.files["/file"] = content[:199_999] }, "the message ends at its byte 199999")
	wrong("another file", func() { o.files["/file"] = message(10) }, "the message ends at its byte 10")
	wrong("no file", func() { delete(o.files, "/file") }, "404")
	wrong("no tree", func() { o.files["/file.obao"] = nil }, "the encoding ends at its byte 0")

	for name, answer := range map[string]http.HandlerFunc{
		"the server sends no ranges": func(w http.ResponseWriter, _ *http.Request) { w.Write(content) },
		"and the server sends": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 5-6/200000")
			w.WriteHeader(http.StatusPartialContent)
		},
		"unexpected EOF": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-65535/200000")
			w.Header().Set("Content-Length", "65536")
			w.WriteHeader(http.StatusPartialContent)
			w.Write(content[:100])
		},
		"Internal Server Error": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
	} {
		liar := httptest.NewServer(answer)
		s := NewSource(context.Background(), nil, liar.URL)
		if n, err := s.ReadAt(make([]byte, 100), 0); n > 0 || err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
		liar.Close()
	}

	// The first answer is short and true, and what follows is not what was asked for then.
	for name, second := range map[string]struct {
		status       int
		contentRange string
	}{
		"and the server sends \"bytes 0-99/200000\"":                {206, "bytes 0-99/200000"},
		"and the server sends \"bytes 100-99/200000\"":              {206, "bytes 100-99/200000"},
		"and the server sends \"bytes 100-199/150\"":                {206, "bytes 100-199/150"},
		"and the server sends \"bytes 100-199/many\"":               {206, "bytes 100-199/many"},
		"the file has changed":                                      {206, "bytes 100-199/200001"},
		"has 200000 bytes, and the server says that it ends before": {416, "bytes */100"},
		"the server sends no ranges":                                {200, ""},
	} {
		liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := second
			if strings.HasPrefix(r.Header.Get("Range"), "bytes=0-") {
				answer.status, answer.contentRange = 206, "bytes 0-99/200000"
			}
			w.Header().Set("Content-Range", answer.contentRange)
			w.WriteHeader(answer.status)
			w.Write(content[:100])
		}))
		s := NewSource(context.Background(), nil, liar.URL)
		if n, err := s.ReadAt(make([]byte, BlockLen), 0); n != 100 || err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
		liar.Close()
	}

	s := NewSource(context.Background(), nil, o.URL+"/file.obao")
	if _, err := s.ReadAt(make([]byte, 1), 5); err != io.EOF {
		t.Error(err)
	}
	changed := Open(nil, "file", entry)
	o.put(bao.Format{}, "file", content)
	p := make([]byte, 10)
	if _, err := changed.ReadAt(p, 0); err != nil {
		t.Fatal(err)
	}
	o.etag.Store(`"2"`)
	if _, err := changed.ReadAt(p, 150_000); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Error(err)
	}
}

// A server may answer with less than was asked for, and need not say how long a file is:
// the rest is asked for again. Where it says that the file ends, that is the end.
func TestShortAnswers(t *testing.T) {
	for _, c := range []struct {
		most, length, told int
		unknown            bool
	}{
		{32 << 10, 300_000, 300_000, false},
		{32 << 10, 300_000, 300_000, true},
		{BlockLen - 1, 4 * BlockLen, 4 * BlockLen, false},
		{BlockLen, 2 * BlockLen, 2 * BlockLen, true},
		{1, 300, 300, false},
		{1, 300, 300, true},
		{32 << 10, 300_000, 200_000, false},
		{32 << 10, 300_000, 200_000, true},
	} {
		content := message(c.length)
		format := bao.Format{}.WithChunkGroup(bao.KiB16)
		hash, outboard := format.Outboard(content)
		var requests atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			file := map[string][]byte{"/file": content[:c.told], "/tree": outboard}[r.URL.Path]
			var from, to int
			fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &to)
			if from >= len(file) {
				w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
				return
			}
			to = min(to, from+c.most-1, len(file)-1)
			all := fmt.Sprint(len(file))
			if c.unknown {
				all = "*"
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%s", from, to, all))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(file[from : to+1])
		}))
		f := Open(nil, "file", Entry{Hash: hash, Format: format, URL: server.URL + "/file", OutboardURL: server.URL + "/tree"})
		got, err := io.ReadAll(f)
		if c.told == c.length && (err != nil || !bytes.Equal(got, content)) {
			t.Errorf("%+v: %d bytes, %v", c, len(got), err)
		}
		var is *bao.Error
		if c.told < c.length && (!errors.As(err, &is) || is.Kind != bao.MessageTruncated || is.Offset != uint64(c.told) || !bytes.HasPrefix(content, got)) {
			t.Errorf("%+v: %d bytes, %v", c, len(got), err)
		}
		if n := int(requests.Load()); n > 2*((len(content)+len(outboard))/c.most+10) {
			t.Errorf("%+v: %d requests", c, n)
		}
		f.Close()
		server.Close()
	}
}

// A server that hands on files of one that it does not trust.
func TestFileSystem(t *testing.T) {
	o := serve(t)
	content := message(300_000)
	entry, _ := o.put(bao.Format{}.WithChunkGroup(bao.KiB16), "file", content)
	files := &FS{Files: map[string]Entry{"films/one": entry}}
	mirror := httptest.NewServer(http.FileServer(http.FS(files)))
	defer mirror.Close()
	request, _ := http.NewRequest("GET", mirror.URL+"/films/one", nil)
	request.Header.Set("Range", "bytes=100000-100099")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 206 || !bytes.Equal(got, content[100_000:100_100]) {
		t.Errorf("%s, %d bytes, %v", response.Status, len(got), err)
	}
	if _, err := files.Open("films/two"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if read, err := fs.ReadFile(files, "films/one"); err != nil || !bytes.Equal(read, content) {
		t.Error(len(read), err)
	}
}
