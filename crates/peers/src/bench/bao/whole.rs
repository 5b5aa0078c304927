//! All of a message: encode, outboard, decode.

use super::{LEN, compare, wants};
use crate::session::Session;
use anyhow::ensure;
use lanesum::bao::{Format, Layout};
use lanesum::blake3::hash;
use std::hint::black_box;

const ENCODE: &str = "encode";
const OUTBOARD: &str = "outboard";
const HASH: &str = "outboard against the hash";
const THREADS: &str = "outboard, two threads against one";
const DECODE: &str = "decode";

pub(super) fn run(session: &mut Session, message: &[u8]) -> anyhow::Result<()> {
    let format = Format::BAO;
    let mut out = Vec::new();
    if wants(session, ENCODE) {
        let ours = Box::new(|| {
            black_box(format.encode_to(Layout::Combined, black_box(message), &mut out));
        });
        let theirs = Box::new(|| _ = black_box(bao::encode::encode(black_box(message))));
        compare(session, ENCODE, LEN, ("encode_to", ours), ("bao", theirs), 8.0)?;
    }
    if wants(session, OUTBOARD) {
        let mut out = Vec::new();
        let mut outboard = || {
            black_box(format.encode_to(Layout::Outboard, black_box(message), &mut out));
        };
        let theirs = Box::new(|| _ = black_box(bao::encode::outboard(black_box(message))));
        compare(session, OUTBOARD, LEN, ("encode_to", Box::new(&mut outboard)), ("bao", theirs), 8.0)?;
        let plain = Box::new(|| _ = black_box(hash(black_box(message))));
        compare(session, HASH, LEN, ("encode_to", Box::new(&mut outboard)), ("hash", plain), 1.0 / 1.15)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
        let mut all = Vec::new();
        let par = Box::new(|| {
            pool.install(|| black_box(format.par_encode_to(Layout::Outboard, black_box(message), &mut all)));
        });
        let one = Box::new(&mut outboard);
        compare(session, THREADS, LEN, ("par_encode_to", par), ("encode_to", one), 1.7)?;
    }
    if wants(session, DECODE) {
        let (hash, encoded) = format.encode(message);
        let theirs = blake3::Hash::from_bytes(*hash.as_bytes());
        ensure!(bao::decode::decode(&encoded, &theirs)? == message, "{DECODE}: the message differs");
        let mut out = Vec::new();
        let ours = Box::new(|| {
            format.decode_to(&hash, black_box(&encoded), &mut out).expect("it is whole");
        });
        let theirs = Box::new(|| {
            _ = black_box(bao::decode::decode(black_box(&encoded), &theirs)).expect("it is whole")
        });
        compare(session, DECODE, LEN, ("decode_to", ours), ("bao", theirs), 8.0)?;
    }
    Ok(())
}
