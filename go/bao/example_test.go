package bao_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/lanesum/lanesum/go/bao"
)

func Example() {
	format := bao.Format{}.WithChunkGroup(bao.KiB16)
	message := bytes.Repeat([]byte("lanes "), 20_000)
	hash, outboard := format.Outboard(message)
	fmt.Println(len(message), len(outboard))

	file := format.OpenOutboard(hash, bytes.NewReader(outboard), bytes.NewReader(message))
	part := make([]byte, 5)
	_, err := file.ReadAt(part, 60_000)
	fmt.Printf("%s %v\n", part, err)

	message[60_001] ^= 1
	_, err = file.ReadAt(part, 60_000)
	fmt.Println(err)
	// Output:
	// 120000 456
	// lanes <nil>
	// bao: the bytes of the message from 49152 on are not what the hash says
}

func ExampleFormat_NewReader() {
	hash, encoding := bao.Format{}.Encode([]byte("message"))
	message, err := io.ReadAll(bao.Format{}.NewReader(hash, bytes.NewReader(encoding)))
	fmt.Printf("%s %v\n", message, err)
	// Output: message <nil>
}

func ExampleFormat_Slice() {
	message := bytes.Repeat([]byte{7}, 100_000)
	hash, encoding := bao.Format{}.Encode(message)
	ranges := []bao.Range{{Start: 5000, End: 6000}, bao.From(90_000, 1)}
	slice, err := bao.Format{}.Slice(encoding, ranges...)
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := bao.Format{}.DecodeSlice(hash, slice, ranges...)
	fmt.Println(len(slice), len(part), err)
	// Output: 3912 1001 <nil>
}

func ExampleFormat_EncodeTo() {
	dir, err := os.MkdirTemp("", "bao")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file, err := os.Create(filepath.Join(dir, "message.bao"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	hash, err := bao.Format{}.EncodeTo(file, bao.Combined, strings.NewReader("message"), 7)
	fmt.Println(hash, err)
	// Output: 4bd766dabadb76f246b13b877e09eeca2c5e74a55d3e6828cbaf9edcaa4e055a <nil>
}
