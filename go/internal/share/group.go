package share

import (
	"runtime"
	"sync/atomic"

	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

// Group are messages of one hash that share lanes. There is no goroutine in it and no clock,
// and nothing to close.
type Group struct {
	// Hash is theirs.
	Hash *merkle.Hash
	// gains says whether it pays to share at all.
	gains bool
	lanes lanes
	// inside counts those in an update that is long enough; up to few of them hash alone.
	inside atomic.Int32
	few    int32
	// apart is how many are worth another combiner.
	apart int
	// combiners, one for each core: those who wake each other stay on one. Where groups are
	// small, one for some cores, so that none of them idles while any two could run.
	combiners []struct {
		combiner
		_ [64]byte
	}
	next atomic.Uint32
	// last is the message that wrote last.
	last atomic.Pointer[Message]
}

// New is for as many cores as the program may use.
func New(h *merkle.Hash) *Group { return sized(h, runtime.GOMAXPROCS(0)) }

func sized(h *merkle.Hash, cores int) *Group {
	g := &Group{Hash: h}
	if g.lanes, g.gains = of(h); !g.gains {
		return g
	}
	g.few = int32(g.lanes.few(cores))
	leaders, combiners := 1, cores
	if g.lanes.ready <= small {
		leaders, combiners = cores, (cores+shared-1)/shared
	}
	g.apart = g.lanes.apart * cores / combiners
	g.combiners = make([]struct {
		combiner
		_ [64]byte
	}, combiners)
	for i := range g.combiners {
		c := &g.combiners[i].combiner
		c.lanes, c.add, c.cores = g.lanes, h.Blocks, leaders
	}
	return g
}

// Message is one in pieces. It is one goroutine's at a time.
type Message struct {
	merkle.State
	group *Group
	// at is the combiner that it is with, and other the one to compare that with next.
	at, other int
	loan      loan
	gathered  gathered
	// alone says that nobody else wrote between its last two writes.
	alone bool
}

// New begins a message.
func (g *Group) New() *Message {
	m := &Message{group: g, loan: loan{wake: make(chan bool, 1)}}
	m.Init(g.Hash)
	if g.gains {
		m.at = int(g.next.Add(1)) % len(g.combiners)
		m.other = m.at
	}
	return m
}

// Copy is another message that begins like this one.
func (m *Message) Copy() *Message {
	m.flush()
	c := m.group.New()
	c.State = m.State
	return c
}

// Write adds a piece, which is free again when it returns. It may hash others' pieces
// meanwhile, or sleep until another goroutine has hashed this one, or gather a small one.
func (m *Message) Write(p []byte) (int, error) {
	if g := &m.gathered; g.n > 0 && len(p) < roomOfAlone-g.n {
		// Any message gathers that much.
		g.n += copy(g.buffer[g.n:], p)
		return len(p), nil
	}
	n, most := len(p), m.gathers()
	if n >= large || m.gathered.n == 0 && most < room && n >= brief {
		m.flush()
		m.State.Write(p, m.add)
		return n, nil
	}
	for len(p) > 0 {
		p = p[m.gathered.add(p):]
		if m.gathered.n >= most {
			m.flush()
		}
	}
	return n, nil
}

// Sum appends the digest of the message so far. It may sleep as Write does.
func (m *Message) Sum(b []byte) []byte {
	m.flush()
	return m.State.Sum(b)
}

// Reset begins another message.
func (m *Message) Reset() {
	m.gathered.forget()
	m.State.Reset()
}

// AppendBinary appends the state as the standard library encodes it.
func (m *Message) AppendBinary(b []byte) ([]byte, error) {
	m.flush()
	return m.State.AppendBinary(b)
}

// UnmarshalBinary takes a state as the standard library encodes it.
func (m *Message) UnmarshalBinary(b []byte) error {
	err := m.State.UnmarshalBinary(b)
	if err == nil {
		m.gathered.forget()
	}
	return err
}

func (m *Message) add(state *engine.State, blocks []byte) {
	g := m.group
	if len(blocks) < g.lanes.leastBytes() {
		g.Hash.Alone(state, blocks)
		return
	}
	if g.gains {
		g.inside.Add(1)
		defer g.inside.Add(-1)
		few := g.inside.Load() <= g.few
		m.alone = few && g.last.Swap(m) == m
		if few && !m.alone {
			// Goroutines are not interrupted in here as threads are: those that are about to
			// write come in now, or never while this one hashes.
			runtime.Gosched()
		}
	}
	alone := g.lanes.bound(1)
	for steps := 1; len(blocks) > 0; steps++ {
		if steps%turn == 0 {
			// Go would let a goroutine run for ten milliseconds, however short the others' turns
			// are.
			runtime.Gosched()
		}
		if g.gains && g.inside.Load() > g.few {
			m.together(state, blocks)
			return
		}
		// Others may come.
		now := blocks[:part(len(blocks), alone)]
		g.Hash.Alone(state, now)
		blocks = blocks[len(now):]
	}
}

// turn is after how many steps, of some 45 microseconds, a long piece lets others run.
const turn = 16

// together adds blocks in others' lanes.
func (m *Message) together(state *engine.State, blocks []byte) {
	m.choose()
	c := &m.group.combiners[m.at]
	m.loan.state, m.loan.rest = state, blocks
	c.update(&m.loan)
	m.loan.rest = nil
}

// choose keeps groups that are each worth their core, and none much larger than another:
// each that comes looks at one other group. Between the numbers at which two become one,
// and one two, nobody moves, but those who are too few to gain anything.
func (m *Message) choose() {
	g := m.group
	m.other = (m.other + 1) % len(g.combiners)
	here, there := int(g.combiners[m.at].members.Load()), int(g.combiners[m.other].members.Load())
	both := 1 + here + there
	join := 2*both < 3*g.apart && (there > here || there == here && m.at > m.other) ||
		1+here < g.lanes.least && there > here
	split := both >= 2*g.apart && here >= there+max(both/8, 2)
	if join || split {
		m.at = m.other
	}
}
