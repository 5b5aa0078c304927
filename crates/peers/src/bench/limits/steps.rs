//! The instructions that run: the CPU's trap flag stops after each of them.

use anyhow::{Context, ensure};
use nix::libc::{self, c_int, c_void, siginfo_t, ucontext_t};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
use std::arch::asm;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The most instructions of a run: a hundred thousand take about a second.
const MOST: usize = 1 << 18;

/// Where each instruction is.
static ADDRESSES: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// How many ran.
static RAN: AtomicUsize = AtomicUsize::new(0);

/// Notes the instruction that is next.
extern "C" fn step(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: a handler with `SA_SIGINFO` gets the context of its thread.
    let context = unsafe { &*context.cast::<ucontext_t>() };
    let address = context.uc_mcontext.gregs[libc::REG_RIP as usize] as usize;
    if let Some(place) = ADDRESSES.get(RAN.fetch_add(1, Relaxed)) {
        place.store(address, Relaxed);
    }
}

/// How often `run` executes the instruction at each address. It must not wait for
/// another thread, nor end in a panic.
///
/// # Errors
///
/// Where signals cannot be handled, or there are too many instructions.
pub(super) fn executed<R>(run: impl FnOnce() -> R) -> anyhow::Result<HashMap<usize, usize>> {
    let stepping = SigAction::new(SigHandler::SigAction(step), SaFlags::SA_SIGINFO, SigSet::empty());
    // SAFETY: the handler touches atomics only.
    let before = unsafe { sigaction(Signal::SIGTRAP, &stepping) }.context("SIGTRAP cannot be handled")?;
    RAN.store(0, Relaxed);
    // SAFETY: each instruction raises a signal from here on, which is handled.
    unsafe { asm!("pushfq", "or qword ptr [rsp], 0x100", "popfq") };
    run();
    // SAFETY: as before.
    unsafe { asm!("pushfq", "and qword ptr [rsp], ~0x100", "popfq") };
    // SAFETY: it is what was there.
    unsafe { sigaction(Signal::SIGTRAP, &before) }.context("SIGTRAP cannot be handled")?;
    let ran = RAN.load(Relaxed);
    ensure!(ran > 0, "the CPU's trap flag has no effect here");
    ensure!(ran <= MOST, "{ran} instructions, which is more than {MOST}");
    let mut counts = HashMap::new();
    for address in &ADDRESSES[..ran] {
        *counts.entry(address.load(Relaxed)).or_default() += 1;
    }
    Ok(counts)
}
