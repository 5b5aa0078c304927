//! Rust's maps.

use super::Schedule;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// What Rust's maps make their hashers with. As in Go, the schedule is drawn
/// once in a process and the seed for each.
///
/// The runtime's function for amd64 hashes each of a key's parts, with what the
/// parts before made as the seed.
#[derive(Clone, Debug)]
pub struct AesHashState {
    schedule: &'static Schedule,
    seed: u64,
}

impl AesHashState {
    /// With the process's random schedule, and a random seed.
    pub fn new() -> Self {
        static SCHEDULE: OnceLock<Schedule> = OnceLock::new();
        // Each word is 64 bits of SipHash under a key that the standard library
        // drew from the system.
        let schedule = SCHEDULE.get_or_init(|| {
            let (random, mut bytes) = (RandomState::new(), [0; 128]);
            for (i, word) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
                *word = random.hash_one(i).to_le_bytes();
            }
            Schedule::new(bytes)
        });
        Self { schedule, seed: RandomState::new().hash_one(0) }
    }

    /// With a given schedule and seed. Whoever knows them can choose keys that
    /// collide.
    pub fn with_schedule(schedule: &'static Schedule, seed: u64) -> Self {
        Self { schedule, seed }
    }
}

impl Default for AesHashState {
    fn default() -> Self {
        Self::new()
    }
}

impl BuildHasher for AesHashState {
    type Hasher = MapHasher;

    #[inline]
    fn build_hasher(&self) -> MapHasher {
        MapHasher { schedule: self.schedule, hash: self.seed }
    }
}

/// A hasher of a key of a map.
#[derive(Clone, Debug)]
pub struct MapHasher {
    schedule: &'static Schedule,
    hash: u64,
}

impl Hasher for MapHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.hash = self.schedule.go_amd64(self.hash, bytes);
    }

    #[inline]
    fn write_u8(&mut self, key: u8) {
        self.write_u64(u64::from(key));
    }

    #[inline]
    fn write_u16(&mut self, key: u16) {
        self.write_u64(u64::from(key));
    }

    #[inline]
    fn write_u32(&mut self, key: u32) {
        self.write_u64(u64::from(key));
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        self.hash = self.schedule.go_amd64_u64(self.hash, key);
    }

    #[inline]
    fn write_usize(&mut self, key: usize) {
        self.write_u64(key as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.hash
    }
}
