package share

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// loan is a piece that another goroutine adds to its state, while its owner sleeps: it
// is read where it is.
type loan struct {
	state *[12]uint64
	// rest is what is not added yet.
	rest []byte
	// wake tells the owner to lead, or that all is added.
	wake chan bool
	// since is the round in which it was queued.
	since uint64
}

// combiner are callers that do each other's work, as lanesum's `streams::combine`: one
// leads a round at a time, the others sleep until their piece is done.
//
// What keeps anybody from sleeping for ever: where the queue is not empty, there is a
// leader, or somebody who was woken and has not yet run.
type combiner struct {
	lanes lanes
	add   func([]engine.Piece)

	mu    sync.Mutex
	queue []*loan
	led   bool
	// waking are those whose piece was done, and who have not yet run.
	waking int
	// rounds counts them, and longest is how many any piece waited for one.
	rounds, longest uint64

	// What a leader works with.
	taken  []*loan
	pieces []engine.Piece
	// without is how many more rounds do not await others, after so many in vain.
	without, vain int
}

// update adds whole blocks to a state, here or in another caller's goroutine.
func (c *combiner) update(l *loan) {
	c.mu.Lock()
	lead := c.mayLead(1)
	if lead {
		c.led = true
		c.mu.Unlock()
	} else {
		c.enqueue(l)
		c.mu.Unlock()
		lead = <-l.wake
	}
	for lead {
		lead = c.lead(l)
	}
	// The last of those that were woken makes somebody lead.
	c.mu.Lock()
	c.waking--
	c.appoint()
}

// mayLead says whether somebody should, with so many pieces besides those in the queue.
func (c *combiner) mayLead(more int) bool {
	return !c.led && (c.waking == 0 || len(c.queue)+more >= c.lanes.full)
}

// appoint makes the first in the queue lead, where somebody should, and unlocks.
func (c *combiner) appoint() {
	if len(c.queue) == 0 || !c.mayLead(0) {
		c.mu.Unlock()
		return
	}
	first := c.queue[0]
	c.drop(1)
	c.led = true
	c.mu.Unlock()
	first.wake <- true
}

// enqueue puts a loan behind those that wait.
func (c *combiner) enqueue(l *loan) {
	l.since = c.rounds
	c.queue = append(c.queue, l)
}

// drop takes the first out of the queue, which keeps no pointer to them.
func (c *combiner) drop(n int) {
	for _, l := range c.queue[:n] {
		c.longest = max(c.longest, c.rounds-l.since)
	}
	k := copy(c.queue, c.queue[n:])
	clear(c.queue[k:])
	c.queue = c.queue[:k]
}

// lead runs a round, or some while nobody comes or goes. What is left of the leader's piece
// then waits for another leader: this one would find few to lead. Says whether it is to
// lead again.
func (c *combiner) lead(l *loan) bool {
	for {
		c.await()
		c.mu.Lock()
		others := c.lanes.share(1+len(c.queue)) - 1
		c.taken = append(append(c.taken[:0], l), c.queue[:others]...)
		c.drop(others)
		c.mu.Unlock()
		c.round()

		c.mu.Lock()
		c.rounds++
		done := c.taken[:0]
		for _, t := range c.taken[1:] {
			if len(t.rest) > 0 {
				// Behind those that wait for their first round.
				c.enqueue(t)
			} else {
				done = append(done, t)
			}
		}
		left := len(l.rest) > 0
		if left && len(done) == 0 && len(c.queue) == others {
			// Whoever waits was in this round, and is in the next one: to hand over would wake a
			// goroutine for nothing.
			c.mu.Unlock()
			continue
		}
		// From here on the next leader may use what this one worked with.
		var woken [engine.MaxLanes]*loan
		n := copy(woken[:], done)
		clear(c.taken[:cap(c.taken)])
		c.led = false
		c.waking += n
		if left {
			c.enqueue(l)
			if n == 0 {
				// Nobody comes who would make another one lead.
				c.appoint()
			} else {
				c.mu.Unlock()
			}
		} else {
			// A leader comes back with another piece as the others do.
			c.waking++
			c.mu.Unlock()
		}
		for _, w := range woken[:n] {
			w.wake <- false
		}
		if !left {
			return false
		}
		return <-l.wake
	}
}

// await lets those run first that are about to come: on a single core nobody else would
// come in before this goroutine sleeps. It ends when nobody does, or all lanes are taken.
// Where that was in vain, some rounds go without, for whatever else is ready to run may
// take ten milliseconds.
func (c *combiner) await() {
	if c.without > 0 {
		c.without--
		return
	}
	came := false
	for waiting := -1; ; {
		c.mu.Lock()
		n := len(c.queue)
		c.mu.Unlock()
		came = came || waiting >= 0 && n > waiting
		if n == waiting || n+1 >= c.lanes.full {
			break
		}
		waiting = n
		runtime.Gosched()
	}
	if came {
		c.vain = 0
	} else {
		c.vain = min(2*c.vain+1, 7)
	}
	c.without = c.vain
}

// round adds a part of each piece that is taken.
func (c *combiner) round() {
	bound := c.lanes.bound(len(c.taken))
	c.pieces = c.pieces[:0]
	for _, t := range c.taken {
		now := t.rest[:part(len(t.rest), bound)]
		t.rest = t.rest[len(now):]
		c.pieces = append(c.pieces, engine.Piece{
			State: t.state, Blocks: unsafe.SliceData(now), Count: len(now) / c.lanes.block,
		})
	}
	c.add(c.pieces)
	clear(c.pieces)
}

// part is how much of a piece to add in a round: a little more than the bound rather
// than to leave next to nothing for another one.
func part(n, bound int) int {
	if n <= bound+bound/3 {
		return n
	}
	return bound
}
