package bao

import (
	"errors"
	"fmt"
	"io"
)

// Kind is what is wrong with an encoding.
type Kind int

const (
	// ParentMismatch: a parent is not what its own parent, or the hash, says.
	ParentMismatch Kind = iota + 1
	// LeafMismatch: a leaf, a chunk or a group of them, is not what its parent, or the
	// hash, says.
	LeafMismatch
	// Truncated: the encoding, the slice or the outboard encoding ends too early.
	Truncated
	// MessageTruncated: the message ends too early, beside an outboard encoding or
	// where its length was given.
	MessageTruncated
	// MessageTooLong: the message goes on where it should end.
	MessageTooLong
	// TooLong: the length is 2^63 bytes or more, which no message has.
	TooLong
)

// Error is what is wrong first with an encoding, a slice, or a message beside its
// outboard encoding. errors.Is finds io.ErrUnexpectedEOF in what ends too early.
type Error struct {
	Kind Kind
	// Offset is, of a mismatch, the node's first byte in the message; of what ends too
	// early, how many bytes it has; of what is too long, how many it should have.
	Offset uint64
	// Depth is a parent's distance from the root.
	Depth int
}

func (e *Error) Error() string {
	switch e.Kind {
	case ParentMismatch:
		return fmt.Sprintf("bao: the parent at depth %d over the bytes from %d on is not what the hash says", e.Depth, e.Offset)
	case LeafMismatch:
		return fmt.Sprintf("bao: the bytes of the message from %d on are not what the hash says", e.Offset)
	case Truncated:
		return fmt.Sprintf("bao: the encoding ends at its byte %d, and should not", e.Offset)
	case MessageTruncated:
		return fmt.Sprintf("bao: the message ends at its byte %d, and should not", e.Offset)
	case MessageTooLong:
		return fmt.Sprintf("bao: the message goes on at its byte %d, where it should end", e.Offset)
	default:
		return "bao: the encoding claims a length that no message has"
	}
}

// Is says whether something ended too early, for io.ErrUnexpectedEOF.
func (e *Error) Is(target error) bool {
	return target == io.ErrUnexpectedEOF && (e.Kind == Truncated || e.Kind == MessageTruncated)
}

// kindOf is what is wrong with an encoding; 0 where an error is another one, or none.
func kindOf(err error) Kind {
	if err == nil {
		return 0
	}
	// It lies on the heap.
	var is *Error
	if !errors.As(err, &is) {
		return 0
	}
	return is.Kind
}

// What does not do as its interface says.
var (
	errCount   = errors.New("bao: the input says that it has read more than there was room for")
	errWritten = errors.New("bao: the output says that it has written more than it was given")
)
