package share

import (
	"runtime"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// crew is what a leader works with: those in its round, itself first.
type crew struct {
	taken  []*loan
	pieces []engine.Piece
}

// lead runs a round, or some while nobody comes or goes. What is left of the leader's piece
// then waits for another leader: this one would find few to lead. Says whether all of it
// is added, and unlocks.
func (c *combiner) lead(l *loan) bool {
	for {
		if !c.await(l) {
			c.mu.Unlock()
			return false
		}
		w := c.take(l)
		others := len(w.taken) - 1
		c.mu.Unlock()
		c.round(w)

		c.mu.Lock()
		var woken [engine.MaxLanes]*loan
		n := c.settle(w, &woken)
		left := len(l.rest) > 0
		if left && n == 0 && len(c.queue) == others {
			// Whoever waits was in this round, and is in the next one: to hand over would wake a
			// goroutine for nothing.
			continue
		}
		c.leaders--
		c.waking += n
		if left {
			c.enqueue(l)
		} else {
			// A leader comes back with another piece as the others do.
			c.waking++
		}
		// Where anybody is about to run, that one makes another one lead.
		c.appoint()
		for _, t := range woken[:n] {
			t.wake <- false
		}
		return !left
	}
}

// take begins a round of a leader's piece and of those that wait, as many as are its share.
func (c *combiner) take(l *loan) *crew {
	most := c.most()
	others := c.lanes.share(1+len(c.queue), (int(c.members.Load())+most-1)/most) - 1
	w := c.crew()
	w.taken = append(append(w.taken, l), c.queue[:others]...)
	c.drop(others)
	return w
}

// settle ends a round: what is left of others' pieces waits behind those that had no round
// yet. Says how many are to be woken, and whom.
func (c *combiner) settle(w *crew, woken *[engine.MaxLanes]*loan) int {
	c.rounds++
	n := 0
	for _, t := range w.taken[1:] {
		if len(t.rest) > 0 {
			c.enqueue(t)
		} else {
			woken[n] = t
			n++
		}
	}
	clear(w.taken)
	w.taken = w.taken[:0]
	c.crews = append(c.crews, w)
	return n
}

// crew is one that no leader works with.
func (c *combiner) crew() *crew {
	n := len(c.crews)
	if n == 0 {
		return new(crew)
	}
	w := c.crews[n-1]
	c.crews = c.crews[:n-1]
	return w
}

// await lets those run first that are about to come: on a single core nobody else would
// come in before this goroutine sleeps. It ends when nobody does, or enough have come. Says
// whether this one leads, and not another one in its place. Where it was in vain, some
// rounds go without, for whatever else is ready to run may take ten milliseconds.
func (c *combiner) await(l *loan) bool {
	if c.awaiting != nil {
		// One leader of both is better than two.
		c.depose()
		c.leaders--
	}
	if len(c.queue)+1 >= c.lanes.ready {
		return true
	}
	if c.without > 0 {
		c.without--
		return true
	}
	came := false
	c.awaiting = l
	for waiting := -1; len(c.queue) != waiting && len(c.queue)+1 < c.lanes.ready; {
		waiting = len(c.queue)
		c.mu.Unlock()
		runtime.Gosched()
		c.mu.Lock()
		if c.awaiting != l {
			c.without, c.vain = 0, 0
			return false
		}
		came = came || len(c.queue) > waiting
	}
	c.awaiting = nil
	if came {
		c.vain = 0
	} else {
		c.vain = min(2*c.vain+1, 7)
	}
	c.without = c.vain
	return true
}

// round adds a part of each piece that is taken.
func (c *combiner) round(w *crew) {
	bound := c.lanes.bound(len(w.taken))
	w.pieces = w.pieces[:0]
	for _, t := range w.taken {
		now := t.rest[:part(len(t.rest), bound)]
		t.rest = t.rest[len(now):]
		w.pieces = append(w.pieces, engine.Piece{
			State: t.state, Blocks: unsafe.SliceData(now), Count: len(now) / c.lanes.block,
		})
	}
	c.add(w.pieces)
	clear(w.pieces)
}

// part is how much of a piece to add in a round: a little more than the bound rather
// than to leave next to nothing for another one.
func part(n, bound int) int {
	if n <= bound+bound/3 {
		return n
	}
	return bound
}
