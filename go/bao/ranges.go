package bao

import (
	"slices"
	"sort"
)

// normalize sorts ranges, and makes those that touch one.
func normalize(ranges []Range) []Range {
	slices.SortFunc(ranges, func(a, b Range) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	merged := ranges[:0]
	for _, r := range ranges {
		if n := len(merged); n > 0 && r.Start <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, r.End)
		} else {
			merged = append(merged, r)
		}
	}
	return merged
}

// chunksOf are the chunks that hold the bytes of any of the ranges, rounded out to groups
// of round, appended to what is empty.
func chunksOf(chunks, ranges []Range, s shape, round ChunkGroup) []Range {
	all := s.root().chunks().End
	chunkOf := func(at uint64) uint64 { return min(at/chunkLen, all-1) }
	group := uint64(1) << round.log
	for _, r := range ranges {
		first, last := chunkOf(r.Start), chunkOf(r.Start)
		if r.End > r.Start {
			last = chunkOf(r.End - 1)
		}
		chunks = append(chunks, Range{first / group * group, min(all, (last/group+1)*group)})
	}
	return normalize(chunks)
}

// bytesOf are the bytes of any of the ranges, in their place.
func bytesOf(ranges []Range) []Range {
	some := ranges[:0]
	for _, r := range ranges {
		if r.Start < r.End {
			some = append(some, r)
		}
	}
	return normalize(some)
}

// from is where in sorted ranges the first is that ends after start.
func from(sorted []Range, start uint64) int {
	return sort.Search(len(sorted), func(i int) bool { return sorted[i].End > start })
}

// share is how much of a subtree lies in sorted, disjoint ranges of chunks.
type share int

const (
	nothing share = iota
	part
	whole
)

func shareOf(wanted []Range, sub subtree) share {
	chunks := sub.chunks()
	i := from(wanted, chunks.Start)
	switch {
	case i == len(wanted) || wanted[i].Start >= chunks.End:
		return nothing
	case wanted[i].Start <= chunks.Start && chunks.End <= wanted[i].End:
		return whole
	}
	return part
}
