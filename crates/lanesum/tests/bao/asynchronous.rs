//! Asynchronous readers and writers: they do what the others do, however their
//! input and output come and go.

use super::arriving::read_arriving;
use super::*;
use futures::executor::block_on;
use futures::io::{AsyncRead, AsyncReadExt, AsyncSeek, AsyncWrite, Cursor};
use lanesum::bao::{
    Apart, AsyncApart, AsyncCombined, AsyncReader, AsyncSliceReader, AsyncStreamApart, Layout, Reader,
    SliceReader, StreamApart,
};
use std::io::{Read, SeekFrom};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

/// Takes and gives a few bytes at a time, and is not ready or interrupted between.
struct Slow<T> {
    inner: T,
    choices: Choices,
    most: usize,
}

impl<T> Slow<T> {
    fn new(inner: T, most: usize) -> Self {
        Self { inner, choices: Choices(most as u64 + 1), most }
    }

    /// How many bytes now.
    fn poll(&mut self, cx: &Context<'_>) -> Poll<io::Result<usize>> {
        match self.choices.below(8) {
            0 => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            1 => Poll::Ready(Err(io::ErrorKind::Interrupted.into())),
            _ => Poll::Ready(Ok(1 + self.choices.below(self.most))),
        }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Slow<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        let len = match self.poll(cx) {
            Poll::Ready(Ok(len)) => len.min(buffer.len()),
            other => return other,
        };
        Pin::new(&mut self.inner).poll_read(cx, &mut buffer[..len])
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Slow<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let len = match self.poll(cx) {
            Poll::Ready(Ok(len)) => len.min(bytes.len()),
            other => return other,
        };
        Pin::new(&mut self.inner).poll_write(cx, &bytes[..len])
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_close(cx)
    }
}

impl<T: AsyncSeek + Unpin> AsyncSeek for Slow<T> {
    fn poll_seek(mut self: Pin<&mut Self>, cx: &mut Context<'_>, to: SeekFrom) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.inner).poll_seek(cx, to)
    }
}

/// What is read, and how it ends.
fn read(
    format: Format,
    hash: &lanesum::blake3::Hash,
    slice: &[u8],
    ranges: &[Range<u64>],
) -> (Vec<u8>, io::Result<usize>) {
    let mut got = Vec::new();
    let mut reader = AsyncReader::of_slice(format, hash, Slow::new(slice, 50_000), ranges);
    let end = block_on(reader.read_to_end(&mut got));
    (got, end)
}

#[test]
fn reads_and_stops_at_the_end() {
    for log in [0, 4, 9] {
        let format = grouped(log);
        for len in lengths() {
            let message = message(len);
            let (hash, mut input) = format.encode(&message);
            let encoded = input.len();
            input.extend_from_slice(b"what follows");
            let mut reader = AsyncReader::new(format, &hash, Slow::new(Cursor::new(&input), 300_000));
            let mut got = Vec::new();
            block_on(reader.read_to_end(&mut got)).expect("it is whole");
            assert!(got == message, "{log} {len}");
            assert_eq!(reader.into_source().into_inner().inner.position(), encoded as u64);
        }
    }
}

#[test]
fn reads_slices() {
    let mut choices = Choices(7);
    for log in [0, 2, 4] {
        let format = grouped(log);
        let message = message(700 * KIB + 77);
        let (hash, encoded) = format.encode(&message);
        for _ in 0..40 {
            let ranges: Vec<Range<u64>> = (0..choices.below(4))
                .map(|_| {
                    let start = choices.below(message.len() + 2000) as u64;
                    start..start + choices.below(300_000) as u64
                })
                .collect();
            let slice = format.slice(&encoded, &ranges).expect("it is whole");
            let truth = format.decode_slice(&hash, &slice, &ranges).expect("it is right");
            let (got, end) = read(format, &hash, &slice, &ranges);
            end.expect("it is right");
            assert!(got == truth, "{log} {ranges:?}");
        }
    }
}

