// Package share lets goroutines, each with a message of its own, hash in each other's
// lanes.
package share

import (
	"github.com/lanesum/lanesum/go/internal/engine"
	"github.com/lanesum/lanesum/go/internal/merkle"
)

const (
	// A round takes no more cycles: a call of assembly cannot be preempted.
	round = 150_000
	// What it takes to wait for another goroutine, in cycles. A piece that is hashed
	// sooner than that waits for nobody.
	wait = 8_000
	// What it takes to put a goroutine to sleep and to wake it.
	wake = 1_500
	// How many times as fast a group must be to be worth waiting for. Just under 2, for a pair
	// of SHA-256 with SHA instructions, which on some cores takes a percent longer than one.
	gain = 1.95
	// What part of the most that any group gains makes a full one.
	enough = 0.95
	// What part of it is not worth waiting for more.
	almost = 0.88
	// Up to how large groups are so fast to find that those on several cores share a queue.
	small = 4
	// On how many cores they do.
	shared = 4
	// A piece that groups are made for, in blocks.
	typical = 512
)

// lanes say when it pays to share, and with how many: all of it follows from what the
// kernels cost.
type lanes struct {
	costs [engine.MaxLanes + 1]uint32
	block int
	// full is the group that gains nearly the most, least the smallest that is worth
	// waiting for, and apart the smallest that is worth a core beside another one: where
	// two of them take three quarters of the time that one of twice the size does, and so
	// half as much again of CPU time. With MD5 and AVX-512 a group of 16 stays one: as two
	// it would take four fifths of the time.
	full, least, apart int
	// ready is the smallest group that awaits nobody, for it gains almost as much: a pair of
	// SHA-256 with SHA instructions.
	ready int
}

// of is false where a hash does not gain.
func of(h *merkle.Hash) (lanes, bool) {
	l := lanes{block: h.Block, full: engine.MaxLanes, apart: engine.MaxLanes}
	l.costs = h.Costs()
	cost := func(n int) float64 { return float64(l.costs[n]) }
	gains := func(n int) float64 { return float64(n) * cost(1) / cost(n) }
	most := 0.0
	for n := 1; n <= engine.MaxLanes; n++ {
		most = max(most, gains(n))
		if l.least == 0 && gains(n) >= gain {
			l.least = n
		}
	}
	if l.least == 0 {
		return l, false
	}
	for n := l.least; n < engine.MaxLanes; n++ {
		if gains(n+1) >= gains(n) {
			continue
		}
		if l.ready == 0 && gains(n) >= almost*most {
			l.ready = n
		}
		if gains(n) >= enough*most {
			l.full = n
			break
		}
	}
	if l.ready == 0 {
		l.ready = l.full
	}
	time := func(n int) float64 { return typical*cost(n) + float64(n)*wake }
	for n := l.least; n <= engine.MaxLanes/2; n++ {
		if 4*time(n) <= 3*time(2*n) {
			l.apart = n
			break
		}
	}
	return l, true
}

// few is up to how many messages each hash alone on so many cores: where groups of them
// would take as long.
func (l *lanes) few(cores int) int {
	for n := engine.MaxLanes; n > 1; n-- {
		groups := min(max(n/l.apart, 1), cores)
		each := (n + groups - 1) / groups
		together := typical*int(l.costs[each]) + each*wake
		if alone := (n + cores - 1) / cores * typical * int(l.costs[1]); together >= alone {
			return n
		}
	}
	return 1
}

// bound is the most bytes of each piece in a round of so many.
func (l *lanes) bound(pieces int) int { return max(round/int(l.costs[pieces]), 1) * l.block }

// leastBytes is the least that is worth waiting with.
func (l *lanes) leastBytes() int { return (wait/int(l.costs[1]) + 1) * l.block }

// share is how many of those that wait to take for a round: as many as fit and as are
// fair, and of these so many that a piece costs least.
func (l *lanes) share(waiting, fair int) int {
	most := min(waiting, l.full, fair)
	best := most
	for n := most; n >= (most+1)/2; n-- {
		if int(l.costs[n])*best < int(l.costs[best])*n {
			best = n
		}
	}
	return best
}
