package bao

import (
	"bytes"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/lanesum/lanesum/go/internal/hashtest"
)

// A room has the bytes that are asked for, and is given back where it came from, whatever it was
// before.
func TestRooms(t *testing.T) {
	for _, n := range []int{0, 1, 64, 1<<leastRoom - 1, 1 << leastRoom, 1<<leastRoom + 1, 100_000, 1 << mostRoom, 1<<mostRoom + 1} {
		var buffer []byte
		for range 3 {
			for _, m := range []int{n / 3, n} {
				if got := borrow(&buffer, m); len(got) != m {
					t.Errorf("%d bytes, not %d", len(got), m)
				}
			}
			giveBack(&buffer)
			if buffer != nil {
				t.Error("it is kept")
			}
		}
	}
}

// Goroutines that encode, read, and fail at one time have rooms of their own, and go on with others
// after their end.
func TestRoomsAreApart(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			for range 30 {
				format := Format{}.WithChunkGroup([]ChunkGroup{Chunk, KiB16}[r.IntN(2)])
				message := bytes.Clone(hashtest.Input(r.IntN(1 << (10 + r.IntN(10)))))
				for j := range message {
					message[j] ^= byte(i)
				}
				hash, want := format.Encode(message)
				var at memory
				if got, err := format.EncodeAt(&at, Combined, bytes.NewReader(message), uint64(len(message))); err != nil || got != hash || !bytes.Equal(at.bytes, want) {
					t.Error("encoded as another message", err)
					return
				}
				reader := format.NewReader(hash, bytes.NewReader(want))
				for range 2 {
					if got, err := io.ReadAll(reader); err != nil || len(got) > 0 && !bytes.Equal(got, message) {
						t.Error("read as another message", err)
						return
					}
				}
				file := format.Open(hash, bytes.NewReader(want))
				for range 2 {
					if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, message) {
						t.Error("read as another message", err)
						return
					}
					file.Seek(0, io.SeekStart)
				}
				if len(message) == 0 {
					continue
				}
				bad := bytes.Clone(want)
				bad[8+r.IntN(len(bad)-8)] ^= 1
				got, err := io.ReadAll(format.NewReader(hash, bytes.NewReader(bad)))
				if err == nil || !bytes.HasPrefix(message, got) {
					t.Error("what is not verified is read", err)
					return
				}
			}
		})
	}
	wait.Wait()
}