/// With a byte wrong or the end missing, the bytes that are read are those which
/// the other reader gives, true ones, and the error is the same.
#[test]
fn gives_no_byte_that_is_not_verified() {
    for (log, len) in [(0, 0), (0, 1), (0, 5000), (1, 9000), (4, 40_000), (0, 300 * KIB)] {
        let format = grouped(log);
        let message = message(len);
        for ranges in [&[EVERYTHING][..], &[1500..1501, 4000..70_000], &[u64::MAX..u64::MAX]] {
            let (hash, encoded) = format.encode(&message);
            let slice = format.slice(&encoded, ranges).expect("it is whole");
            let truth = format.decode_slice(&hash, &slice, ranges).expect("it is right");
            for at in (0..slice.len()).step_by(1 + slice.len() / 300) {
                let mut flipped = slice.clone();
                flipped[at] ^= 1;
                for wrong in [&flipped[..], &slice[..at]] {
                    let (got, end) = read(format, &hash, wrong, ranges);
                    let mut expected = Vec::new();
                    let mut reader = Reader::of_slice(format, &hash, wrong, ranges);
                    let same = reader.read_to_end(&mut expected);
                    assert!(truth.starts_with(&got) && got == expected, "{log} {len} {ranges:?} {at}");
                    match (end, same) {
                        (Err(error), Err(same)) => assert_eq!(inner(&error), inner(&same)),
                        // Without the final chunk, a wrong length may pass.
                        (end, same) => {
                            assert!(end.is_ok() && same.is_ok() && at < 8 && ranges[0] != EVERYTHING);
                            assert!(got == truth, "{log} {len} {ranges:?} {at}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn an_error_stays() {
    let (hash, mut encoded) = Format::BAO.encode(&message(5000));
    encoded[3000] ^= 1;
    let mut reader = AsyncReader::new(Format::BAO, &hash, &encoded[..]);
    let mut got = Vec::new();
    let first = block_on(reader.read_to_end(&mut got)).expect_err("it is wrong");
    let again = block_on(reader.read(&mut [0; 9])).expect_err("it is still wrong");
    assert_eq!(inner(&first), inner(&again));
}

#[test]
fn encodes() {
    for log in [0, 4] {
        let format = grouped(log);
        for len in lengths() {
            let message = message(len);
            for (layout, expected) in
                [(Layout::Combined, format.encode(&message)), (Layout::Outboard, format.outboard(&message))]
            {
                let mut out = Slow::new(Cursor::new(Vec::new()), 200_000);
                let input = Slow::new(&message[..], 200_000);
                let hash = block_on(format.encode_async(layout, input, len as u64, &mut out));
                let hash = hash.expect("it is memory");
                assert!((hash, out.inner.into_inner()) == expected, "{log} {len} {layout:?}");
            }
        }
    }
}

#[test]
fn says_where_a_message_has_another_length() {
    for len in [0u64, 1, 1024, 300_000] {
        let message = message(len as usize);
        let encode = |claimed| {
            let out = Cursor::new(Vec::new());
            block_on(Format::BAO.encode_async(Layout::Combined, &message[..], claimed, out))
        };
        let error = encode(len + 1).expect_err("it is too short");
        assert_eq!(inner(&error), Error::MessageTruncated { offset: len });
        if let Some(less) = len.checked_sub(1) {
            let error = encode(less).expect_err("it is too long");
            assert_eq!(inner(&error), Error::MessageTooLong { offset: less });
        }
    }
}

fn everything_of(mut reader: impl AsyncRead + Unpin) -> Vec<u8> {
    let mut got = Vec::new();
    block_on(reader.read_to_end(&mut got)).expect("it is whole");
    got
}

fn slow(bytes: &[u8]) -> Slow<Cursor<&[u8]>> {
    Slow::new(Cursor::new(bytes), 50_000)
}

#[test]
fn makes_slices_and_reads_ranges() {
    let mut choices = Choices(9);
    for log in [0, 2, 4] {
        let format = grouped(log);
        for len in [0, 1, 1025, 16_385, 700_000] {
            let message = message(len);
            let (hash, encoding) = format.encode(&message);
            let (_, outboard) = format.outboard(&message);
            for _ in 0..6 {
                let ranges: Vec<_> = (0..choices.below(4))
                    .map(|_| {
                        let start = choices.below(len + 2000) as u64;
                        start..start + choices.below(300_000) as u64
                    })
                    .collect();
                let slice = format.slice(&encoding, &ranges).expect("it is whole");
                let apart = || AsyncApart::new(slow(&outboard), slow(&message));
                let combined = || AsyncCombined::new(slow(&encoding));
                assert!(everything_of(AsyncSliceReader::new(format, apart(), &ranges)) == slice);
                assert!(everything_of(AsyncSliceReader::new(format, combined(), &ranges)) == slice);
                let truth = format.decode_slice(&hash, &slice, &ranges).expect("it is right");
                assert!(everything_of(AsyncReader::of_ranges(format, &hash, apart(), &ranges)) == truth);
                assert!(everything_of(AsyncReader::of_ranges(format, &hash, combined(), &ranges)) == truth);
            }
        }
    }
}

/// Of what is not whole, a slice ends as the other does, and gives out as much.
#[test]
fn slices_of_what_ends_early() {
    let message = message(40_000);
    for log in [0, 4] {
        let format = grouped(log);
        let (_, outboard) = format.outboard(&message);
        for (tree, content) in
            [(outboard.len() - 1, 40_000), (outboard.len(), 39_999), (7, 40_000), (70, 3000)]
        {
            let (tree, content) = (&outboard[..tree.min(outboard.len())], &message[..content]);
            let ranges = [0..1, 20_000..40_000];
            let (mut got, mut truth) = (Vec::new(), Vec::new());
            let source = AsyncApart::new(slow(tree), slow(content));
            let end = block_on(AsyncSliceReader::new(format, source, &ranges).read_to_end(&mut got));
            let their_end =
                SliceReader::new(format, Apart::new(tree, content), &ranges).read_to_end(&mut truth);
            assert!(got == truth);
            assert_eq!(end.map_err(|error| inner(&error)), their_end.map_err(|error| inner(&error)));
        }
    }
}

#[test]
fn verifies_a_message_beside_its_outboard() {
    let mut choices = Choices(11);
    for log in [0, 4] {
        let format = grouped(log);
        for len in [0, 1, 1024, 1025, 300_000, 700_000] {
            let mut message = message(len);
            let (hash, mut outboard) = format.outboard(&message);
            for _ in 0..8 {
                let (tree, content) = (&outboard[..], &message[..]);
                let source = AsyncStreamApart::new(Slow::new(tree, 5000), Slow::new(content, 50_000));
                let end = block_on(AsyncReader::of_source(format, &hash, source).verify());
                let theirs = Reader::of_source(format, &hash, StreamApart::new(tree, content)).verify();
                assert_eq!(end.is_ok(), format.verify(&hash, tree, content).is_ok());
                assert_eq!(
                    end.map_err(|error| inner(&error)),
                    theirs.map_err(|error| inner(&error)),
                    "{log} {len}"
                );
                let (bytes, most) =
                    if choices.below(2) == 0 { (&mut outboard, 1) } else { (&mut message, 0) };
                match choices.below(2) {
                    _ if bytes.len() <= most => {}
                    0 => bytes.truncate(bytes.len() - 1),
                    _ => {
                        let at = choices.below(bytes.len());
                        bytes[at] ^= 1;
                    }
                }
            }
        }
    }
}

/// An input that says that it gave more than it had room for.
struct Boasting<T>(T);

impl<T: AsyncRead + Unpin> AsyncRead for Boasting<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.0).poll_read(cx, buffer).map_ok(|_| buffer.len() + 1)
    }
}

#[test]
fn input_that_says_more_than_it_can() {
    let (hash, encoded) = Format::BAO.encode(&message(50_000));
    let mut reader = AsyncReader::new(Format::BAO, &hash, Boasting(&encoded[..]));
    let mut read = Vec::new();
    let error = block_on(reader.read_to_end(&mut read)).unwrap_err();
    assert!(error.to_string().contains("more bytes than it had room for"), "{error}");
    assert!(read.is_empty());
}

/// Reads at a place that it is told to seek, and counts both.
struct Placed<'e, R> {
    input: R,
    at: u64,
    reads: &'e AtomicUsize,
    seeks: &'e AtomicUsize,
}

impl<'e, R> Placed<'e, R> {
    fn new(input: R, [reads, seeks]: &'e [AtomicUsize; 2]) -> Self {
        Self { input, at: 0, reads, seeks }
    }
}

impl<R: ReadAt + Unpin> AsyncRead for Placed<'_, R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let len = self.input.read_at(self.at, buffer)?;
        self.at += len as u64;
        Poll::Ready(Ok(len))
    }
}

impl<R: Unpin> AsyncSeek for Placed<'_, R> {
    fn poll_seek(mut self: Pin<&mut Self>, _: &mut Context<'_>, to: SeekFrom) -> Poll<io::Result<u64>> {
        self.seeks.fetch_add(1, Ordering::Relaxed);
        let SeekFrom::Start(at) = to else { return Poll::Ready(Err(io::ErrorKind::Unsupported.into())) };
        self.at = at;
        Poll::Ready(Ok(at))
    }
}

