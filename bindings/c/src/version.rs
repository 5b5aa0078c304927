//! What this library is, and what it runs on.

use lanesum::Algorithm;
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

/// The version, of the library that runs.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The instruction sets that its kernels run on here, best first.
#[unsafe(no_mangle)]
pub extern "C" fn lanesum_isas() -> *const c_char {
    static ISAS: LazyLock<CString> = LazyLock::new(|| {
        let mut isas: Vec<_> = Algorithm::ALL.iter().flat_map(|a| a.kernels()).map(|k| k.isa()).collect();
        isas.sort_unstable_by(|a, b| b.cmp(a));
        isas.dedup();
        let names: Vec<_> = isas.iter().map(ToString::to_string).collect();
        CString::new(names.join(" ")).expect("no name has a zero byte")
    });
    ISAS.as_ptr()
}
