//! Tests of kernels whose instructions are newer than the CPU: one that it does not have raises a
//! signal, whose handler computes it as Intel's manual says (volume 2, *Operation*). So the object
//! code runs on any CPU with AVX2. Of Linux's C libraries glibc says what a handler is given.

use super::Avx2;
use crate::isa::portable::Portable;
use crate::kernel::Interleaved;
use crate::kernel::compression::Compression;
use crate::token::Token;
use alloc::vec::Vec;
use core::array;
use core::ffi::{c_int, c_void};
use core::fmt::Debug;
use std::sync::Once;

/// Words of 64 bits in a register, the lowest first.
type Quads = [u64; 4];

/// Words of 32 bits in its low half.
type Words = [u32; 4];

/// The registers, as the system has saved them for a handler (volume 1, 13.4).
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

    /// Which parts are in use. The high halves are zeros where they are not.
    fn in_use(&mut self) -> &mut u64 {
        // SAFETY: the saved state has a header behind the legacy area, which begins with a line.
        unsafe { &mut *self.legacy.add(Self::IN_USE).cast() }
    }

    /// A half of a register, by where those halves are.
    fn half(&mut self, halves: usize, register: usize) -> &mut [u64; 2] {
        // SAFETY: sixteen registers are saved, in parts that begin with a line.
        unsafe { &mut *self.legacy.add(halves + 16 * register).cast() }
    }

    fn read(&mut self, register: usize) -> Quads {
        let [a, b] = *self.half(Self::LOW, register);
        let is_in_use = *self.in_use() & Self::AVX != 0;
        let [c, d] = if is_in_use { *self.half(Self::HIGH, register) } else { [0; 2] };
        [a, b, c, d]
    }

    fn write(&mut self, register: usize, [a, b, c, d]: Quads) {
        if *self.in_use() & Self::AVX == 0 {
            (0..16).for_each(|register| *self.half(Self::HIGH, register) = [0; 2]);
            *self.in_use() |= Self::AVX;
        }
        *self.half(Self::LOW, register) = [a, b];
        *self.half(Self::HIGH, register) = [c, d];
    }
}

/// What an instruction computes: of the register that it writes, and of two others.
#[derive(Clone, Copy)]
enum Operation {
    Sha512(fn(Quads, Quads, Quads) -> Quads),
    /// With the byte behind the instruction.
    Sm3(fn(Words, Words, Words, u8) -> Words),
}

/// An instruction on registers: three bytes of VEX, its number, the registers, and maybe a byte.
struct Instruction {
    operation: Operation,
    to: usize,
    second: usize,
    third: usize,
    immediate: u8,
    len: i64,
}

impl Instruction {
    fn decode(code: [u8; 6]) -> Option<Self> {
        let [0xc4, map, vex, number, registers @ 0xc0..=0xff, immediate] = code else { return None };
        // The map of numbers; the width of a word, of the vector, and a prefix that is implied.
        let (operation, len) = match (map & 0x1f, vex & 0x87, number) {
            (2, 0b111, 0xcb) => (Operation::Sha512(vsha512rnds2), 5),
            (2, 0b111, 0xcc) => (Operation::Sha512(vsha512msg1), 5),
            (2, 0b111, 0xcd) => (Operation::Sha512(vsha512msg2), 5),
            (2, 0b000, 0xda) => (Operation::Sm3(vsm3msg1), 5),
            (2, 0b001, 0xda) => (Operation::Sm3(vsm3msg2), 5),
            (3, 0b001, 0xde) => (Operation::Sm3(vsm3rnds2), 6),
            _ => return None,
        };
        let high = |bit: u8| usize::from(map >> bit & 1 ^ 1) << 3;
        Some(Self {
            operation,
            to: high(7) | usize::from(registers >> 3 & 7),
            second: usize::from(!vex >> 3 & 15),
            third: high(5) | usize::from(registers & 7),
            immediate,
            len,
        })
    }

    fn run(&self, registers: &mut Registers) {
        let [to, second, third] = [self.to, self.second, self.third].map(|which| registers.read(which));
        let result = match self.operation {
            Operation::Sha512(compute) => compute(to, second, third),
            Operation::Sm3(compute) => {
                let words = |[a, b, ..]: Quads| [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32];
                let [a, b, c, d] =
                    compute(words(to), words(second), words(third), self.immediate).map(u64::from);
                [a | b << 32, c | d << 32, 0, 0]
            }
        };
        registers.write(self.to, result);
    }
}

