//! A line of assembly, as its tokens, among which a macro puts registers and numbers.

/// `i!(add $a, $b)`: the text.
macro_rules! i {
    ($($token:tt)+) => {
        stringify!($($token)+)
    };
}
pub(crate) use i;
