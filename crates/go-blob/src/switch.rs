//! From Go's stack to the room's, and back.
//!
//! Go saves no registers of its own for a call of assembly, but wants back the stack
//! pointer and the frame pointer. On its side all of the call's are lost: what the
//! C convention keeps is on the room's stack meanwhile.

use crate::job;
use crate::room::Room;
use core::arch::naked_asm;
use core::mem::offset_of;
use lanesum::guest::ROOM;

/// Begins a call, or goes on with it. Returns 0 where it is done, and 1 where it has
/// paused. The blob starts with this.
///
/// An odd `room` is none: [`lanesum_direct`] is called on the stack that there is.
///
/// # Safety
///
/// `room` is one, and nobody else uses it.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".text.entry")]
unsafe extern "sysv64" fn lanesum_switch(room: *mut Room) -> u64 {
    naked_asm!(
        "test dil, 1",
        "jnz 3f",
        "mov [rdi + {go}], rsp",
        "mov [rdi + {go} + 8], rbp",
        "mov rax, [rdi + {stack}]",
        "test rax, rax",
        "jz 2f",
        "mov rsp, rax",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        "2:",
        "lea rsp, [rdi + {room}]",
        "push rdi",
        "sub rsp, 8",
        "call {main}",
        "mov rdi, [rsp + 8]",
        "mov rsp, [rdi + {go}]",
        "mov rbp, [rdi + {go} + 8]",
        "xor eax, eax",
        "ret",
        "3:",
        "push rbp",
        "mov rbp, rsp",
        "and rsp, -64",
        "call {direct}",
        "mov rsp, rbp",
        "pop rbp",
        "ret",
        direct = sym lanesum_direct,
        go = const offset_of!(Room, go),
        stack = const offset_of!(Room, stack),
        room = const ROOM,
        main = sym main,
    )
}

/// Pauses: returns when Go goes on.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
extern "C" fn pause() {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov rdi, rsp",
        "and rdi, -{room}",
        "mov [rdi + {stack}], rsp",
        "mov rsp, [rdi + {go}]",
        "mov rbp, [rdi + {go} + 8]",
        "mov eax, 1",
        "ret",
        go = const offset_of!(Room, go),
        stack = const offset_of!(Room, stack),
        room = const ROOM,
    )
}

/// Begins a call, or goes on with it. Returns 0 where it is done, and 1 where it has
/// paused. The blob starts with this.
///
/// An odd `room` is none: [`lanesum_direct`] is called on the stack that there is.
///
/// # Safety
///
/// `room` is one, and nobody else uses it.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".text.entry")]
unsafe extern "C" fn lanesum_switch(room: *mut Room) -> u64 {
    naked_asm!(
        "tbz x0, 0, 4f",
        "b {direct}",
        "4:",
        "mov x9, sp",
        "str x9, [x0, {go}]",
        "str x29, [x0, {go} + 8]",
        "str x30, [x0, {go} + 16]",
        "ldr x9, [x0, {stack}]",
        "cbz x9, 2f",
        "mov sp, x9",
        "ldp x19, x20, [sp]",
        "ldp x21, x22, [sp, 16]",
        "ldp x23, x24, [sp, 32]",
        "ldp x25, x26, [sp, 48]",
        "ldp x29, x30, [sp, 64]",
        "ldp d8, d9, [sp, 80]",
        "ldp d10, d11, [sp, 96]",
        "ldp d12, d13, [sp, 112]",
        "ldp d14, d15, [sp, 128]",
        "add sp, sp, 144",
        "ret",
        "2:",
        "add x9, x0, {room}",
        "sub x9, x9, 16",
        "mov sp, x9",
        "str x0, [sp]",
        "bl {main}",
        "ldr x9, [sp]",
        "mov x0, 0",
        "ldr x10, [x9, {go}]",
        "ldr x29, [x9, {go} + 8]",
        "ldr x30, [x9, {go} + 16]",
        "mov sp, x10",
        "ret",
        direct = sym lanesum_direct,
        go = const offset_of!(Room, go),
        stack = const offset_of!(Room, stack),
        room = const ROOM,
        main = sym main,
    )
}

