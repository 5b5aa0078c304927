package remote_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/lanesum/lanesum/go/bao"
	"github.com/lanesum/lanesum/go/bao/remote"
)

func ExampleOpen() {
	format := bao.Format{}.WithChunkGroup(bao.KiB16)
	film := bytes.Repeat([]byte("film "), 1_000_000)
	hash, outboard := format.Outboard(film)

	// A server that is not trusted: it changes a byte.
	film[4_000_000] ^= 1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content := map[string][]byte{"/film": film, "/film.obao": outboard}[r.URL.Path]
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}))
	defer server.Close()

	file := remote.Open(nil, "film", remote.Entry{
		Hash: hash, Format: format, URL: server.URL + "/film", OutboardURL: server.URL + "/film.obao",
	})
	defer file.Close()
	part := make([]byte, 9)
	_, err := file.ReadAt(part, 3_000_000)
	fmt.Printf("%s %v\n", part, err)
	n, err := file.ReadAt(part, 4_000_000)
	fmt.Println(n, err)
	// Output:
	// film film <nil>
	// 0 read film: bao: the bytes of the message from 3997696 on are not what the hash says
}
