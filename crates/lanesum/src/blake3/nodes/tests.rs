//! Every kernel, also those that this CPU's list leaves out, against one node
//! after the other in plain Rust.

use super::{LANES, Leaf, Leaves, MOST, Soon, Tails, Tree, last};
use crate::blake3::compression::{Blake3, ROOT};
use crate::blake3::of_blake3;
use crate::blake3::{CHUNK_LEN, CV_LEN, Mode, Node};
use crate::isa::Has;
use crate::isa::portable::Portable;
use crate::kernel::lanes::Lanes;
use crate::kernel::narrow::Narrow;
use crate::lanes::Side;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Two sets of lanes of an ISA, where the CPU has it.
fn two_sets<T: Has<u32>>() -> Option<Box<dyn Tree>> {
    Some(Box::new(Lanes::<Blake3, Side<T::Vector, 2>>::new(T::detect()?)))
}

fn each_kernel(check: impl Fn(&dyn Tree, &dyn Tree)) {
    let judge = Narrow::<Blake3, Portable, 1>::new(Portable);
    for kernel in &of_blake3().list {
        check(&**kernel, &judge);
    }
    #[cfg(target_arch = "x86_64")]
    let others = [two_sets::<crate::isa::x86_64::Avx512>(), two_sets::<crate::isa::x86_64::Avx2>()];
    #[cfg(not(target_arch = "x86_64"))]
    let others = [two_sets::<Portable>()];
    for kernel in others.iter().flatten() {
        check(&**kernel, &judge);
    }
}

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// Counters next to the carry into the high word, and to the last one.
const COUNTERS: [u64; 4] = [0, (1 << 32) - 5, (1 << 54) - 40, u64::MAX - 3];

#[test]
fn chunks_of_a_message() {
    let all = bytes(MOST * CHUNK_LEN);
    each_kernel(|kernel, judge| {
        for counter in COUNTERS {
            for n in (1..=LANES).chain([2 * LANES, MOST]) {
                for short in [0, 1, 63, 64, 65, 500, CHUNK_LEN - 64, CHUNK_LEN - 1] {
                    let message = &all[..n * CHUNK_LEN - short];
                    let (mut ours, mut theirs) = (alloc::vec![[0; CV_LEN]; n], alloc::vec![[0; CV_LEN]; n]);
                    kernel.chunks(&Mode::HASH, message, counter, Soon::NOTHING, ours.as_flattened_mut());
                    for (i, (chunk, value)) in message.chunks(CHUNK_LEN).zip(&mut theirs).enumerate() {
                        judge.chunks(
                            &Mode::HASH,
                            chunk,
                            counter.wrapping_add(i as u64),
                            Soon::NOTHING,
                            value,
                        );
                    }
                    assert_eq!(ours, theirs, "{} lanes, {n} chunks less {short}", kernel.lanes());
                }
            }
        }
    });
}

#[test]
fn chunks_from_anywhere() {
    let all = bytes(3000);
    let mode = Mode::keyed(&[7; 32]);
    each_kernel(|kernel, judge| {
        let (mut leaves, mut one) = (Leaves::new(), Leaves::new());
        for n in 1..=LANES {
            for step in [0, 1, 63, 64, 277, 1000] {
                for i in 0..n {
                    leaves.push(Leaf {
                        bytes: &all[i..][..(i * step + step / 2) % (CHUNK_LEN + 1)],
                        counter: COUNTERS[i % 4],
                        root: if i % 3 == 0 { ROOT } else { 0 },
                    });
                }
                let (mut ours, mut theirs) = (alloc::vec![[0; CV_LEN]; n], alloc::vec![[0; CV_LEN]; n]);
                let tails = &mut Tails::new();
                kernel.leaves(&mode, &leaves, leaves.bytes(), Soon::NOTHING, tails, ours.as_flattened_mut());
                for (i, value) in theirs.iter_mut().enumerate() {
                    one.push(leaves.get(i));
                    judge.leaves(&mode, &one, &[], Soon::NOTHING, tails, value);
                    one.clear();
                }
                leaves.clear();
                assert_eq!(ours, theirs, "{} lanes, {n} chunks, {step}", kernel.lanes());
            }
        }
    });
}

#[test]
fn parents() {
    let all = bytes(64 * MOST);
    each_kernel(|kernel, judge| {
        for n in (1..=LANES).chain([2 * LANES, MOST]) {
            let (mut ours, mut theirs) = (alloc::vec![[0; CV_LEN]; n], alloc::vec![[0; CV_LEN]; n]);
            for root in [0, ROOT] {
                kernel.parents(&Mode::HASH, &all[..64 * n], root, ours.as_flattened_mut());
                for (children, value) in all.chunks(64).zip(&mut theirs) {
                    judge.parents(&Mode::HASH, children, root, value);
                }
                assert_eq!(ours, theirs, "{} lanes, {n} parents", kernel.lanes());
            }
        }
    });
}

/// Messages fill the lanes at once where each is a chunk and all have as many blocks.
#[test]
fn messages_of_as_many_blocks() {
    let all = bytes(CHUNK_LEN + 65);
    let lens: Vec<usize> = (0..=CHUNK_LEN + 65).filter(|len| [63, 0, 1].contains(&(len % 64))).collect();
    let mut leaves = Leaves::new();
    for &len in &lens {
        for &other in &lens {
            for place in [0, 1, LANES - 1] {
                let mut messages = [&all[..len]; LANES];
                messages[place] = &all[..other];
                let even = last(len) == last(other) && len <= CHUNK_LEN;
                assert_eq!(leaves.fill(&messages), even, "{len} bytes, {other} in lane {place}");
                assert!(!even || leaves.len() == LANES);
            }
        }
    }
}

/// Fewer blocks than there are lanes, as many, and more.
#[test]
fn output() {
    let block = bytes(64);
    each_kernel(|kernel, judge| {
        let root = Node::parent(&Mode::HASH, block.first_chunk().expect("64 bytes"));
        for n in (1..=kernel.lanes()).chain([2 * kernel.lanes(), 3 * kernel.lanes() + 1]) {
            for counter in COUNTERS {
                let (mut ours, mut theirs) = (alloc::vec![[0; 64]; n], alloc::vec![[0; 64]; n]);
                kernel.output(&root, counter, ours.as_flattened_mut());
                for (i, block) in theirs.iter_mut().enumerate() {
                    judge.output(&root, counter.wrapping_add(i as u64), block);
                }
                assert_eq!(ours, theirs, "{} lanes, {n} blocks of output", kernel.lanes());
            }
        }
    });
}
