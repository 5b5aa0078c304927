//! Instructions on named vectors of 128 bits, as SSSE3 or AVX2 encodes them.

/// `instructions!(Isa: [..] [..])`: the text of them all.
macro_rules! instructions {
    ($isa:ident: $([$($instruction:tt)+])+) => { concat!($(instruction!($isa: $($instruction)+)),+) };
}

/// An instruction: the vector that it writes, and where it takes what it joins with that.
/// SSSE3 names the vector once, and AVX2 twice. Of an instruction that only writes the
/// vector, a `=` is behind it, and both name it once.
macro_rules! instruction {
    (Ssse3: $op:ident $x:ident = $($from:tt)+) => {
        concat!(stringify!($op), " {", stringify!($x), "}, ", operand!($($from)+), "\n")
    };
    (Ssse3: $op:ident $x:ident, $($from:tt)+) => {
        instruction!(Ssse3: $op $x = $($from)+)
    };
    (Avx2: $op:ident $x:ident = $($from:tt)+) => {
        concat!("v", instruction!(Ssse3: $op $x = $($from)+))
    };
    (Avx2: $op:ident $x:ident, $($from:tt)+) => {
        concat!(
            "v", stringify!($op), " {", stringify!($x), "}, {", stringify!($x), "}, ", operand!($($from)+), "\n",
        )
    };
}

/// A vector, a vector and a number, a number, an order of bytes for a rotation, or a word
/// of a block.
macro_rules! operand {
    ($x:ident) => {
        concat!("{", stringify!($x), "}")
    };
    ($x:ident, $order:literal) => {
        concat!("{", stringify!($x), "}, ", $order)
    };
    ($by:literal) => {
        $by
    };
    (rotation $at:literal) => {
        concat!("xmmword ptr [{rotations} + ", $at, "]")
    };
    ([$block:ident $word:ident]) => {
        concat!("[{", stringify!($block), "} + {", stringify!($word), "}]")
    };
}
pub(super) use {instruction, instructions, operand};
