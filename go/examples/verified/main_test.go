package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/lanesum/lanesum/go/bao"
)

func TestRanges(t *testing.T) {
	content := bytes.Repeat([]byte("lanes and chunks. "), 50_000)
	format := bao.Format{}.WithChunkGroup(bao.KiB16)
	hash, outboard := format.Outboard(content)
	_, combined := format.Encode(content)
	bad := bytes.Clone(content)
	bad[600_000] ^= 1
	files := map[string][]byte{"/file": content, "/bad": bad, "/tree": outboard, "/both": combined}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
	}))
	defer server.Close()
	apart := func(file string, more ...string) []string {
		return append([]string{"-group", "4", "-outboard", server.URL + "/tree", hash.String(), server.URL + file}, more...)
	}
	for _, c := range []struct {
		args []string
		want []byte
	}{
		{apart("/file"), content},
		{apart("/file", "800000"), content[800_000:]},
		{apart("/file", "123", "456"), content[123:579]},
		{apart("/file", "0", "0"), nil},
		{apart("/file", "899990", "1000"), content[899_990:]},
		{apart("/file", "900000", "1"), nil},
		{apart("/file", "5", "700000"), content[5:700_005]},
		{apart("/bad", "5", "500000"), content[5:500_005]},
		{[]string{"-group", "4", hash.String(), server.URL + "/both", "77", "88"}, content[77:165]},
	} {
		var out bytes.Buffer
		if err := run(c.args, &out); err != nil || !bytes.Equal(out.Bytes(), c.want) {
			t.Errorf("%v: %d bytes, not %d: %v", c.args, out.Len(), len(c.want), err)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{apart("/bad", "599000", "2000"), "the bytes of the message from 589824 on"},
		{apart("/bad"), "the bytes of the message from 589824 on"},
		{apart("/none"), "404"},
		{apart("/file", "-1"), "is no number of bytes"},
		{apart("/file", "x"), "is no number of bytes"},
		{apart("/file", "1", "2", "3"), "arguments"},
		{[]string{"zz", server.URL}, "64 hexadecimal digits"},
		{[]string{"-group", "13", hash.String(), server.URL}, "2^12"},
		{[]string{hash.String(), server.URL + "/both"}, "not what the hash says"},
	} {
		var out bytes.Buffer
		if err := run(c.args, &out); err == nil || !strings.Contains(err.Error(), c.want) || !bytes.HasPrefix(content, out.Bytes()) {
			t.Errorf("%v: %d bytes, %v", c.args, out.Len(), err)
		}
	}
}
