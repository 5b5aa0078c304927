package intake

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"testing/iotest"
)

// sink is a hash that keeps its message, and has ReadFrom as all of ours do.
type sink struct {
	bytes.Buffer
	longest int
	// room is how much it takes, if it is not 0.
	room int
}

var errFull = errors.New("full")

func (s *sink) Write(p []byte) (int, error) {
	if s.room > 0 && s.Len()+len(p) > s.room {
		return 0, errFull
	}
	s.longest = max(s.longest, len(p))
	return s.Buffer.Write(p)
}

func (s *sink) ReadFrom(r io.Reader) (int64, error) { return Copy(s, r) }

func message(n int) []byte {
	m := make([]byte, n)
	for i := range m {
		m[i] = byte(i * i >> 7)
	}
	return m
}

// Readers that give all at once, a byte at a time, their end with their last bytes, and nothing
// now and then.
func TestReaders(t *testing.T) {
	for _, n := range []int{0, 1, 511, ofAny - 1, ofAny, ofAny + 1, 3*ofAny + 5} {
		for name, as := range map[string]func(io.Reader) io.Reader{
			"whole":  func(r io.Reader) io.Reader { return struct{ io.Reader }{r} },
			"bytes":  iotest.OneByteReader,
			"halves": iotest.HalfReader,
			"end":    iotest.DataErrReader,
			"some":   func(r io.Reader) io.Reader { return &hesitant{from: r} },
		} {
			var s sink
			if k, err := io.Copy(&s, as(bytes.NewReader(message(n)))); k != int64(n) || err != nil {
				t.Fatal(name, n, k, err)
			}
			if !bytes.Equal(s.Bytes(), message(n)) {
				t.Errorf("%s: not the message of %d bytes", name, n)
			}
			if s.longest > ofAny {
				t.Errorf("%s: %d bytes at once", name, s.longest)
			}
		}
	}
}

// hesitant gives nothing at every other call.
type hesitant struct {
	from  io.Reader
	again bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.again = !h.again; h.again {
		return 0, nil
	}
	return h.from.Read(p)
}

// Files are read in longer pieces, whole, a part of them, and from their middle.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, n := range []int{0, 1, ofFile - 1, ofFile, ofFile + 1, 2*ofFile + 5} {
		if err := os.WriteFile(path, message(n), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, first := range []int{0, n / 3} {
			for _, last := range []int{n - n/4, n} {
				file, err := os.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := file.Seek(int64(first), io.SeekStart); err != nil {
					t.Fatal(err)
				}
				var s sink
				k, err := int64(0), error(nil)
				if last == n {
					k, err = io.Copy(&s, file)
				} else {
					k, err = io.CopyN(&s, file, int64(last-first))
				}
				file.Close()
				if k != int64(last-first) || err != nil {
					t.Fatal(n, first, last, k, err)
				}
				if !bytes.Equal(s.Bytes(), message(n)[first:last]) {
					t.Errorf("not the bytes from %d to %d of %d", first, last, n)
				}
				if want := min(last-first, ofFile); s.longest != want {
					t.Errorf("%d bytes at once, not %d", s.longest, want)
				}
			}
		}
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	if n, err := io.Copy(new(sink), file); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Error("a closed file:", n, err)
	}
	if n, err := io.CopyN(new(sink), bytes.NewReader(message(9)), 10); n != 9 || err != io.EOF {
		t.Error("one byte too many:", n, err)
	}
}

// What fails is said, with how many bytes came before it.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	var s sink
	n, err := io.Copy(&s, io.MultiReader(bytes.NewReader(message(100)), iotest.ErrReader(broken)))
	if n != 100 || err != broken || s.Len() != 100 {
		t.Error(n, err, s.Len())
	}
	full := sink{room: ofAny}
	n, err = io.Copy(&full, struct{ io.Reader }{bytes.NewReader(message(2 * ofAny))})
	if n != ofAny || err != errFull {
		t.Error(n, err)
	}
}

// Goroutines that read at one time have buffers of their own, for files and for others.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			want := bytes.Repeat([]byte{byte(i), 1, byte(i * i)}, ofFile/2)
			path := filepath.Join(dir, strconv.Itoa(i))
			if err := os.WriteFile(path, want, 0o600); err != nil {
				t.Error(err)
				return
			}
			for range 20 {
				file, err := os.Open(path)
				if err != nil {
					t.Error(err)
					return
				}
				for _, from := range []io.Reader{file, iotest.HalfReader(bytes.NewReader(want))} {
					var s sink
					if n, err := io.Copy(&s, from); n != int64(len(want)) || err != nil || !bytes.Equal(s.Bytes(), want) {
						t.Error("not its message:", n, err)
					}
				}
				file.Close()
			}
		})
	}
	wait.Wait()
}

// Nothing is made for a message but the buffer that the first one leaves.
func TestAllocations(t *testing.T) {
	m := message(5000)
	r := bytes.NewReader(m)
	only := &struct{ io.Reader }{r}
	var s sink
	s.Grow(len(m))
	if n := testing.AllocsPerRun(100, func() {
		r.Reset(m)
		s.Reset()
		Copy(&s, only)
	}); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}
