package share

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lanesum/lanesum/go/internal/engine"
)

// loan is a piece that another goroutine adds to its state, while its owner sleeps: it
// is read where it is.
type loan struct {
	state *engine.State
	// rest is what is not added yet.
	rest []byte
	// wake tells the owner to lead, or that all is added.
	wake chan bool
	// since is the round in which it was queued.
	since uint64
}

// combiner are callers that do each other's work, as lanesum's `streams::combine`: some
// lead, each a round at a time, and the others sleep until their piece is done.
//
// What keeps anybody from sleeping for ever: where the queue is not empty, there is a
// leader, or somebody who was woken and has not yet run.
type combiner struct {
	lanes lanes
	add   func([]engine.Piece)
	// cores is on how many somebody may lead at a time.
	cores int
	// members counts those in an update.
	members atomic.Int32

	mu      sync.Mutex
	queue   []*loan
	leaders int
	// awaiting is the piece of a leader who lets others run before its round. Who makes that
	// ready leads in its place: to wake a goroutine costs more than to go on.
	awaiting *loan
	// waking are those whose piece was done, and who have not yet run.
	waking int
	// rounds counts them, and longest is how many any piece waited for one.
	rounds, longest uint64
	// without is how many more rounds do not await others, after so many in vain.
	without, vain int
	// crews are those that no leader works with.
	crews []*crew
}

// update adds whole blocks to a state, here or in another caller's goroutine.
func (c *combiner) update(l *loan) {
	c.members.Add(1)
	c.mu.Lock()
	added := false
	switch {
	case c.awaiting != nil && len(c.queue)+2 >= c.lanes.ready:
		c.depose()
		added = c.lead(l)
	case c.mayLead(c.lanes.ready - 2):
		c.leaders++
		added = c.lead(l)
	default:
		c.enqueue(l)
		c.mu.Unlock()
	}
	for !added && <-l.wake {
		c.mu.Lock()
		added = c.lead(l)
	}
	// The last of those that were woken makes somebody lead.
	c.mu.Lock()
	c.waking--
	c.members.Add(-1)
	c.appoint()
}

// mayLead says whether somebody else should, where nobody is about to come, or enough wait.
func (c *combiner) mayLead(enough int) bool {
	return c.leaders < c.most() && c.awaiting == nil && (c.waking == 0 || len(c.queue) >= enough)
}

// most is how many may lead: each is to have lanes that are worth a core.
func (c *combiner) most() int { return min(max(int(c.members.Load())/c.lanes.apart, 1), c.cores) }

// depose puts the leader who awaits others at the head of those that wait: another one
// leads in its place.
func (c *combiner) depose() {
	c.awaiting.since = c.rounds
	c.queue = slices.Insert(c.queue, 0, c.awaiting)
	c.awaiting = nil
}

// appoint makes the first in the queue lead, where somebody should, and unlocks.
func (c *combiner) appoint() {
	if len(c.queue) == 0 || !c.mayLead(c.lanes.ready) {
		c.mu.Unlock()
		return
	}
	first := c.queue[0]
	c.drop(1)
	c.leaders++
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
