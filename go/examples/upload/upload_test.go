package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/lanesum/lanesum/go/blake3"
)

// start serves on n listeners, and says where.
func start(tb testing.TB, n int, limit int64) (dir, url string) {
	dir = tb.TempDir()
	return dir, startBy(tb, n, func() http.Handler { return newServer(dir, limit) })
}

func startBy(tb testing.TB, n int, handler func() http.Handler) (url string) {
	all, err := listenAll(context.Background(), "127.0.0.1:0", n)
	if err != nil {
		tb.Fatal(err)
	}
	stop := serve(all, handler)
	tb.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := stop(); err != nil {
			tb.Error(err)
		}
	})
	return "http://" + all[0].Addr().String()
}

func put(url string, body io.Reader, header ...string) (int, string, error) {
	r, err := http.NewRequest(http.MethodPut, url, body)
	if err != nil {
		return 0, "", err
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

// 64 uploads at a time, of all lengths.
func TestUploads(t *testing.T) {
	for _, listeners := range []int{1, 4} {
		dir, url := start(t, listeners, 2<<20)
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				random := rand.New(rand.NewSource(int64(i)))
				content := make([]byte, random.Intn(1<<random.Intn(21)))
				random.Read(content)
				name := fmt.Sprint("file-", i)
				status, text, err := put(url+"/"+name, bytes.NewReader(content))
				var got answer
				if err == nil {
					err = json.Unmarshal([]byte(text), &got)
				}
				m, s, b := md5.Sum(content), sha256.Sum256(content), blake3.Sum256(content)
				want := answer{name, int64(len(content)), hex.EncodeToString(m[:]), hex.EncodeToString(s[:]), hex.EncodeToString(b[:])}
				if err != nil || status != http.StatusCreated || got != want {
					t.Errorf("%d, %+v, not %+v: %v", status, got, want, err)
				}
				if stored, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(stored, content) {
					t.Errorf("%d bytes are stored: %v", len(stored), err)
				}
			})
		}
		all.Wait()
		if files, err := os.ReadDir(dir); err != nil || len(files) != 64 {
			t.Errorf("%d files: %v", len(files), err)
		}
	}
}

func TestRefused(t *testing.T) {
	dir, url := start(t, 1, 1000)
	sum := md5.Sum([]byte("body"))
	for _, c := range []struct {
		path, body, md5 string
		status          int
		text            string
	}{
		{"/ok", "body", base64.StdEncoding.EncodeToString(sum[:]), 201, hex.EncodeToString(sum[:])},
		{"/wrong", "bodx", base64.StdEncoding.EncodeToString(sum[:]), 400, "and the body's MD5 is"},
		{"/wrong", "body", "zz", 400, "base64 of 16 bytes"},
		{"/long", strings.Repeat("x", 1001), "", 413, "at most 1000 bytes"},
		{"/", "body", "", 400, "is no name"},
		{"/%2e%2e%2fup", "body", "", 400, "is no name"},
		{"/a/b", "body", "", 400, "is no name"},
		{"/.hidden", "body", "", 400, "is no name"},
	} {
		status, text, err := put(url+c.path, strings.NewReader(c.body), "Content-MD5", c.md5)
		if err != nil || status != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %s %v", c.path, status, text, err)
		}
	}
	if response, err := http.Get(url + "/ok"); err != nil || response.StatusCode != 405 {
		t.Error(response, err)
	} else {
		response.Body.Close()
	}
	// An upload that breaks off leaves nothing.
	r, w := io.Pipe()
	go func() {
		w.Write([]byte("some"))
		w.CloseWithError(io.ErrClosedPipe)
	}()
	if _, _, err := put(url+"/broken", r); err == nil {
		t.Error("an upload that broke off is answered")
	}
	if err := run(context.Background(), "256.0.0.1:0", 1, dir, 1); err == nil {
		t.Error("listens on no address")
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestNothingLeft ends the service, and looks at what it leaves.
func TestNothingLeft(t *testing.T) {
	dir := t.TempDir()
	all, err := listenAll(context.Background(), "127.0.0.1:0", 2)
	if err != nil {
		t.Fatal(err)
	}
	stop := serve(all, func() http.Handler { return newServer(dir, 1000) })
	r, w := io.Pipe()
	done := make(chan bool)
	go func() {
		put("http://"+all[0].Addr().String()+"/broken", r)
		close(done)
	}()
	w.Write(make([]byte, 10))
	w.CloseWithError(io.ErrClosedPipe)
	<-done
	if err := stop(); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Error(files, err)
	}
}

// 64 clients that upload 4 MiB each, to one listener and to one for each core, whose
// requests hash in lanes or each alone.
func BenchmarkUploads(b *testing.B) {
	for i, n := range []int{1, max(2, runtime.GOMAXPROCS(0)), 1} {
		name := []string{"lanes", "lanes", "alone"}[i]
		b.Run(fmt.Sprintf("%s/listeners=%d", name, n), func(b *testing.B) {
			dir := b.TempDir()
			url := startBy(b, n, func() http.Handler {
				s := newServer(dir, 1<<30)
				if name == "alone" {
					s.newMD5, s.newSHA256 = md5.New, sha256.New
				}
				return s
			})
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			defer client.CloseIdleConnections()
			content := make([]byte, 4<<20)
			b.SetBytes(64 * int64(len(content)))
			begin := cpu()
			for b.Loop() {
				var all sync.WaitGroup
				for i := range 64 {
					all.Go(func() {
						r, err := http.NewRequest(http.MethodPut, fmt.Sprint(url, "/file-", i), bytes.NewReader(content))
						if err != nil {
							b.Error(err)
							return
						}
						response, err := client.Do(r)
						if err != nil {
							b.Error(err)
							return
						}
						io.Copy(io.Discard, response.Body)
						response.Body.Close()
					})
				}
				all.Wait()
			}
			b.ReportMetric(float64(cpu()-begin)/float64(b.N), "cpu-ns/op")
		})
	}
}
