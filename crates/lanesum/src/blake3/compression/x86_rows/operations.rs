//! What a kernel in rows does with a vector, out of a table of intrinsics.

/// `operations!(name: features, vector, messages in it, register; ...)`: the
/// safe functions of a table, in a module.
///
/// `row` reads sixteen bytes at a pointer for each message, `last` the same where
/// they were just written, and `unrow` writes them; `broadcast` is the same for
/// each message; `xor_rotr` is both of two vectors rotated to the right, of which the
/// second comes late, by a number that may be taken for a constant: rounds in assembly do
/// without; `words` says by which instructions the words of a block are put in order.
macro_rules! operations {
    (
        $name:ident: $features:literal, $vector:ty, $parts:literal, $register:ident;
        row($p:ident) = $row:expr;
        last($l:ident) = $last:expr;
        unrow($x:ident, $q:ident) = $unrow:expr;
        broadcast($b:ident) = $broadcast:expr;
        add = $add:ident, xor = $xor:ident, and = $and:ident, or = $or:ident, turn = $turn:ident;
        $(xor_rotr($early:ident, $late:ident, $n:ident) = $xor_rotr:expr;)?
        words = $words:ident($($instructions:tt)*);
    ) => {
        #[allow(dead_code, unused_imports, reason = "rounds in assembly do without some")]
        pub(super) mod $name {
            use super::*;

            /// # Safety
            ///
            /// Sixteen bytes are readable at each pointer.
            #[target_feature(enable = $features)]
            #[inline]
            pub(in super::super) unsafe fn row($p: [*const u8; $parts]) -> $vector {
                // SAFETY: the caller's.
                unsafe { $row }
            }

            /// # Safety
            ///
            /// Sixteen bytes are readable at each pointer.
            #[target_feature(enable = $features)]
            #[inline]
            pub(in super::super) unsafe fn last($l: [*const u8; $parts]) -> $vector {
                // SAFETY: the caller's.
                unsafe { $last }
            }

            /// # Safety
            ///
            /// Sixteen bytes are writable at each pointer.
            #[target_feature(enable = $features)]
            #[inline]
            pub(in super::super) unsafe fn unrow($x: $vector, $q: [*mut u8; $parts]) {
                // SAFETY: the caller's.
                unsafe { $unrow }
            }

            #[target_feature(enable = $features)]
            #[inline]
            pub(in super::super) fn broadcast($b: __m128i) -> $vector {
                $broadcast
            }

            $(
                #[target_feature(enable = $features)]
                #[inline]
                pub(in super::super) fn xor_rotr<const BY: u32>($early: $vector, $late: $vector) -> $vector {
                    let $n = BY;
                    $xor_rotr
                }
            )?

            /// A sum that stays parted: the compiler would add the word of the message
            /// last, behind what the next step waits for.
            #[target_feature(enable = $features)]
            #[inline]
            pub(in super::super) fn pin(mut x: $vector) -> $vector {
                // SAFETY: it does nothing.
                unsafe { asm!("/* {0} */", inout($register) x, options(pure, nomem, nostack, preserves_flags)) };
                x
            }

            pub(in super::super) use core::arch::x86_64::{$add as add, $and as and, $or as or, $turn as turn, $xor as xor};

            $words!($features, $vector; $($instructions)*);
        }
    };
}
pub(super) use operations;
