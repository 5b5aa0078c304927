//! Loops of operations that do not wait for one another: of two classes, as many
//! of each, and of a width.

use super::CLASSES;
use crate::bench::limits::operations::Class;
use std::arch::{asm, is_x86_feature_detected};

/// A loop.
#[derive(Clone, Copy)]
pub(super) struct Mix {
    pub(super) run: fn(),
    /// How many operations it has.
    pub(super) operations: usize,
}

/// The registers that are written.
const REGISTERS: usize = 12;

/// How often each of them is, in a turn of a loop: of shorter turns the core takes
/// in fewer operations a cycle.
const WRITES: usize = 4;

/// How often a loop turns.
const TURNS: usize = 250;

/// How many operations that is, of one for each register.
const OPERATIONS: usize = REGISTERS * WRITES * TURNS;

/// Memory in the first level, for loads and stores.
#[repr(align(64))]
struct Memory([u8; 64 * REGISTERS]);

/// An operation for each register `r`, or a few, again and again. Registers 14 and
/// 15 are read only.
macro_rules! turns {
    ($($operation:expr),+; $($constants:tt)*) => {{
        let mut memory = Memory([0; 64 * REGISTERS]);
        // SAFETY: the CPU has the instructions: `of`, `loads` and `stores` have asked
        // it. They write registers that are given up, and the memory.
        unsafe {
            asm!(
                "2: /* {memory} */",
                ".rept {writes}",
                ".irp r, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11",
                $($operation,)+
                ".endr",
                ".endr",
                "dec {turns}",
                "jnz 2b",
                turns = inout(reg) TURNS => _,
                memory = in(reg) &mut memory.0,
                writes = const WRITES,
                $($constants)*
                out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
                out("xmm4") _, out("xmm5") _, out("xmm6") _, out("xmm7") _,
                out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
                out("xmm14") _, out("xmm15") _,
                options(nostack),
            );
        }
    }};
}

/// A function for two classes, of the operations of all in their order.
macro_rules! mixes {
    ($name:ident: $($operation:literal)+) => {
        fn $name<const A: usize, const B: usize>() {
            turns!(
                ".set class, 0",
                $(".if class == {a} || class == {b}", $operation, ".endif", ".set class, class + 1",)+
                "";
                a = const A,
                b = const B,
            );
            leave();
        }
    };
}

/// Operations of one kind, on vectors.
macro_rules! vectors {
    ($($name:ident: $operation:literal;)+) => {
        $(fn $name() {
            turns!($operation;);
            leave();
        })+
    };
}

/// Makes what SSE's instructions find no slower.
fn leave() {
    // SAFETY: there are vectors of 256 bits: who calls it has used AVX.
    unsafe { asm!("vzeroupper", options(nomem, nostack, preserves_flags)) }
}

mixes! { avx2_128:
    "vpaddd xmm\\r, xmm14, xmm15"
    ""
    "vpsrld xmm\\r, xmm14, 7"
    ""
    "vpunpckldq xmm\\r, xmm14, xmm15"
    "vpshufb xmm\\r, xmm14, xmm15"
    ""
}

mixes! { avx2_256:
    "vpaddd ymm\\r, ymm14, ymm15"
    ""
    "vpsrld ymm\\r, ymm14, 7"
    ""
    "vpunpckldq ymm\\r, ymm14, ymm15"
    "vpshufb ymm\\r, ymm14, ymm15"
    "vinserti128 ymm\\r, ymm14, xmmword ptr [{memory} + 64 * \\r], 1"
}

mixes! { avx512_128:
    "vpaddd xmm\\r, xmm14, xmm15"
    "vprold xmm\\r, xmm14, 7"
    "vpsrld xmm\\r, xmm14, 7"
    "vpternlogd xmm\\r, xmm14, xmm15, 0x96"
    "vpunpckldq xmm\\r, xmm14, xmm15"
    "vpshufb xmm\\r, xmm14, xmm15"
    ""
}

mixes! { avx512_256:
    "vpaddd ymm\\r, ymm14, ymm15"
    "vprold ymm\\r, ymm14, 7"
    "vpsrld ymm\\r, ymm14, 7"
    "vpternlogd ymm\\r, ymm14, ymm15, 0x96"
    "vpunpckldq ymm\\r, ymm14, ymm15"
    "vpshufb ymm\\r, ymm14, ymm15"
    "vinserti32x4 ymm\\r, ymm14, xmmword ptr [{memory} + 64 * \\r], 1"
}

