//! aeshash, `runtime/asm_amd64.s` and `runtime/asm_arm64.s` of Go 1.26: eight
//! chains of AES rounds, mixed apart and combined by exclusive or.
//!
//! On amd64 the state passes the round and the message is added; on arm64 the
//! message is the state of the last rounds and the seed their key.

use crate::isa::aes::Blocks;

/// The schedule.
pub(crate) type Keys = [[u8; 16]; 8];

/// A seed, and 8 bytes beside it.
#[inline(always)]
fn beside(seed: u64, word: u64) -> [u8; 16] {
    (u128::from(seed) | (u128::from(word) << 64)).to_le_bytes()
}

/// The block at `at`.
#[inline(always)]
fn at<V: Blocks>(isa: V::Token, message: &[u8], at: usize) -> V {
    V::load(isa, &message[at..][..16].as_chunks().0[..1])
}

/// The first 8 bytes.
#[inline(always)]
fn low<V: Blocks>(x: V) -> u64 {
    let mut out = [[0; 16]];
    x.store(&mut out);
    u128::from_le_bytes(out[0]) as u64
}

/// The exclusive or of the first `n` chains.
#[inline(always)]
fn combine<V: Blocks>(chains: [V; 8], n: usize) -> u64 {
    let mut sum = chains[0];
    for i in 1..n {
        sum = sum.xor(chains[i]);
    }
    low(sum)
}

/// Where chain `i` of `n` reads a message of at most 16 n bytes: half of them
/// from its beginning, half from its end.
#[inline(always)]
fn place(i: usize, n: usize, len: usize) -> usize {
    if i < n / 2 { 16 * i } else { len - 16 * (n - i) }
}

/// At most 16 bytes, then zeros.
#[inline(always)]
fn short(message: &[u8]) -> [u8; 16] {
    // By words that overlap: a copy of unknown length would be a call.
    let n = message.len();
    let word = |at: usize| u64::from_le_bytes(message[at..][..8].as_chunks().0[0]);
    let half = |at: usize| u64::from(u32::from_le_bytes(message[at..][..4].as_chunks().0[0]));
    let byte = |at: usize| u64::from(message[at]) << (8 * at);
    if n >= 8 {
        // In two shifts, for together they are 64 where there are 8 bytes.
        let shift = 4 * (16 - n);
        beside(word(0), word(n - 8) >> shift >> shift)
    } else if n >= 4 {
        beside(half(0) | (half(n - 4) << (8 * (n - 4))), 0)
    } else if n > 0 {
        beside(byte(0) | byte(n / 2) | byte(n - 1), 0)
    } else {
        [0; 16]
    }
}

/// AESENC of the state with itself.
#[inline(always)]
fn scramble<V: Blocks>(x: V) -> V {
    x.round(x)
}

#[inline(always)]
fn scramble3<V: Blocks>(x: V) -> V {
    scramble(scramble(scramble(x)))
}

/// `memhash` on amd64. Of the length only the low 16 bits enter.
#[inline(always)]
pub(crate) fn go_amd64<V: Blocks>(isa: V::Token, keys: &Keys, seed: u64, message: &[u8]) -> u64 {
    let n = message.len();
    let lengths = (n as u64 & 0xffff) * 0x0001_0001_0001_0001;
    let u = V::splat(isa, &beside(seed, lengths));
    let start = |i: usize| scramble(u.xor(V::splat(isa, &keys[i])));
    if n <= 16 {
        if n == 0 {
            return low(scramble(start(0)));
        }
        return low(scramble3(V::splat(isa, &short(message)).xor(start(0))));
    }
    macro_rules! few {
        ($n:literal) => {{
            let mut chains = [u; 8];
            for i in 0..$n {
                chains[i] = scramble3(at::<V>(isa, message, place(i, $n, n)).xor(start(i)));
            }
            combine(chains, $n)
        }};
    }
    match n {
        17..=32 => few!(2),
        33..=64 => few!(4),
        65..=128 => few!(8),
        _ => {
            // The last 128 bytes first, then all but the last 1 to 128.
            let mut chains = [u; 8];
            let end = message[n - 128..].as_chunks::<16>().0;
            for i in 0..8 {
                chains[i] = V::load(isa, &end[i..=i]).xor(start(i));
            }
            for piece in message[..n - 1].as_chunks::<128>().0 {
                let blocks = piece.as_chunks::<16>().0;
                for i in 0..8 {
                    chains[i] = scramble(chains[i]).round(V::load(isa, &blocks[i..=i]));
                }
            }
            for i in 0..8 {
                chains[i] = scramble3(chains[i]);
            }
            combine(chains, 8)
        }
    }
}

