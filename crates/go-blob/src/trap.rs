//! What ends the process.

/// Ends the process: an instruction that there is not.
pub(crate) fn trap() -> ! {
    // SAFETY: an instruction that there is not.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        core::arch::asm!("ud2", options(noreturn));
        #[cfg(target_arch = "aarch64")]
        core::arch::asm!("udf #0", options(noreturn));
    }
}