/// Pauses: returns when Go goes on. Go's registers are not touched meanwhile: x18,
/// x27 and x28 are reserved.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
extern "C" fn pause() {
    naked_asm!(
        "sub sp, sp, 144",
        "stp x19, x20, [sp]",
        "stp x21, x22, [sp, 16]",
        "stp x23, x24, [sp, 32]",
        "stp x25, x26, [sp, 48]",
        "stp x29, x30, [sp, 64]",
        "stp d8, d9, [sp, 80]",
        "stp d10, d11, [sp, 96]",
        "stp d12, d13, [sp, 112]",
        "stp d14, d15, [sp, 128]",
        "mov x9, sp",
        "and x10, x9, -{room}",
        "str x9, [x10, {stack}]",
        "mov x0, 1",
        "ldr x9, [x10, {go}]",
        "ldr x29, [x10, {go} + 8]",
        "ldr x30, [x10, {go} + 16]",
        "mov sp, x9",
        "ret",
        go = const offset_of!(Room, go),
        stack = const offset_of!(Room, stack),
        room = const ROOM,
    )
}

/// What runs on the room's stack.
///
/// # Safety
///
/// `room` is one, and nobody else uses it.
unsafe extern "C" fn main(room: *mut Room) {
    // SAFETY: the caller's. The room outlives the call; what the call itself reads of
    // it, by the stack pointer, is not in use here meanwhile.
    unsafe {
        let heap = (*room).begin();
        (*room).host.pause = if (*room).job.may_pause() { Some(pause) } else { None };
        // Not copied: what Go wrote in words would be read in vectors, which waits.
        job::run(&(*room).job);
        (*room).end(if (*room).job.is_warm() { (*room).heap() } else { heap });
    }
}

/// No flag of a block of BLAKE3.
#[cfg(feature = "blake3")]
const BLOCK: u64 = 1 << 63;

/// What runs on Go's own stack, which a room would cost more than: a chunk of BLAKE3, or a
/// parent, in a mode `more`, whose blocks' flags `n` has, and [`BLOCK`] where a block is to be put
/// out and not 32 bytes; or of SHA-3 and its like blocks of
/// `n` bytes, or of BLAKE2, which are added to a state `more`; or of NABHash such blocks where `out` is
/// null, and else the end of a message of `n` bytes. `go/generate` finds it by its name, and has Go
/// make its stack large enough.
///
/// # Safety
///
/// The CPU has the instructions, and `len` bytes can be read.
#[unsafe(no_mangle)]
unsafe extern "C" fn lanesum_direct(
    cpu: u64,
    more: *mut u8,
    bytes: *const u8,
    len: usize,
    n: u64,
    out: *mut u8,
) {
    #[cfg(feature = "blake3")]
    // SAFETY: the caller's.
    unsafe {
        let bytes = if len == 0 { &[] } else { core::slice::from_raw_parts(bytes, len) };
        let out = core::slice::from_raw_parts_mut(out, if n & BLOCK == 0 { 32 } else { 64 });
        lanesum::guest::direct(cpu, &*more.cast(), bytes, n & !BLOCK, out);
    }
    #[cfg(feature = "sha3")]
    // SAFETY: the caller's. There is a block at least.
    unsafe {
        let _ = out;
        let blocks = core::slice::from_raw_parts(bytes, len);
        lanesum::guest::add_to_sponge(cpu, n, &mut *more.cast(), blocks);
    }
    #[cfg(any(feature = "blake2b", feature = "blake2s"))]
    // SAFETY: the caller's. There is a block at least.
    unsafe {
        let _ = (n, out);
        let (state, blocks) = (&mut *more.cast(), core::slice::from_raw_parts(bytes, len));
        #[cfg(feature = "blake2b")]
        lanesum::guest::add_to_blake2b(cpu, state, blocks);
        #[cfg(feature = "blake2s")]
        lanesum::guest::add_to_blake2s(cpu, state, blocks);
    }
    #[cfg(feature = "nabhash")]
    // SAFETY: the caller's.
    unsafe {
        let bytes = if len == 0 { &[] } else { core::slice::from_raw_parts(bytes, len) };
        if out.is_null() {
            lanesum::guest::add_to_nabhash(cpu, &mut *more.cast(), bytes);
        } else {
            *out.cast() = lanesum::guest::end_nabhash(cpu, &*more.cast(), bytes, n);
        }
    }
    #[cfg(not(any(
        feature = "blake2b",
        feature = "blake2s",
        feature = "blake3",
        feature = "sha3",
        feature = "nabhash"
    )))]
    {
        let _ = (cpu, more, bytes, len, n, out);
        crate::trap::trap()
    }
}
