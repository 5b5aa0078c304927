package blake3

import "github.com/lanesum/lanesum/go/internal/tree"

// parallelLen is the least that is worth more than one goroutine.
const parallelLen = 4 * tree.PartLen

// WriteParallel is Write by all cores, as many as GOMAXPROCS says. Its goroutines end
// before it does. A small piece, of less than 1 MiB, is added by Write.
func (h *Hasher) WriteParallel(p []byte) (int, error) {
	n := len(p)
	if n < parallelLen {
		return h.Write(p)
	}
	if odd := int((h.done + uint64(h.nheld)) % tree.PartLen); odd > 0 {
		h.Write(p[:tree.PartLen-odd])
		p = p[tree.PartLen-odd:]
	}
	if h.nheld > 0 {
		// More follows: this is not the root.
		h.pushHeld()
	}
	// What the goroutines share is theirs: were it h's, a hasher could not lie on a stack.
	mode := h.mode
	var values [256][32]byte
	for len(p) > tree.PartLen {
		// The last part may be the end of the message, and is held back.
		parts := min((len(p)-1)/tree.PartLen, len(values))
		now := p[:parts*tree.PartLen]
		tree.Parts(&mode, now, h.done/tree.ChunkLen, values[:parts])
		for _, value := range values[:parts] {
			h.push(value, tree.PartLen)
		}
		p = p[len(now):]
	}
	h.Write(p)
	return n, nil
}