/// A piece is read as soon as it is there, whatever is not there behind it.
#[test]
fn piece_by_piece() {
    for case in [(0, false), (0, true), (4, true), (8, false), (10, false)] {
        read_arriving(case, |format, hash, inputs| {
            // Nobody reads it.
            static COUNTS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
            let [combined, tree, content] = inputs.map(|input| Placed::new(input, &COUNTS));
            let mut combined = AsyncReader::of_source(format, hash, AsyncCombined::new(combined));
            let mut apart = AsyncReader::of_source(format, hash, AsyncApart::new(tree, content));
            [
                Box::new(move |buffer: &mut [u8]| block_on(combined.read_exact(buffer))),
                Box::new(move |buffer: &mut [u8]| block_on(apart.read_exact(buffer))),
            ]
        });
    }
}

/// Every read and every seek may be a task of another thread. The parents on the way to a place
/// take one in two of them; who reads on seeks nowhere.
#[test]
fn reads_and_seeks_seldom() {
    let message = message(3000 * KIB + 5);
    let ((hash, encoded), (_, outboard)) = (Format::BAO.encode(&message), Format::BAO.outboard(&message));
    let counts = [const { [const { AtomicUsize::new(0) }; 2] }; 3];
    let placed = |bytes, i: usize| Placed::new(bytes, &counts[i]);
    let places = (0..message.len()).step_by(100_003);
    for at in places.clone() {
        let range = at as u64..at as u64 + 1;
        let ranges = std::slice::from_ref(&range);
        let combined = AsyncCombined::new(placed(&encoded[..], 0));
        let apart = AsyncApart::new(placed(&outboard[..], 1), placed(&message[..], 2));
        let mut got = everything_of(AsyncReader::of_ranges(Format::BAO, &hash, combined, ranges));
        got.extend(everything_of(AsyncReader::of_ranges(Format::BAO, &hash, apart, ranges)));
        assert_eq!(got, [message[at]; 2]);
    }
    // A length, up to twelve parents, and a chunk.
    let most = places.len() * (1 + 12 / 2 + 1);
    for count in counts.as_flattened() {
        let count = count.load(Ordering::Relaxed);
        assert!(count <= most, "{count} of {most} and less");
    }
    let counts = [const { AtomicUsize::new(0) }; 2];
    let combined = AsyncCombined::new(Placed::new(&encoded[..], &counts));
    assert!(everything_of(AsyncReader::of_source(Format::BAO, &hash, combined)) == message);
    assert!(counts[1].load(Ordering::Relaxed) <= 1);
}
