//! Readers: seeking, what the input does, what follows it.

use super::*;
use lanesum::bao::{
    Apart, Combined, Layout, Piece, Random, Reader, Seeking, SliceReader, Source, Stream, StreamApart,
};
use std::io::{Cursor, Read, Seek, SeekFrom};

#[test]
fn seeks() {
    for (log, len) in [(0, 0), (0, 1), (0, 1024), (0, 5000), (4, 50_000), (0, 700 * KIB + 3), (9, 2000 * KIB)]
    {
        let format = grouped(log);
        let message = message(len);
        let (hash, encoded) = format.encode(&message);
        let (_, outboard) = format.outboard(&message);
        let combined = Combined::new(Seeking::new(Cursor::new(&encoded)));
        let mut reader = Reader::of_source(format, &hash, combined);
        let mut apart = Reader::of_source(format, &hash, Apart::new(&outboard, &message));
        let mut plain = Cursor::new(&message);
        let mut choices = Choices(len as u64 + 1);
        for _ in 0..200 {
            let to = match choices.below(3) {
                0 => SeekFrom::Start(choices.below(len + 3000) as u64),
                1 => SeekFrom::Current(choices.below(4000) as i64 - 2000),
                _ => SeekFrom::End(choices.below(len + 3000) as i64 - len as i64),
            };
            let position = plain.seek(to);
            let ours = reader.seek(to);
            let also = apart.seek(to);
            match position {
                Ok(position) => {
                    assert_eq!(ours.expect("it is right"), position);
                    assert_eq!(also.expect("it is right"), position);
                }
                Err(_) => {
                    assert_eq!(ours.expect_err("before the start").kind(), io::ErrorKind::InvalidInput);
                    assert_eq!(also.expect_err("before the start").kind(), io::ErrorKind::InvalidInput);
                }
            }
            let n = choices.below(3000) as u64;
            let [mut expected, mut got, mut too] = [const { Vec::new() }; 3];
            (&mut plain).take(n).read_to_end(&mut expected).expect("it is memory");
            (&mut reader).take(n).read_to_end(&mut got).expect("it is right");
            (&mut apart).take(n).read_to_end(&mut too).expect("it is right");
            assert!(got == expected && too == expected, "{log} {len} {to:?} {n}");
        }
        assert_eq!(reader.message_len().expect("it is right"), len as u64);
    }
}

/// Where somebody sought a place and reads a little, not much more is read, and verified.
#[test]
fn little_is_read_after_seeking() {
    let message = message(3000 * KIB + 5);
    for log in [0, 4, 9] {
        let format = grouped(log);
        let (hash, encoded) = format.encode(&message);
        let counted = Counted(&encoded, 0.into());
        let mut reader = Reader::of_source(format, &hash, Combined::new(&counted));
        let mut choices = Choices(3);
        for _ in 0..100 {
            let (at, len) =
                (choices.below(message.len() - 100_000), [1, 1000, 2048, 50_000][choices.below(4)]);
            let before = counted.1.load(Ordering::Relaxed);
            reader.seek(SeekFrom::Start(at as u64)).expect("it is memory");
            let mut got = vec![0; len];
            reader.read_exact(&mut got).expect("it is right");
            assert_eq!(got, message[at..][..len]);
            // 512 bytes for each parent, and runs of twice as much as before, or whole groups.
            let most = 14 * 512 + (4 * len).max(2 * KIB).max(4 << (10 + log));
            let read = counted.1.load(Ordering::Relaxed) - before;
            assert!(read <= most, "{read} bytes are read for {len} at {at} in groups of 2^{log} chunks");
        }
    }
}

/// Fails every other time, and is asked for the same piece then.
struct Failing<S> {
    inner: S,
    failed: Option<String>,
}

