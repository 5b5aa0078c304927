package bao

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand"
	"runtime"
	"sync"
	"testing"

	"github.com/lanesum/lanesum/go/internal/race"
)

// Any part of a message of several runs, by many goroutines at a time.
func TestReadAt(t *testing.T) {
	for _, group := range []int{0, 4, 12} {
		o := oneOf(runs(), group)
		for _, f := range []*File{
			o.format.Open(o.hash, bytes.NewReader(o.combined)),
			o.format.OpenOutboard(o.hash, bytes.NewReader(o.outboard), bytes.NewReader(o.message)),
		} {
			var all sync.WaitGroup
			for seed := range 4 {
				all.Go(func() {
					random := rand.New(rand.NewSource(int64(seed)))
					for range 20 {
						p := make([]byte, random.Intn(1<<random.Intn(21)))
						at := random.Intn(len(o.message) + 1000)
						n, err := f.ReadAt(p, int64(at))
						want := o.message[min(at, len(o.message)):min(at+len(p), len(o.message))]
						ended := n < len(p)
						if !bytes.Equal(p[:n], want) || ended != (err == io.EOF) || !ended && err != nil {
							t.Errorf("%d bytes at %d: %d, %v", len(p), at, n, err)
						}
					}
					if size, err := f.Size(); size != int64(len(o.message)) || err != nil {
						t.Error(size, err)
					}
				})
			}
			all.Wait()
			if err := f.Verify(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSeek(t *testing.T) {
	o := oneOf(700_000, 2)
	f := o.format.Open(o.hash, bytes.NewReader(o.combined))
	for _, c := range []struct {
		offset int64
		whence int
		want   int64
	}{
		{0, io.SeekStart, 0}, {699_999, io.SeekStart, 699_999}, {0, io.SeekEnd, 700_000}, {-700_000, io.SeekEnd, 0},
		{300_000, io.SeekCurrent, 300_010}, {-10, io.SeekCurrent, 300_010}, {5, io.SeekEnd, 700_005},
		{math.MaxInt64, io.SeekStart, math.MaxInt64},
	} {
		at, err := f.Seek(c.offset, c.whence)
		if at != c.want || err != nil {
			t.Fatalf("%+v: %d, %v", c, at, err)
		}
		p := make([]byte, 10)
		n, err := io.ReadFull(f, p)
		want := o.message[min(at, 700_000) : min(at, 700_000)+min(10, 700_000-min(at, 700_000))]
		if !bytes.Equal(p[:n], want) || (n == 0) != (err == io.EOF) {
			t.Fatalf("%+v: %d bytes, %v", c, n, err)
		}
		if c.want == 0 && c.whence == io.SeekEnd {
			f.Seek(10, io.SeekStart)
		}
	}
	f.Seek(0, io.SeekStart)
	for _, c := range []struct {
		offset int64
		whence int
	}{{-1, io.SeekStart}, {math.MinInt64, io.SeekCurrent}, {-700_001, io.SeekEnd}, {math.MaxInt64, io.SeekEnd}, {0, 3}} {
		if at, err := f.Seek(c.offset, c.whence); err == nil {
			t.Errorf("%+v: %d", c, at)
		}
	}
	// The end is not told where the last chunk is wrong.
	o.combined[len(o.combined)-1] ^= 1
	for name, try := range map[string]func() error{
		"from the end": func() error { _, err := f.Seek(0, io.SeekEnd); return err },
		"size":         func() error { _, err := f.Size(); return err },
		"past the end": func() error { _, err := f.ReadAt(make([]byte, 1), 1<<40); return err },
		"read past it": func() error { f.Seek(1<<40, io.SeekStart); _, err := f.Read(make([]byte, 1)); return err },
	} {
		var is *Error
		if err := try(); !errors.As(err, &is) || is.Kind != LeafMismatch {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// flaky fails at each second call, after some bytes.
type flaky struct {
	r     io.Reader
	again bool
}

var errFlaky = errors.New("not now")

func (f *flaky) Read(p []byte) (int, error) {
	if f.again = !f.again; f.again {
		n, _ := f.r.Read(p[:min(len(p), 1000)])
		return n, errFlaky
	}
	return f.r.Read(p[:min(len(p), 3000)])
}

// A stream that could not be read goes on where it was.
func TestErrorsOfInput(t *testing.T) {
	o := oneOf(300_000, 1)
	for _, r := range []*Reader{
		o.format.NewReader(o.hash, &flaky{r: bytes.NewReader(o.combined)}),
		o.format.NewOutboardReader(o.hash, &flaky{r: bytes.NewReader(o.outboard)}, &flaky{r: bytes.NewReader(o.message)}),
	} {
		var got []byte
		for p := make([]byte, 7000); ; {
			n, err := r.Read(p)
			got = append(got, p[:n]...)
			if err == io.EOF {
				break
			}
			if err != nil && err != errFlaky {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, o.message) {
			t.Fatalf("%d bytes", len(got))
		}
	}
	for _, n := range []uint64{299_999, 300_001, 1 << 63} {
		var is *Error
		if _, err := o.format.EncodeTo(&memory{}, Outboard, bytes.NewReader(o.message), n); !errors.As(err, &is) {
			t.Errorf("a message of %d bytes: %v", n, err)
		}
	}
	w := o.format.NewWriter(&memory{}, Outboard)
	for range 2 {
		if err := w.Close(); err != nil || w.Hash() != o.format.Hash(nil) {
			t.Error(w.Hash(), err)
		}
	}
	if _, err := w.Write([]byte{1}); err == nil {
		t.Error("a message goes on after its end")
	}
}

// narrow takes so many bytes, and no more.
type narrow struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("full")

func (w *narrow) Write(p []byte) (int, error) {
	n, _ := w.Buffer.Write(p[:min(len(p), w.room)])
	w.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

// What a writer does not take is read next, from where the file says that it is.
func TestWriteTo(t *testing.T) {
	o := oneOf(700_000, 2)
	ranges := []Range{{100, 5000}, {300_000, 600_000}}
	slice, err := o.format.Slice(o.combined, ranges...)
	if err != nil {
		t.Fatal(err)
	}
	asked := append(bytes.Clone(o.message[100:5000]), o.message[300_000:600_000]...)
	for _, room := range []int{0, 1, 4899, 4900, 4901, 256 << 10, 256<<10 + 1, 699_999} {
		for name, from := range map[string]struct {
			r interface {
				io.Reader
				io.WriterTo
			}
			want []byte
		}{
			"Reader":   {o.format.NewReader(o.hash, bytes.NewReader(o.combined)), o.message},
			"outboard": {o.format.NewOutboardReader(o.hash, bytes.NewReader(o.outboard), bytes.NewReader(o.message)), o.message},
			"slice":    {o.format.NewSliceReader(o.hash, bytes.NewReader(slice), ranges...), asked},
			"File":     {o.format.Open(o.hash, bytes.NewReader(o.combined)), o.message},
			"sought":   {o.format.Open(o.hash, bytes.NewReader(o.combined)), o.message},
			"Slicer":   {o.format.NewSlicer(bytes.NewReader(o.combined), ranges...), slice},
		} {
			room := min(room, len(from.want)-1)
			w := &narrow{room: room}
			if n, err := from.r.WriteTo(w); n != int64(room) || err != errFull {
				t.Fatalf("%s, room for %d bytes: %d, %v", name, room, n, err)
			}
			if file, ok := from.r.(*File); ok && name == "sought" {
				if at, err := file.Seek(0, io.SeekCurrent); at != int64(room) || err != nil {
					t.Fatalf("after %d bytes it is at %d: %v", room, at, err)
				}
			}
			next := make([]byte, min(10, len(from.want)-room))
			if _, err := io.ReadFull(from.r, next); err != nil {
				t.Fatal(name, room, err)
			}
			w.Buffer.Write(next)
			w.room = len(from.want)
			if _, err := from.r.WriteTo(w); err != nil || !bytes.Equal(w.Bytes(), from.want) {
				t.Fatalf("%s goes on after %d bytes: %d of %d, %v", name, room, w.Len(), len(from.want), err)
			}
			if file, ok := from.r.(*File); ok {
				if at, err := file.Seek(0, io.SeekCurrent); at != int64(len(o.message)) || err != nil {
					t.Fatalf("at the end it is at %d: %v", at, err)
				}
			}
		}
	}
	for _, r := range []io.WriterTo{
		o.format.NewReader(o.hash, bytes.NewReader(o.combined)),
		o.format.NewSlicer(bytes.NewReader(o.combined), Everything),
	} {
		for _, lie := range []liar{-1, 1} {
			if n, err := r.WriteTo(lie); n != 0 || err != errWritten {
				t.Error(n, err)
			}
		}
	}
}

// liar says that it has written more than it was given, or less than nothing.
type liar int

func (l liar) Write(p []byte) (int, error) {
	if l < 0 {
		return int(l), nil
	}
	return len(p) + int(l), nil
}

// zeros are as many bytes.
type zeros struct{ n int }

func (z *zeros) Read(p []byte) (int, error) {
	n := min(len(p), z.n)
	clear(p[:n])
	z.n -= n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// What a message of 128 MiB takes to encode and to read stays under 2 MiB, in all that is
// ever allocated.
func TestMemory(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("takes long")
	}
	// A goroutine that goes to another core finds no room there, and makes one.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const n = 128 << 20
	f := Format{}.WithChunkGroup(KiB16)
	outboard := &memory{bytes: make([]byte, 0, f.OutboardLen(n))}
	allocated := func(work func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	var hash Hash
	if bytes := allocated(func() {
		var err error
		if hash, err = f.EncodeTo(outboard, Outboard, &zeros{n}, n); err != nil {
			t.Fatal(err)
		}
	}); bytes > 2<<20 {
		t.Errorf("encoding allocates %d bytes", bytes)
	}
	if bytes := allocated(func() {
		if read, err := io.Copy(io.Discard, f.NewOutboardReader(hash, bytes.NewReader(outboard.bytes), &zeros{n})); read != n || err != nil {
			t.Fatal(read, err)
		}
	}); bytes > 2<<20 {
		t.Errorf("reading allocates %d bytes", bytes)
	}
}
