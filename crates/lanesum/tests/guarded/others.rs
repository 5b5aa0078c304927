//! The doors of LeMac with a key, of aeshash, and of the sums that are not
//! algorithms.

use crate::check::{Door, Own};
use crate::doors::{cut, digests};
use lanesum::aeshash::Schedule;
use lanesum::checksum::{BsdSum, PosixCksum, SysvSum};
use lanesum::lemac::LeMac;

pub(crate) const DOORS: [Own; 7] = [
    Door { name: "LeMac::hash", run: |m, _| digests(m.iter().map(|m| lemac().hash(m))) },
    Door { name: "LeMac::hash_many", run: |m, _| digests(lemac().hash_many(m)) },
    Door { name: "LeMac::hasher", run: |m, _| digests(m.iter().enumerate().map(in_pieces)) },
    Door { name: "aeshash", run: |m, _| m.iter().map(|m| aeshash(m)).collect() },
    Door { name: "PosixCksum", run: |m, _| m.iter().map(|m| posix(m)).collect() },
    Door { name: "BsdSum", run: |m, _| m.iter().map(|m| bsd(m)).collect() },
    Door { name: "SysvSum", run: |m, _| m.iter().map(|m| sysv(m)).collect() },
];

fn lemac() -> LeMac {
    LeMac::new(b"sixteen byte key", b"nonce of 16 byte")
}

fn in_pieces((i, message): (usize, &&[u8])) -> lanesum::Digest {
    let mut hasher = lemac().hasher();
    let (first, second) = cut(i, message);
    hasher.update(first);
    hasher.update(second);
    hasher.finalize()
}

fn aeshash(message: &[u8]) -> Vec<u8> {
    let schedule = Schedule::new(std::array::from_fn(|i| (i * 37) as u8));
    [schedule.go_amd64(1, message), schedule.go_arm64(2, message)].map(u64::to_le_bytes).concat()
}

fn posix(message: &[u8]) -> Vec<u8> {
    let mut sum = PosixCksum::new();
    sum.update(message);
    sum.finalize().to_le_bytes().to_vec()
}

fn bsd(message: &[u8]) -> Vec<u8> {
    let mut sum = BsdSum::new();
    sum.update(message);
    sum.finalize().to_le_bytes().to_vec()
}

fn sysv(message: &[u8]) -> Vec<u8> {
    let mut sum = SysvSum::new();
    sum.update(message);
    sum.finalize().to_le_bytes().to_vec()
}