impl<S: Source> Source for Failing<S> {
    fn read(
        &mut self,
        piece: &Piece,
        tree: &mut Vec<u8>,
        content: &mut Vec<u8>,
    ) -> io::Result<Option<Error>> {
        let name = format!("{piece:?}");
        match self.failed.take() {
            None => {
                self.failed = Some(name);
                Err(io::ErrorKind::WouldBlock.into())
            }
            Some(failed) => {
                assert_eq!(failed, name, "another piece after an error");
                self.inner.read(piece, tree, content)
            }
        }
    }
}

impl<S: Random> Random for Failing<S> {
    fn read_hashed(&mut self, piece: &Piece, content: &mut Vec<u8>) -> io::Result<Option<Error>> {
        self.inner.read_hashed(piece, content)
    }
}

/// However much is wanted when it is asked again.
#[test]
fn the_same_piece_after_an_error() {
    let message = message(700 * KIB);
    let (hash, encoded) = Format::BAO.encode(&message);
    let mut source =
        Reader::of_source(Format::BAO, &hash, Failing { inner: Combined::new(&encoded), failed: None });
    source.seek(SeekFrom::Start(5000)).expect("it is memory");
    let (mut got, mut choices) = (Vec::new(), Choices(5));
    loop {
        let mut buffer = vec![0; 1 + choices.below(100_000)];
        match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => got.extend_from_slice(&buffer[..n]),
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
        }
    }
    assert_eq!(got, message[5000..]);
}

/// Gives a byte or two at a time, and errors between.
struct Slow<R> {
    inner: R,
    choices: Choices,
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.choices.below(10) {
            0 => Err(io::ErrorKind::Interrupted.into()),
            1 => Err(io::ErrorKind::WouldBlock.into()),
            n => {
                let len = buffer.len().min(n * n);
                self.inner.read(&mut buffer[..len])
            }
        }
    }
}

fn read_patiently(mut reader: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        match reader.read_to_end(&mut out) {
            Ok(_) => return out,
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
        }
    }
}

#[test]
fn input_that_comes_slowly() {
    for len in [0, 5000, 300_000] {
        let message = message(len);
        let (hash, encoded) = Format::BAO.encode(&message);
        let (_, outboard) = Format::BAO.outboard(&message);
        let input = Slow { inner: &encoded[..], choices: Choices(1) };
        assert!(read_patiently(Reader::new(Format::BAO, &hash, input)) == message);
        let input = StreamApart::new(
            Slow { inner: &outboard[..], choices: Choices(2) },
            Slow { inner: &message[..], choices: Choices(3) },
        );
        assert!(read_patiently(Reader::of_source(Format::BAO, &hash, input)) == message);
    }
}

#[test]
fn what_follows_is_not_read() {
    for len in [0, 1, 5000, 300_000] {
        let message = message(len);
        let (hash, mut encoded) = Format::BAO.encode(&message);
        encoded.extend(b"what follows");
        assert!(Format::BAO.decode(&hash, &encoded).as_ref() == Ok(&message));
        let mut input = &encoded[..];
        let mut reader = Reader::of_source(Format::BAO, &hash, Stream::new(&mut input));
        let mut got = Vec::new();
        reader.read_to_end(&mut got).expect("it is right");
        assert!(got == message);
        assert_eq!(reader.into_source().into_inner(), b"what follows");
    }
}

/// Counts how often it is told to seek.
struct Sought<'e>(Cursor<&'e [u8]>, &'e AtomicUsize);

impl Read for Sought<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Seek for Sought<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.seek(to)
    }
}

