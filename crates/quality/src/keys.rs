//! The keys of the tests that count collisions: every key once.

use crate::rng::Rng;

/// What takes the keys.
pub(crate) type Take<'t> = &'t mut dyn FnMut(&[u8]);

/// Zeros of every length up to `most`.
pub(crate) fn zeros(most: usize, take: Take<'_>) {
    let zeros = vec![0; most];
    (0..=most).for_each(|len| take(&zeros[..len]));
}

/// A random key with more and more zeros behind it.
pub(crate) fn appended_zeros(seed: u64, most: usize, take: Take<'_>) {
    let mut key = Rng(seed).bytes(32);
    // So that it does not end in one itself.
    key[31] |= 1;
    key.resize(32 + most, 0);
    (32..=key.len()).for_each(|len| take(&key[..len]));
}

/// Every key of at most `len` bytes.
pub(crate) fn small(len: usize, take: Take<'_>) {
    for len in 0..=len {
        for i in 0..1u64 << (8 * len) {
            take(&i.to_le_bytes()[..len]);
        }
    }
}

/// Every key of `len` bytes of which one is not zero.
pub(crate) fn one_byte(len: usize, take: Take<'_>) {
    let mut key = vec![0; len];
    for i in 0..len {
        for byte in 1..=255 {
            key[i] = byte;
            take(&key);
        }
        key[i] = 0;
    }
}

/// Every key of `len` bytes of which at most two are not zero.
pub(crate) fn two_bytes(len: usize, take: Take<'_>) {
    let mut key = vec![0; len];
    take(&key);
    for i in 0..len {
        for a in 1..=255 {
            key[i] = a;
            take(&key);
            for j in i + 1..len {
                for b in 1..=255 {
                    key[j] = b;
                    take(&key);
                }
                key[j] = 0;
            }
        }
        key[i] = 0;
    }
}

/// Keys of `len` zeros but for two bytes, `stride` apart, that take `values`.
pub(crate) fn strided(len: usize, stride: usize, values: &[u8], take: Take<'_>) {
    let mut key = vec![0; len];
    for i in 0..len - stride {
        for &a in values {
            for &b in values {
                (key[i], key[i + stride]) = (a, b);
                take(&key);
            }
        }
        (key[i], key[i + stride]) = (0, 0);
    }
}

/// Every key of `len` bytes with at most `bits` bits set.
pub(crate) fn sparse(len: usize, bits: usize, take: Take<'_>) {
    fn more(key: &mut [u8], from: usize, bits: usize, take: Take<'_>) {
        take(key);
        if bits == 0 {
            return;
        }
        for i in from..8 * key.len() {
            key[i / 8] ^= 1 << (i % 8);
            more(key, i + 1, bits - 1, take);
            key[i / 8] ^= 1 << (i % 8);
        }
    }
    more(&mut vec![0; len], 0, bits, take);
}

/// A pattern of `len` random bytes, `times` times over.
pub(crate) fn cyclic(seed: u64, n: usize, len: usize, times: usize, take: Take<'_>) {
    let mut rng = Rng(seed);
    for i in 0..n {
        let mut pattern = rng.bytes(len);
        // A number in it makes each another one.
        pattern[..4].copy_from_slice(&(i as u32).wrapping_mul(0x9e37_79b1).to_le_bytes());
        take(&pattern.repeat(times));
    }
}

/// Every row of 1 to `most` of these blocks.
pub(crate) fn permutations(blocks: &[Vec<u8>], most: usize, take: Take<'_>) {
    fn more(key: &mut Vec<u8>, blocks: &[Vec<u8>], most: usize, take: Take<'_>) {
        for block in blocks {
            key.extend_from_slice(block);
            take(key);
            if most > 1 {
                more(key, blocks, most - 1, take);
            }
            key.truncate(key.len() - block.len());
        }
    }
    more(&mut Vec::new(), blocks, most, take);
}

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Letters, in every way, between a beginning and an end.
pub(crate) fn text(before: &[u8], letters: usize, after: &[u8], take: Take<'_>) {
    let mut key = [before, &vec![b'A'; letters], after].concat();
    for mut i in 0..62usize.pow(letters as u32) {
        for place in 0..letters {
            key[before.len() + place] = LETTERS[i % 62];
            i /= 62;
        }
        take(&key);
    }
}

/// Random letters.
pub(crate) fn long_text(seed: u64, len: usize) -> Vec<u8> {
    let mut rng = Rng(seed);
    (0..len).map(|_| LETTERS[rng.below(62)]).collect()
}

/// Every value of a window of `bits` bits, from bit `at` on and around, in a
/// key of `len` zeros.
pub(crate) fn window(len: usize, at: usize, bits: usize, take: Take<'_>) {
    for value in 0..1usize << bits {
        let mut key = vec![0; len];
        for bit in (0..bits).filter(|bit| value >> bit & 1 == 1) {
            let place = (at + bit) % (8 * len);
            key[place / 8] |= 1 << (place % 8);
        }
        take(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// How many there are, and that no key comes twice.
    fn count(keys: impl FnOnce(Take<'_>)) -> usize {
        let mut seen = HashSet::new();
        keys(&mut |key| assert!(seen.insert(key.to_vec()), "twice: {key:?}"));
        seen.len()
    }

    #[test]
    fn every_key_once() {
        assert_eq!(count(|take| zeros(100, take)), 101);
        assert_eq!(count(|take| appended_zeros(1, 100, take)), 101);
        assert_eq!(count(|take| small(2, take)), 1 + 256 + 65536);
        assert_eq!(count(|take| one_byte(5, take)), 5 * 255);
        assert_eq!(count(|take| two_bytes(3, take)), 1 + 3 * 255 + 3 * 255 * 255);
        assert_eq!(count(|take| strided(20, 16, &[1, 2], take)), 4 * 4);
        assert_eq!(count(|take| sparse(4, 3, take)), 1 + 32 + 32 * 31 / 2 + 32 * 31 * 30 / 6);
        assert_eq!(count(|take| cyclic(1, 1000, 6, 8, take)), 1000);
        assert_eq!(count(|take| permutations(&[vec![0; 8], vec![1; 8]], 5, take)), 62);
        assert_eq!(count(|take| text(b"Foo", 2, b"Bar", take)), 62 * 62);
        assert_eq!(count(|take| window(4, 30, 6, take)), 64);
    }
}
