// Package bao is Bao: a BLAKE3 hash as a promise about every byte of a message.
//
// Whoever has the 32 bytes of the hash can verify any part of the message as it
// arrives, without the rest: an encoding has the chaining values of BLAKE3's tree among
// the bytes, or beside them. The format is that of the bao crate 0.13, and with chunk
// groups and slices of several ranges what the bao-tree crate answers; docs/bao.md in
// the repository specifies every byte of it. It is what the Rust library lanesum::bao
// and the command lanesum bao write and read.
//
// An encoding is combined, the tree and the message mixed, or outboard, the tree alone.
// A slice has what verifies some ranges of bytes.
//
//   - In memory: [Format.Encode], [Format.Outboard], [Format.Decode], [Format.Verify],
//     [Format.Slice], [Format.DecodeSlice].
//   - To files and streams: [Format.EncodeTo], [Writer], [Slicer].
//   - From streams: [Reader]. From what is read at positions: [File], which is an
//     io.Reader, io.ReaderAt and io.Seeker.
//   - On all cores: [Format.EncodeParallel], [Format.VerifyParallel],
//     [Format.DecodeParallel].
//   - From a web server by ranges: package bao/remote.
//
// # What is promised
//
//   - No byte is given out that is not verified, and none after one that is wrong. What
//     was given out before an error is true.
//   - That the message ends is told only after its last byte is verified: at the end, in
//     seeking past it or from it, and for the empty message too.
//   - Nothing is allocated for a length that the input claims: a reader works in less
//     than 2 MiB, or a few times a chunk group.
//   - What follows an encoding is not read.
package bao
