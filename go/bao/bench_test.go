package bao

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/lanesum/lanesum/go/blake3"
	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// 16 MiB in memory, beside the hash alone.
func BenchmarkBao(b *testing.B) {
	message := hashtest.Input(16 << 20)
	run := func(name string, work func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(message)))
			b.ReportAllocs()
			for b.Loop() {
				work()
			}
		})
	}
	run("hash", func() { blake3.Sum256(message) })
	for _, group := range []ChunkGroup{Chunk, KiB16} {
		f := Format{}.WithChunkGroup(group)
		hash, encoding := f.Encode(message)
		_, outboard := f.Outboard(message)
		name := func(what string) string { return fmt.Sprintf("%s/group=%d", what, group.Log()) }
		run(name("encode"), func() { f.Encode(message) })
		run(name("outboard"), func() { f.Outboard(message) })
		run(name("decode"), func() { f.Decode(hash, encoding) })
		run(name("verify"), func() { f.Verify(hash, outboard, message) })
		run(name("read"), func() { io.Copy(io.Discard, f.NewReader(hash, bytes.NewReader(encoding))) })
		run(name("read outboard"), func() {
			io.Copy(io.Discard, f.NewOutboardReader(hash, bytes.NewReader(outboard), bytes.NewReader(message)))
		})
		file, part := f.OpenOutboard(hash, bytes.NewReader(outboard), bytes.NewReader(message)), make([]byte, 4096)
		b.Run(name("read 4096 at"), func(b *testing.B) {
			b.SetBytes(4096)
			b.ReportAllocs()
			for at := int64(0); b.Loop(); at += 1 << 20 {
				file.ReadAt(part, at&(16<<20-1))
			}
		})
	}
}