/// To seek may cost a connection: who reads on does not, but for an outboard encoding's parents.
#[test]
fn reading_on_seeks_nowhere() {
    for log in [0, 4, 8] {
        for len in [0, 1, 5000, 3000 * KIB + 5] {
            let (format, message) = (grouped(log), message(len));
            let ((hash, encoded), (_, outboard)) = (format.encode(&message), format.outboard(&message));
            let counts = [const { AtomicUsize::new(0) }; 4];
            let seeking = |bytes, i: usize| Seeking::new(Sought(Cursor::new(bytes), &counts[i]));
            let mut got = Vec::new();
            let combined = Combined::new(seeking(&encoded[..], 0));
            Reader::of_source(format, &hash, combined).read_to_end(&mut got).expect("it is right");
            let apart = Apart::new(seeking(&outboard, 1), seeking(&message, 2));
            Reader::of_source(format, &hash, apart).read_to_end(&mut got).expect("it is right");
            assert!(got == [&message[..], &message].concat());
            got.clear();
            let combined = Combined::new(seeking(&encoded, 3));
            SliceReader::new(format, combined, &[EVERYTHING]).read_to_end(&mut got).expect("it is there");
            let [combined, outboard, apart, slice] = counts.map(AtomicUsize::into_inner);
            assert!(combined.max(apart).max(slice) <= 1, "2^{log} chunks, {len} bytes");
            // What was read of the next run's parents is read again: it may not have been there.
            let runs = len.div_ceil(256 * KIB);
            assert!(outboard <= runs.max(1), "2^{log} chunks, {len} bytes: {outboard}");
        }
    }
}

#[test]
fn in_no_buffer() {
    let (hash, mut encoded) = Format::BAO.encode(b"message");
    encoded[8] ^= 1;
    let mut reader = Reader::new(Format::BAO, &hash, &encoded[..]);
    assert_eq!(reader.read(&mut []).expect("nothing is asked for"), 0);
    assert!(reader.read(&mut [0]).is_err());
}

/// Says that it gave a byte more than there is room for, after some reads.
struct Boast<R> {
    inner: R,
    honest: usize,
}

impl<R: Read> Read for Boast<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len();
        let read = self.inner.read(buffer)?;
        let Some(honest) = self.honest.checked_sub(1) else { return Ok(len + 1) };
        self.honest = honest;
        Ok(read)
    }
}

impl<R: Seek> Seek for Boast<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

#[test]
fn input_that_says_more_than_it_can() {
    let message = message(600 * KIB);
    let (hash, encoded) = Format::BAO.encode(&message);
    let (_, outboard) = Format::BAO.outboard(&message);
    let refused = |error: Option<io::Error>, what: &str| {
        let error = error.unwrap_or_else(|| panic!("{what} was taken"));
        assert!(error.to_string().contains("more bytes than it had room for"), "{what}: {error}");
    };
    for honest in 0..2 {
        let boast = |bytes| Boast { inner: Cursor::new(bytes), honest };
        let out = || Cursor::new(Vec::new());
        for layout in [Layout::Combined, Layout::Outboard] {
            let known = Format::BAO.encode_from(layout, boast(&message), 600 * 1024, out());
            refused(known.err(), "of known length");
            refused(Format::BAO.encode_unknown(layout, boast(&message), out()).err(), "of unknown length");
        }
        let mut got = Vec::new();
        let read = Reader::new(Format::BAO, &hash, boast(&encoded)).read_to_end(&mut got);
        refused(read.err(), "a stream");
        let source = StreamApart::new(boast(&outboard), Cursor::new(&message));
        refused(
            Reader::of_source(Format::BAO, &hash, source).read_to_end(&mut got).err(),
            "an outboard stream",
        );
        let source = StreamApart::new(Cursor::new(&outboard), boast(&message));
        refused(Reader::of_source(Format::BAO, &hash, source).read_to_end(&mut got).err(), "a message");
        let source = Combined::new(Seeking::new(boast(&encoded)));
        refused(Reader::of_source(Format::BAO, &hash, source).read_to_end(&mut got).err(), "what seeks");
        let source = Apart::new(Seeking::new(boast(&outboard)), Seeking::new(boast(&message)));
        refused(Reader::of_source(Format::BAO, &hash, source).read_to_end(&mut got).err(), "two that seek");
        let source = Combined::new(Seeking::new(boast(&encoded)));
        refused(SliceReader::new(Format::BAO, source, &[EVERYTHING]).read_to_end(&mut got).err(), "a slice");
    }
}
