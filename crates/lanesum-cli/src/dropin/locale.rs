//! Which characters the C library says can be shown, in the locale of the
//! environment.
//!
//! GNU's commands ask it, and what it says depends on the locales that are installed
//! and on its version of Unicode: no table of ours could say the same. It is asked
//! only where a name has more than ASCII, for a locale takes time to load.

use libc::{CODESET, LC_CTYPE_MASK, c_char, c_int, locale_t, newlocale, nl_item};
use std::ffi::CStr;
use std::sync::OnceLock;

/// A locale. It is never freed, and never changed.
struct Locale(locale_t);

// SAFETY: a locale is read only; the functions that take one may be called by any
// thread.
unsafe impl Send for Locale {}
// SAFETY: as above.
unsafe impl Sync for Locale {}

// Apple's C library has both; the crate declares neither there.
unsafe extern "C" {
    fn nl_langinfo_l(item: nl_item, locale: locale_t) -> *mut c_char;

    /// `wint_t` is as wide as a character everywhere that this is compiled for.
    fn iswprint_l(wide: u32, locale: locale_t) -> c_int;
}

/// The locale of the environment, if it has all characters: None for one that is not
/// installed, which is taken for C's, and for C's own.
fn unicode() -> Option<&'static Locale> {
    static LOCALE: OnceLock<Option<Locale>> = OnceLock::new();
    LOCALE
        .get_or_init(|| {
            // SAFETY: the name is a string, and there is no locale to begin with.
            let locale = unsafe { newlocale(LC_CTYPE_MASK, c"".as_ptr(), std::ptr::null_mut()) };
            if locale.is_null() {
                return None;
            }
            // SAFETY: the locale was just made; what is given back is a string of its own.
            let codeset = unsafe { CStr::from_ptr(nl_langinfo_l(CODESET, locale)) };
            (codeset == c"UTF-8").then_some(Locale(locale))
        })
        .as_ref()
}

/// Whether messages may have characters beyond ASCII.
pub(super) fn has_unicode() -> bool {
    unicode().is_some()
}

/// Whether a character is not to stand in a message as it is.
pub(super) fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    // SAFETY: the locale is never freed.
    unicode().is_none_or(|locale| unsafe { iswprint_l(u32::from(c), locale.0) } == 0)
}