mixes! { avx512_512:
    "vpaddd zmm\\r, zmm14, zmm15"
    "vprold zmm\\r, zmm14, 7"
    "vpsrld zmm\\r, zmm14, 7"
    "vpternlogd zmm\\r, zmm14, zmm15, 0x96"
    "vpunpckldq zmm\\r, zmm14, zmm15"
    "vpshufb zmm\\r, zmm14, zmm15"
    "vinserti32x4 zmm\\r, zmm14, xmmword ptr [{memory} + 64 * \\r], 1"
}

vectors! {
    load_128: "vmovdqu xmm\\r, xmmword ptr [{memory} + 64 * \\r]";
    load_256: "vmovdqu ymm\\r, ymmword ptr [{memory} + 64 * \\r]";
    load_512: "vmovdqu64 zmm\\r, zmmword ptr [{memory} + 64 * \\r]";
    store_128: "vmovdqu xmmword ptr [{memory} + 64 * \\r], xmm14";
    store_256: "vmovdqu ymmword ptr [{memory} + 64 * \\r], ymm14";
    store_512: "vmovdqu64 zmmword ptr [{memory} + 64 * \\r], zmm14";
}

fn load_64() {
    turns!("mov {to}, qword ptr [{memory} + 64 * \\r]"; to = out(reg) _,);
}

fn store_64() {
    turns!("mov qword ptr [{memory} + 64 * \\r], {turns}";);
}

/// The core takes in as many instructions of any kind: most have nothing else to
/// do with these.
fn moves() {
    turns!("mov {to}, {memory}", "mov {to}, {turns}", "mov {to}, {memory}", "mov {to}, {turns}"; to = out(reg) _,);
}

/// A function for each two classes.
type Pairs = [[fn(); CLASSES]; CLASSES];

/// Those of a name.
macro_rules! each_pair {
    ($name:ident) => {
        each_pair!($name: 0 1 2 3 4 5 6)
    };
    ($name:ident: $($a:literal)+) => {
        [$(each_pair!(@ $name $a: 0 1 2 3 4 5 6)),+]
    };
    (@ $name:ident $a:literal: $($b:literal)+) => {
        [$($name::<$a, $b> as fn()),+]
    };
}

/// The loop with operations of two classes, or one, on vectors of so many bytes,
/// where this CPU has them.
pub(super) fn of(width: usize, a: usize, b: usize) -> Option<Mix> {
    let (avx2, avx512) = (is_x86_feature_detected!("avx2"), has_avx512());
    let (mixes, without): (Pairs, &[Class]) = match width {
        16 if avx512 => (each_pair!(avx512_128), &[Class::Insert]),
        32 if avx512 => (each_pair!(avx512_256), &[]),
        64 if avx512 => (each_pair!(avx512_512), &[]),
        16 if avx2 => (each_pair!(avx2_128), &[Class::Rotate, Class::Ternary, Class::Insert]),
        32 if avx2 => (each_pair!(avx2_256), &[Class::Rotate, Class::Ternary]),
        _ => return None,
    };
    if without.iter().any(|&class| [a, b].contains(&(class as usize))) {
        return None;
    }
    let kinds = if a == b { 1 } else { 2 };
    Some(Mix { run: mixes[a][b], operations: kinds * OPERATIONS })
}

/// Loads of so many bytes, where this CPU has them.
pub(super) fn loads(width: usize) -> Option<Mix> {
    one_kind(width, [load_64, load_128, load_256, load_512])
}

/// Stores of so many bytes, where this CPU has them.
pub(super) fn stores(width: usize) -> Option<Mix> {
    one_kind(width, [store_64, store_128, store_256, store_512])
}

fn one_kind(width: usize, [of_8, of_16, of_32, of_64]: [fn(); 4]) -> Option<Mix> {
    let avx = is_x86_feature_detected!("avx2");
    let run = match width {
        8 => of_8,
        16 if avx => of_16,
        32 if avx => of_32,
        64 if has_avx512() => of_64,
        _ => return None,
    };
    Some(Mix { run, operations: OPERATIONS })
}

/// Instructions that only give registers other names.
pub(super) const MOVES: Mix = Mix { run: moves, operations: 4 * OPERATIONS };

fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}
