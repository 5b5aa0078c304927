package share

import "sync"

const (
	// room is the most bytes that a message gathers: of small pieces, which are not worth
	// waiting with. GB/s of 64 goroutines on two CPUs (AMD Zen 5):
	//
	//	pieces of      128 B  1 KiB  4 KiB  8 KiB  16 KiB  32 KiB
	//	MD5              1.4    1.7    7.9   12.8    17.1    19.1
	//	  gathered      11.4   18.4   18.7   17.2    16.1    16.1
	//	SHA-256          2.3    3.7    7.2   10.1    10.7    11.8
	//	  gathered      10.0   11.9   11.5   10.4    10.8    10.1
	room = 32 << 10
	// large pieces are not gathered, and so not copied.
	large = 16 << 10
	// Where a message writes alone, only short pieces are worth that, less than brief, and no more
	// than fit the first level's cache: a block held, and the code called for each, takes 40 ns more
	// than to copy 100 bytes.
	brief       = 1024
	roomOfAlone = 4 << 10
)

// buffers are those of messages that have gathered something.
var buffers = sync.Pool{New: func() any { return new([room]byte) }}

// gathered is the end of a message, which is not in its state yet.
type gathered struct {
	buffer *[room]byte
	n      int
}

// add takes as much of a piece as there is room for. It says how many bytes.
func (g *gathered) add(p []byte) int {
	if g.buffer == nil {
		g.buffer = buffers.Get().(*[room]byte)
	}
	k := copy(g.buffer[g.n:], p)
	g.n += k
	return k
}

// forget gives the buffer back.
func (g *gathered) forget() {
	if g.buffer != nil {
		buffers.Put(g.buffer)
		*g = gathered{}
	}
}

// gathers is how many bytes it gathers: few where it writes alone.
func (m *Message) gathers() int {
	g := m.group
	if !g.gains || m.alone && g.last.Load() == m && g.inside.Load() <= g.few {
		return roomOfAlone
	}
	return room
}

// flush has what is gathered in the state.
func (m *Message) flush() {
	if m.gathered.n > 0 {
		m.State.Write(m.gathered.buffer[:m.gathered.n], m.add)
	}
	m.gathered.forget()
}