/// Two rounds: of C, D, G and H, of A, B, E and F, and of two sums of a word and a constant.
fn vsha512rnds2([h, g, d, c]: Quads, [f, e, b, a]: Quads, sums: Quads) -> Quads {
    let mut s = [a, b, c, d, e, f, g, h];
    for wk in &sums[..2] {
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

/// Each word, and s0 of the next.
fn vsha512msg1(w: Quads, _: Quads, next: Quads) -> Quads {
    let s0 = |w: u64| w.rotate_right(1) ^ w.rotate_right(8) ^ w >> 7;
    let next = [w[1], w[2], w[3], next[0]];
    array::from_fn(|i| w[i].wrapping_add(s0(next[i])))
}

/// Each word, and s1 of the word two before it.
fn vsha512msg2(w: Quads, _: Quads, before: Quads) -> Quads {
    let s1 = |w: u64| w.rotate_right(19) ^ w.rotate_right(61) ^ w >> 6;
    let [w16, w17] = [w[0].wrapping_add(s1(before[2])), w[1].wrapping_add(s1(before[3]))];
    [w16, w17, w[2].wrapping_add(s1(w16)), w[3].wrapping_add(s1(w17))]
}

/// The part of words 16 to 19 that words 7, 13 and 0 and those behind them make.
fn vsm3msg1(w7: Words, w13: Words, w0: Words, _: u8) -> Words {
    array::from_fn(|i| {
        let word16 = if i < 3 { w13[i].rotate_left(15) } else { 0 };
        let x = w7[i] ^ w0[i] ^ word16;
        x ^ x.rotate_left(15) ^ x.rotate_left(23)
    })
}

/// Words 16 to 19, of that part and of words 3 and 10 and those behind them. The last one takes the
/// first.
fn vsm3msg2(part: Words, w3: Words, w10: Words, _: u8) -> Words {
    let mut w: Words = array::from_fn(|i| w3[i].rotate_left(7) ^ w10[i] ^ part[i]);
    w[3] ^= w[0].rotate_left(6) ^ w[0].rotate_left(15) ^ w[0].rotate_left(30);
    w
}

/// Two rounds from an even one on: of C, D, G and H before they are rotated, of A, B, E and F, and of
/// two words and the two that are four further on.
fn vsm3rnds2([h, g, d, c]: Words, [f, e, b, a]: Words, [w0, w1, w4, w5]: Words, round: u8) -> Words {
    let round = u32::from(round & 0x3e);
    let mut s = [a, b, c.rotate_left(9), d.rotate_left(9), e, f, g.rotate_left(19), h.rotate_left(19)];
    for (i, [w, w4]) in (0..).zip([[w0, w4], [w1, w5]]) {
        let [a, b, c, d, e, f, g, h] = s;
        let is_first = round < 16;
        let t = if is_first { 0x79cc4519_u32 } else { 0x7a879d8a }.rotate_left(round + i);
        let ff = if is_first { a ^ b ^ c } else { a & b | a & c | b & c };
        let gg = if is_first { e ^ f ^ g } else { e & f | !e & g };
        let ss1 = a.rotate_left(12).wrapping_add(e).wrapping_add(t).rotate_left(7);
        let ss2 = ss1 ^ a.rotate_left(12);
        let tt1 = [d, ss2, w ^ w4].iter().fold(ff, |sum, x| sum.wrapping_add(*x));
        let tt2 = [h, ss1, w].iter().fold(gg, |sum, x| sum.wrapping_add(*x));
        let p0 = tt2 ^ tt2.rotate_left(9) ^ tt2.rotate_left(17);
        s = [tt1, a, b.rotate_left(9), c, p0, e, f.rotate_left(19), g];
    }
    let [a, b, _, _, e, f, ..] = s;
    [f, e, b, a]
}

/// Computes the instruction that the CPU does not have. Another one ends the process, as it would
/// without a handler.
unsafe extern "C" fn handle(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system gives a context that the thread goes on with.
    let machine = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext };
    let at = &mut machine.gregs[libc::REG_RIP as usize];
    // SAFETY: the CPU was about to run what is there. No function ends with such an instruction, so
    // a byte follows.
    let code = unsafe { core::ptr::with_exposed_provenance::<[u8; 6]>(*at as usize).read() };
    let Some(instruction) = Instruction::decode(code) else {
        // SAFETY: a handler may say so.
        unsafe { libc::signal(libc::SIGILL, libc::SIG_DFL) };
        return;
    };
    instruction.run(&mut Registers { legacy: machine.fpregs.cast() });
    *at += instruction.len;
}

/// Has the instructions computed where this CPU does not have them. Says `false` without AVX2.
fn can_run() -> bool {
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

/// Adds blocks to states.
type Kernel<W, const N: usize> = unsafe fn(&mut [[W; 8]; N], [*const u8; N], usize);

/// Adds up to five blocks to the states of `N` messages by a kernel and in plain Rust, and compares.
/// The words of the states are those of `begin`, multiplied.
///
/// # Safety
///
/// But for instructions that are computed, the kernel needs AVX2 and that the blocks can be read.
pub(crate) unsafe fn check<C, const N: usize>(
    block: usize,
    begin: [u64; 8],
    word: fn(u64) -> C::Word,
    kernel: Kernel<C::Word, N>,
) where
    C: Compression<State<<C as Compression>::Word> = [<C as Compression>::Word; 8]>,
    C::Word: Debug + PartialEq,
    Portable: Interleaved<C, 1>,
{
    if !can_run() {
        return;
    }
    for blocks in 0..6 {
        // At odd addresses.
        let messages: [_; N] = array::from_fn(|i| bytes(i as u64, block * blocks + 1));
        let from = array::from_fn(|i| messages[i][1..].as_ptr());
        let mut ours: [_; N] =
            array::from_fn(|i| begin.map(|begin| word(begin.wrapping_mul(2 * i as u64 + 1))));
        let mut expected = ours;
        // SAFETY: the instructions are there or computed, and all blocks can be read.
        unsafe { kernel(&mut ours, from, blocks) };
        for (state, from) in expected.iter_mut().zip(from) {
            let portable = Portable::detect().expect("every CPU has it");
            let state = core::slice::from_mut(state).first_chunk_mut().expect("one state");
            // SAFETY: all blocks can be read.
            unsafe { Interleaved::<C, 1>::compress(portable, state, [from], blocks) };
        }
        assert_eq!(ours, expected, "{N} messages of {blocks} blocks");
    }
}

/// Bytes that differ from place to place.
fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let next = |x: &u64| Some(x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407));
    core::iter::successors(Some(seed), next).skip(1).map(|x| (x >> 56) as u8).take(len).collect()
}
