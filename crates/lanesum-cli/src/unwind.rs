//! What the standard library calls to walk the stack, in a program that never does.
//!
//! Where a panic ends the process no frame is unwound, and in a binary without symbols a
//! backtrace names none. Yet the standard library, which is compiled for programs that do
//! both, refers to these functions, and the system's loader would map `libgcc_s` for them:
//! a tenth of the time that an `md5sum` of a small file takes. A program that is linked statically
//! has them from the archive.

use std::ffi::{c_int, c_void};
use std::process;

/// `_URC_END_OF_STACK`: there is no frame above.
const END_OF_STACK: c_int = 5;

/// Says that the stack has no frames, without a call of what is to be called for each.
#[unsafe(no_mangle)]
extern "C" fn _Unwind_Backtrace(_: *const c_void, _: *mut c_void) -> c_int {
    END_OF_STACK
}

/// Would go on with unwinding, which nothing begins.
#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume(_: *mut c_void) -> ! {
    process::abort()
}

/// Functions that ask about a frame, or change it. There is none to call them with, so all
/// of them say zero.
macro_rules! of_a_frame {
    ($($name:ident($($argument:ty),+);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($(_: $argument),+) -> usize {
            0
        }
    )+};
}

of_a_frame! {
    _Unwind_FindEnclosingFunction(*mut c_void);
    _Unwind_GetCFA(*mut c_void);
    _Unwind_GetDataRelBase(*mut c_void);
    _Unwind_GetIP(*mut c_void);
    _Unwind_GetIPInfo(*mut c_void, *mut c_int);
    _Unwind_GetLanguageSpecificData(*mut c_void);
    _Unwind_GetRegionStart(*mut c_void);
    _Unwind_GetTextRelBase(*mut c_void);
    _Unwind_SetGR(*mut c_void, c_int, usize);
    _Unwind_SetIP(*mut c_void, usize);
}
