//go:build race

// Package race says whether the race detector is on, under which pools lose what they
// are given.
package race

// Enabled says so.
const Enabled = true