/// `memhash32` and `memhash64` on amd64.
#[inline(always)]
pub(crate) fn go_amd64_word<V: Blocks>(isa: V::Token, keys: &Keys, seed: u64, key: u64) -> u64 {
    let mut x = V::splat(isa, &beside(seed, key));
    for i in 0..3 {
        x = x.round(V::splat(isa, &keys[i]));
    }
    low(x)
}

/// Two rounds with the key first, and one without MixColumns.
#[inline(always)]
fn end<V: Blocks>(x: V, key: V) -> V {
    x.round_of_sum(key).round_of_sum(key).last_of_sum(key)
}

/// 1 to 15 bytes on arm64: 8, 4, 2 and 1 of them, as the length has those bits,
/// each at its place.
#[inline(always)]
fn ragged(message: &[u8]) -> [u8; 16] {
    let mut block = [0; 16];
    let mut rest = message;
    if let (&[eight], after) = rest.as_chunks::<8>() {
        block[..8].copy_from_slice(&eight);
        rest = after;
    }
    if let (&[four], after) = rest.as_chunks::<4>() {
        block[8..12].copy_from_slice(&four);
        rest = after;
    }
    if let (&[two], after) = rest.as_chunks::<2>() {
        block[12..14].copy_from_slice(&two);
        rest = after;
    }
    if let &[one] = rest {
        block[14] = one;
    }
    block
}

/// `memhash` on arm64.
#[inline(always)]
pub(crate) fn go_arm64<V: Blocks>(isa: V::Token, keys: &Keys, seed: u64, message: &[u8]) -> u64 {
    let n = message.len();
    let u = V::splat(isa, &beside(seed, n as u64));
    let start = |i: usize| V::splat(isa, &keys[i]).round_of_sum(u);
    if n == 0 {
        return low(start(0));
    }
    if n <= 16 {
        let block = if n == 16 { message.as_chunks().0[0] } else { ragged(message) };
        let mut x = V::splat(isa, &block);
        for _ in 0..3 {
            x = x.round_of_sum(start(0));
        }
        return low(x);
    }
    macro_rules! few {
        ($n:literal) => {{
            let mut chains = [u; 8];
            for i in 0..$n {
                chains[i] = end(at::<V>(isa, message, place(i, $n, n)), start(i));
            }
            combine(chains, $n)
        }};
    }
    match n {
        17..=32 => few!(2),
        33..=64 => few!(4),
        65..=128 => few!(8),
        _ => {
            let (mut chains, mut data) = ([u; 8], [u; 8]);
            let last = message[n - 128..].as_chunks::<16>().0;
            for i in 0..8 {
                chains[i] = start(i);
                data[i] = V::load(isa, &last[i..=i]);
            }
            for piece in message[..n - 1].as_chunks::<128>().0 {
                let blocks = piece.as_chunks::<16>().0;
                for i in 0..8 {
                    chains[i] = chains[i].round_of_sum(data[i]);
                    data[i] = V::load(isa, &blocks[i..=i]);
                    chains[i] = chains[i].round_of_sum(data[i]);
                }
            }
            for i in 0..8 {
                chains[i] = end(chains[i], data[i]);
            }
            combine(chains, 8)
        }
    }
}

/// `memhash32` and `memhash64` on arm64.
#[inline(always)]
pub(crate) fn go_arm64_word<V: Blocks>(isa: V::Token, keys: &Keys, seed: u64, key: u64) -> u64 {
    low(end(V::splat(isa, &beside(seed, key)), V::splat(isa, &keys[0])))
}
