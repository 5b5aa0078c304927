//! rapidhash V3, 64 bits, with the seed 0, in pieces.
//!
//! A message that lies in one place goes to the crate `rapidhash`. Its state
//! for pieces cannot be cloned, and a [`Hasher`](crate::Hasher)'s must: hence
//! this one. The crate judges it.

use rapidhash::v3::DEFAULT_RAPID_SECRETS;

/// Bytes in a block: 16 for each of the seven chains.
const BLOCK: usize = 112;

/// The end reads the last 16 bytes, which may begin in the block before.
const BEFORE: usize = 16;

/// The multiplication that everything is mixed by: both halves of the product.
fn mum(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    (product as u64, (product >> 64) as u64)
}

fn mix(a: u64, b: u64) -> u64 {
    let (low, high) = mum(a, b);
    low ^ high
}

/// The little-endian word at `at`.
fn read64(bytes: &[u8], at: usize) -> u64 {
    let (words, _) = bytes[at..].as_chunks();
    u64::from_le_bytes(words[0])
}

fn read32(bytes: &[u8], at: usize) -> u64 {
    let (words, _) = bytes[at..].as_chunks();
    u64::from(u32::from_le_bytes(words[0]))
}

/// The message of one piece.
pub(crate) fn hash(message: &[u8]) -> u64 {
    rapidhash::v3::rapidhash_v3(message)
}

/// A message so far. A block is taken in when a byte after it is known, for
/// the last one, whole or not, is treated in another way.
#[derive(Clone)]
pub(crate) struct State {
    chains: [u64; 7],
    /// The last [`BEFORE`] bytes taken in, and the bytes of the next block.
    buffer: [u8; BEFORE + BLOCK],
    /// How many of the next block there are.
    held: usize,
    /// Whether a block was taken in.
    long: bool,
}

impl State {
    pub(crate) fn new() -> Self {
        let chains = [DEFAULT_RAPID_SECRETS.seed; 7];
        Self { chains, buffer: [0; BEFORE + BLOCK], held: 0, long: false }
    }

    pub(crate) fn update(&mut self, mut piece: &[u8]) {
        if self.held + piece.len() <= BLOCK {
            return self.hold(piece);
        }
        if self.held > 0 {
            let (fill, after) = piece.split_at(BLOCK - self.held);
            self.hold(fill);
            let block = self.buffer;
            self.take(&block[BEFORE..]);
            piece = after;
        }
        while piece.len() > BLOCK {
            let (block, after) = piece.split_at(BLOCK);
            self.take(block);
            piece = after;
        }
        self.hold(piece);
    }

    /// Keeps bytes of the next block.
    fn hold(&mut self, bytes: &[u8]) {
        self.buffer[BEFORE + self.held..][..bytes.len()].copy_from_slice(bytes);
        self.held += bytes.len();
    }

    /// Takes a block in.
    fn take(&mut self, block: &[u8]) {
        let secrets = &DEFAULT_RAPID_SECRETS.secrets;
        for (i, chain) in self.chains.iter_mut().enumerate() {
            *chain = mix(read64(block, 16 * i) ^ secrets[i], read64(block, 16 * i + 8) ^ *chain);
        }
        self.buffer[..BEFORE].copy_from_slice(&block[BLOCK - BEFORE..]);
        self.held = 0;
        self.long = true;
    }

    pub(crate) fn finalize(&self) -> u64 {
        let secrets = &DEFAULT_RAPID_SECRETS.secrets;
        let rest = &self.buffer[BEFORE..][..self.held];
        let len = rest.len();
        let [mut seed, chains @ ..] = self.chains;
        if self.long {
            seed = chains.iter().fold(seed, |sum, chain| sum ^ chain);
        }
        let (a, b) = if self.long || len > 16 {
            // The bytes before the last 16, at most six times 16 of them.
            for (i, which) in [2, 2, 1, 1, 2, 1].into_iter().enumerate() {
                if len > 16 * (i + 1) {
                    let (low, high) = (read64(rest, 16 * i), read64(rest, 16 * i + 8));
                    seed = mix(low ^ secrets[which], high ^ seed);
                }
            }
            (read64(&self.buffer, len) ^ len as u64, read64(&self.buffer, len + 8))
        } else if len >= 4 {
            seed ^= len as u64;
            if len >= 8 {
                (read64(rest, 0), read64(rest, len - 8))
            } else {
                (read32(rest, 0), read32(rest, len - 4))
            }
        } else if len > 0 {
            ((u64::from(rest[0]) << 45) | u64::from(rest[len - 1]), u64::from(rest[len / 2]))
        } else {
            (0, 0)
        };
        let (a, b) = mum(a ^ secrets[1], b ^ seed);
        mix(a ^ 0xaaaa_aaaa_aaaa_aaaa, b ^ secrets[1] ^ len as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Every length, cut anywhere near a block's end, and the state goes on
    /// after it was finalized.
    #[test]
    fn pieces_are_what_the_crate_makes_of_the_whole() {
        let message: Vec<u8> = (0..700u32).map(|i| ((i * 31) >> 3) as u8).collect();
        for len in 0..message.len() {
            let message = &message[..len];
            for first in [0, 1, 15, 16, 17, 111, 112, 113, 128, 224, 225, len] {
                let mut state = State::new();
                let (head, rest) = message.split_at(first.min(len));
                state.update(head);
                assert_eq!(state.finalize(), hash(head), "{} bytes", head.len());
                state.update(rest);
                assert_eq!(state.finalize(), hash(message), "{first} of {len} bytes first");
            }
        }
        let mut state = State::new();
        for (i, byte) in message.iter().enumerate() {
            state.update(&[*byte]);
            assert_eq!(state.finalize(), hash(&message[..=i]), "byte by byte, {i}");
        }
    }
}
