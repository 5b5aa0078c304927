package main

import (
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain is the server too that the tests start: of what an S3 server does, as much as
// load looks at. versitygw itself looks at the signatures.
func TestMain(m *testing.M) {
	i := slices.Index(os.Args, "--port")
	if i < 0 {
		os.Exit(m.Run())
	}
	go http.ListenAndServe(os.Args[i+1], http.HandlerFunc(store))
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
}

func store(w http.ResponseWriter, r *http.Request) {
	content, err := io.ReadAll(r.Body)
	digest, etag := sha256.Sum256(content), md5.Sum(content)
	switch {
	case err != nil || r.Method != http.MethodPut || r.Header.Get("Authorization") == "":
		http.Error(w, "not an upload", http.StatusBadRequest)
	case r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(digest[:]):
		http.Error(w, "the body is another one", http.StatusBadRequest)
	case os.Getenv("LOAD_FAILS") != "" && strings.HasSuffix(r.URL.Path, "object-7"):
		http.Error(w, "no", http.StatusInternalServerError)
	case os.Getenv("LOAD_LIES") != "" && strings.HasSuffix(r.URL.Path, "object-7"):
		w.Header().Set("ETag", `"1"`)
	default:
		w.Header().Set("ETag", fmt.Sprintf(`"%x"`, etag))
	}
}

func TestLoad(t *testing.T) {
	server := os.Args[0]
	if err := run([]string{"one=" + server, "other=" + server}, 8, 40, 10_000, 1, t.TempDir()); err != nil && strings.Contains(err.Error(), "exec format error") {
		t.Skip("an emulated program cannot be started by itself")
	} else if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]string{nil, {server}, {"one=/no/such/server"}} {
		if err := run(bad, 1, 1, 1, 1, t.TempDir()); err == nil {
			t.Error(bad)
		}
	}
	for variable, want := range map[string]string{"LOAD_FAILS": "500", "LOAD_LIES": `the ETag is "1"`} {
		t.Setenv(variable, "1")
		_, err := measure(server, t.TempDir(), 4, 20, 1000)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "object-7") {
			t.Errorf("%s: %v", variable, err)
		}
		os.Unsetenv(variable)
	}
}

// What is signed, and when; that the signature is right is versitygw's to say.
func TestSign(t *testing.T) {
	r, err := http.NewRequest(http.MethodPut, "http://127.0.0.1:7070/bucket/object", nil)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sign(r, strings.Repeat("0", 64), now)
	one := r.Header.Get("Authorization")
	if !strings.HasPrefix(one, "AWS4-HMAC-SHA256 Credential=loaduser/20260102/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=") {
		t.Error(one)
	}
	sign(r, strings.Repeat("0", 64), now.Add(time.Second))
	if r.Header.Get("Authorization") == one {
		t.Error("the time is not signed")
	}
}
