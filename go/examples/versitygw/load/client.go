package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// client makes requests to an S3 server, signed by version 4 of AWS' signatures.
type client struct {
	http    *http.Client
	address string
}

// body is what is uploaded, its SHA-256, and its ETag.
type body struct {
	bytes        []byte
	sha256, etag string
}

func newClient(address string, connections int) *client {
	return &client{&http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: connections, WriteBufferSize: 256 << 10},
		Timeout:   time.Minute,
	}, address}
}

// ready waits for the server, and makes the bucket.
func (c *client) ready() (err error) {
	empty := sha256.Sum256(nil)
	for range 200 {
		if err = c.put("/"+bucket, body{sha256: hex.EncodeToString(empty[:])}); err == nil {
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	return err
}

// put makes a request, and compares the ETag that it is answered with.
func (c *client) put(path string, b body) error {
	request, err := http.NewRequest(http.MethodPut, "http://"+c.address+path, bytes.NewReader(b.bytes))
	if err != nil {
		return err
	}
	sign(request, b.sha256, time.Now().UTC())
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("PUT %s: %s: %s", path, response.Status, text)
	}
	if got := response.Header.Get("ETag"); b.etag != "" && got != b.etag {
		return fmt.Errorf("PUT %s: the ETag is %s, not %s", path, got, b.etag)
	}
	return nil
}

func sign(r *http.Request, digest string, now time.Time) {
	date, stamp := now.Format("20060102"), now.Format("20060102T150405Z")
	r.Header.Set("X-Amz-Content-Sha256", digest)
	r.Header.Set("X-Amz-Date", stamp)
	const signed = "host;x-amz-content-sha256;x-amz-date"
	canonical := strings.Join([]string{
		r.Method, r.URL.Path, "", "host:" + r.URL.Host, "x-amz-content-sha256:" + digest, "x-amz-date:" + stamp, "",
		signed, digest,
	}, "\n")
	sum := sha256.Sum256([]byte(canonical))
	scope := strings.Join([]string{date, region, "s3", "aws4_request"}, "/")
	toSign := strings.Join([]string{"AWS4-HMAC-SHA256", stamp, scope, hex.EncodeToString(sum[:])}, "\n")
	key := []byte("AWS4" + secret)
	for _, part := range []string{date, region, "s3", "aws4_request", toSign} {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(part))
		key = h.Sum(nil)
	}
	r.Header.Set("Authorization", fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/%s,SignedHeaders=%s,Signature=%x",
		access, scope, signed, key))
}
