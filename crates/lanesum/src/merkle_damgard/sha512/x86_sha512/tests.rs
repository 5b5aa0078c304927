//! The object code of the kernel, on any CPU with AVX2: an instruction that the CPU does not have
//! raises a signal, whose handler computes it.

use super::super::{INIT_512, Sha512};
use super::compress;
use crate::isa::portable::Portable;
use crate::isa::x86_64::Avx2;
use crate::kernel::Interleaved;
use crate::token::Token;
use alloc::vec::Vec;
use core::array;
use core::ffi::{c_int, c_void};
use std::sync::Once;

/// The registers, as the system has saved them for a handler (Intel's manual, volume 1, 13.4).
struct Registers {
    /// The area that `FXSAVE` writes: in it, the low halves of the vectors.
    legacy: *mut u8,
}

impl Registers {
    const LOW: usize = 160;
    /// Which parts of the state are not what they are at first.
    const IN_USE: usize = 512;
    const HIGH: usize = 576;
    /// The bit of the high halves.
    const AVX: u64 = 1 << 2;

    fn is_high_in_use(&self) -> bool {
        // SAFETY: the saved state has a header behind the legacy area.
        unsafe { self.legacy.add(Self::IN_USE).cast::<u64>().read_unaligned() & Self::AVX != 0 }
    }

    fn read(&self, register: usize) -> [u64; 4] {
        // SAFETY: the halves of sixteen registers are saved, the high ones where they are in use.
        let half = |at| unsafe { self.legacy.add(at + 16 * register).cast::<[u64; 2]>().read_unaligned() };
        let [a, b] = half(Self::LOW);
        let [c, d] = if self.is_high_in_use() { half(Self::HIGH) } else { [0; 2] };
        [a, b, c, d]
    }

    fn write(&mut self, register: usize, [a, b, c, d]: [u64; 4]) {
        assert!(self.is_high_in_use(), "the kernel has loaded vectors");
        // SAFETY: the system restores sixteen registers from there.
        unsafe {
            self.legacy.add(Self::LOW + 16 * register).cast::<[u64; 2]>().write_unaligned([a, b]);
            self.legacy.add(Self::HIGH + 16 * register).cast::<[u64; 2]>().write_unaligned([c, d]);
        }
    }
}

/// An instruction of three bytes of VEX, its number and two registers, or three.
struct Instruction {
    number: u8,
    to: usize,
    second: usize,
    third: usize,
}

impl Instruction {
    const LEN: usize = 5;

    /// One of `VEX.256.F2.0F38.W0` on registers.
    fn decode(code: [u8; Self::LEN]) -> Option<Self> {
        let [0xc4, map, vex, number @ 0xcb..=0xcd, registers] = code else { return None };
        let is_ours = map & 0x1f == 2 && vex & 0x87 == 0b111 && registers >= 0xc0;
        let high = |bit: u8| usize::from(map >> bit & 1 ^ 1) << 3;
        is_ours.then_some(Self {
            number,
            to: high(7) | usize::from(registers >> 3 & 7),
            second: usize::from(!vex >> 3 & 15),
            third: high(5) | usize::from(registers & 7),
        })
    }

    /// As Intel's manual says, volume 2.
    fn run(&self, registers: &mut Registers) {
        let [to, second, third] = [self.to, self.second, self.third].map(|which| registers.read(which));
        let result = match self.number {
            // VSHA512RNDS2: the third register is the sums of words and constants.
            0xcb => {
                let ([h, g, d, c], [f, e, b, a]) = (to, second);
                let mut s = [a, b, c, d, e, f, g, h];
                for wk in &third[..2] {
                    let [a, b, c, d, e, f, g, h] = s;
                    let sum1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
                    let sum0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
                    let t1 = [sum1, e & f ^ !e & g, *wk].iter().fold(h, |sum, x| sum.wrapping_add(*x));
                    let t2 = sum0.wrapping_add(a & b ^ a & c ^ b & c);
                    s = [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g];
                }
                let [a, b, _, _, e, f, ..] = s;
                [f, e, b, a]
            }
            // VSHA512MSG1: each word, and s0 of the next.
            0xcc => {
                let s0 = |w: u64| w.rotate_right(1) ^ w.rotate_right(8) ^ w >> 7;
                let next = [to[1], to[2], to[3], third[0]];
                array::from_fn(|i| to[i].wrapping_add(s0(next[i])))
            }
            // VSHA512MSG2: each word, and s1 of the word two before it.
            _ => {
                let s1 = |w: u64| w.rotate_right(19) ^ w.rotate_right(61) ^ w >> 6;
                let [w16, w17] = [to[0].wrapping_add(s1(third[2])), to[1].wrapping_add(s1(third[3]))];
                [w16, w17, to[2].wrapping_add(s1(w16)), to[3].wrapping_add(s1(w17))]
            }
        };
        registers.write(self.to, result);
    }
}

/// Computes the instruction that the CPU does not have. Another one ends the process.
unsafe extern "C" fn handle(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system gives a context that the thread goes on with.
    let machine = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext };
    let at = &mut machine.gregs[libc::REG_RIP as usize];
    // SAFETY: the CPU was about to run what is there.
    let code = unsafe { core::ptr::with_exposed_provenance::<[u8; Instruction::LEN]>(*at as usize).read() };
    let Some(instruction) = Instruction::decode(code) else { std::process::abort() };
    instruction.run(&mut Registers { legacy: machine.fpregs.cast() });
    *at += Instruction::LEN as i64;
}

/// Has the instructions computed where this CPU does not have them. Says `false` without AVX2.
fn has_instructions() -> bool {
    static HANDLED: Once = Once::new();
    if Avx2::detect().is_none() {
        return false;
    }
    HANDLED.call_once(|| {
        // SAFETY: zeros are an action without flags; the handler computes, and calls nothing.
        unsafe {
            let mut action: libc::sigaction = core::mem::zeroed();
            action.sa_sigaction = handle as unsafe extern "C" fn(_, _, _) as usize;
            action.sa_flags = libc::SA_SIGINFO;
            assert_eq!(libc::sigaction(libc::SIGILL, &action, core::ptr::null_mut()), 0);
        }
    });
    true
}

/// Bytes that differ from place to place.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let next = |x: &u64| Some(x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407));
    core::iter::successors(Some(seed), next).skip(1).map(|x| (x >> 56) as u8).take(len).collect()
}

/// The states of `N` messages after so many blocks, by the instructions and in plain Rust.
fn check<const N: usize>(blocks: usize) {
    let messages: [_; N] = array::from_fn(|i| bytes(i as u64, 128 * blocks + 1));
    // At odd addresses.
    let from = array::from_fn(|i| messages[i][1..].as_ptr());
    let begin: [_; N] = array::from_fn(|i| INIT_512.map(|word| word.wrapping_mul(2 * i as u64 + 1)));
    let (mut ours, mut expected) = (begin, begin);
    // SAFETY: the CPU has the features, or they are computed; all blocks can be read.
    unsafe { compress(&mut ours, from, blocks) };
    for i in 0..N {
        let portable = Portable::detect().expect("every CPU has it");
        let state = core::slice::from_mut(&mut expected[i]).first_chunk_mut().expect("one state");
        // SAFETY: all blocks can be read.
        unsafe { Interleaved::<Sha512, 1>::compress(portable, state, [from[i]], blocks) };
    }
    assert_eq!(ours, expected, "{N} messages of {blocks} blocks");
}

#[test]
fn blocks() {
    if has_instructions() {
        for blocks in 0..6 {
            check::<1>(blocks);
            check::<2>(blocks);
        }
    }
}
