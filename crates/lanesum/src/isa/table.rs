//! How an ISA, and its vectors, are made out of a table of intrinsics.
//!
//! Each entry becomes a safe function with the ISA's features, so the compiler
//! checks that it uses no intrinsic of another one; the only `unsafe` is the
//! call of that function, which the token or the vector allows.

#![allow(unused_macros, unused_imports, reason = "the tables are per architecture")]

/// A token: its features, and how they are detected.
macro_rules! isa {
    ($(#[$doc:meta])* $token:ident: $isa:ident, $features:meta, $detected:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token(());

        // SAFETY: `detect` alone makes one.
        unsafe impl crate::token::Token for $token {
            const ISA: crate::token::Isa = crate::token::Isa::$isa;

            fn detect() -> Option<Self> {
                crate::token::has(Self::ISA, || $detected).then_some(Self(()))
            }

            #[inline(always)]
            fn vectorize<R>(self, f: impl FnOnce() -> R) -> R {
                // Not `#[inline]`: so rustc puts kernels where their token is, and compiles as many
                // units side by side as there are modules with tokens.
                #[$features]
                fn with_features<R>(f: impl FnOnce() -> R) -> R {
                    f()
                }
                // SAFETY: the token is the proof of the features.
                unsafe { with_features(f) }
            }
        }
    };
}
pub(super) use isa;

/// A vector: `vector!(#[features] Token => Name(Raw; Word, lanes, parts) ...)`.
///
/// A raw vector is made of `parts` pieces of 16 bytes. `row(p)` reads 16 bytes
/// at each of `parts` pointers: what pointer `i` points to becomes part `i`. Or `half` loads
/// half of a block, where pieces of 32 bytes are better.
/// `unrows(x, p)` writes `16 * parts` bytes at each of them: part `i` of vector
/// `q` becomes piece `q` at pointer `i`.
///
/// Operations are `#[inline]` and what is made of many of them is `#[inline(always)]`: the latter
/// is copied as it is written, and a kernel has thousands of operations.
macro_rules! vector {
    (
        #[$features:meta] $isa:ident => $vector:ident($raw:ty; $word:ident, $lanes:literal, $parts:literal)
        operators { $($trait:ident::$op:ident($x:ident, $y:ident) = $e:expr;)* }
        methods { $($name:ident($a:ident $(, $b:ident)* $(; $n:ident)?) = $m:expr;)* }
        private { $($pname:ident($pa:ident, $pb:ident) = $pm:expr;)* }
        not($nx:ident) = $not:expr;
        splat($sx:ident) = $splat:expr;
        pin in $register:ident;
        $(row($p:ident) = $row:expr;)?
        $(half = $half:ident;)?
        unrows($ux:ident, $up:ident) = $unrows:expr;
        load = $load:ident as $load_ptr:ty;
        store = $store:ident as $store_ptr:ty;
    ) => {
        #[doc = concat!(stringify!($lanes), " lanes.")]
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $vector($raw);

        $(
            impl core::ops::$trait for $vector {
                type Output = Self;
                #[inline]
                fn $op(self, y: Self) -> Self {
                    #[$features]
                    #[inline]
                    fn op($x: $raw, $y: $raw) -> $raw {
                        $e
                    }
                    // SAFETY: a vector is the proof of the features.
                    Self(unsafe { op(self.0, y.0) })
                }
            }
        )*

        impl core::ops::Not for $vector {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                #[$features]
                #[inline]
                fn op($nx: $raw) -> $raw {
                    $not
                }
                // SAFETY: a vector is the proof of the features.
                Self(unsafe { op(self.0) })
            }
        }

        impl crate::lanes::Vector for $vector {
            type Token = $isa;
            type Word = $word;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: $isa, x: $word) -> Self {
                #[$features]
                #[inline]
                fn op($sx: $word) -> $raw {
                    $splat
                }
                // SAFETY: the token is the proof of the features.
                Self(unsafe { op(x) })
            }

            #[inline(always)]
            fn load(_: $isa, words: &[$word]) -> Self {
                assert!(words.len() == $lanes);
                // SAFETY: the token is the proof of the features; the length is checked.
                Self(unsafe { $load(words.as_ptr().cast::<$load_ptr>()) })
            }

            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                assert!(words.len() == $lanes);
                // SAFETY: a vector is the proof of the features; the length is checked.
                unsafe { $store(words.as_mut_ptr().cast::<$store_ptr>(), self.0) }
            }

            $(
                const PART: Option<usize> = Some(4);

                #[inline(always)]
                unsafe fn load_part(
                    isa: $isa,
                    lanes: &[*const u8],
                    at: usize,
                    order: crate::lanes::ByteOrder,
                    part: usize,
                    to: crate::lanes::Spread<Self>,
                ) {
                    #[$features]
                    #[inline]
                    unsafe fn row($p: [*const u8; $parts]) -> $raw {
                        // SAFETY: the caller's: 16 bytes are readable at each pointer.
                        unsafe { $row }
                    }
                    /// How many words make 16 bytes, and so how many rows a square.
                    const ROWS: usize = 16 / size_of::<$word>();
                    assert!(lanes.len() >= $lanes);
                    let first = to.first_of(part, 4);
                    let at = at.wrapping_add(first * size_of::<$word>());
                    let mut words = [Self::splat(isa, 0); 4];
                    for square in 0..4 / ROWS {
                        let mut rows = [words[0]; ROWS];
                        for r in 0..ROWS {
                            let mut from = [core::ptr::null(); $parts];
                            for i in 0..$parts {
                                from[i] = lanes[ROWS * i + r].wrapping_add(at).wrapping_add(16 * square);
                            }
                            // SAFETY: the token is the proof of the features; that the words are
                            // readable from `at` is the caller's to see to.
                            rows[r] = Self(unsafe { row(from) });
                        }
                        let columns = Self::transpose(rows);
                        for r in 0..ROWS {
                            // Pinned, for LLVM makes two shuffles and a blend out of the last
                            // step of the transpose and a shuffle of the bytes.
                            words[ROWS * square + r] = match order {
                                crate::lanes::ByteOrder::Little => columns[r],
                                crate::lanes::ByteOrder::Big => columns[r].pin().swap_bytes(),
                            };
                        }
                    }
                    // SAFETY: the caller's.
                    unsafe { to.put(first, words) }
                }
            )?

            $(
                const PART: Option<usize> = Some(8);

                #[inline(always)]
                unsafe fn load_part(
                    isa: $isa,
                    lanes: &[*const u8],
                    at: usize,
                    order: crate::lanes::ByteOrder,
                    part: usize,
                    to: crate::lanes::Spread<Self>,
                ) {
                    // SAFETY: the caller's.
                    unsafe { $half(isa, lanes, at, order, part, to) }
                }
            )?

            #[inline(always)]
            fn store_columns<const N: usize>(words: [Self; N], out: &mut [u8]) {
                #[$features]
                #[inline]
                unsafe fn unrows($ux: [$raw; $parts], $up: [*mut u8; $parts]) {
                    // SAFETY: the caller's: `16 * parts` bytes are writable at each pointer.
                    unsafe { $unrows }
                }
                /// How many words make a part, and so how many rows a square.
                const ROWS: usize = 16 / size_of::<$word>();
                const { assert!(N.is_multiple_of(ROWS) && N.is_multiple_of($parts)) }
                assert!(out.len() == $lanes * N * size_of::<$word>());
                // Lane `ROWS * part + c` is part `part` of the `pieces` vectors `c * pieces` and on.
                let pieces = N / ROWS;
                let mut lanes = [words[0]; N];
                for q in 0..pieces {
                    let mut square = [words[0]; ROWS];
                    for r in 0..ROWS {
                        square[r] = words[ROWS * q + r];
                    }
                    let columns = Self::transpose(square);
                    for c in 0..ROWS {
                        lanes[c * pieces + q] = columns[c];
                    }
                }
                let out = out.as_mut_ptr();
                for group in 0..N / $parts {
                    let mut x = [words[0].0; $parts];
                    let mut to = [out; $parts];
                    for part in 0..$parts {
                        x[part] = lanes[$parts * group + part].0;
                        to[part] = out.wrapping_add(16 * (part * N + $parts * group));
                    }
                    // SAFETY: a vector is the proof of the features. The `parts` times
                    // `N / parts` pieces of `16 * parts` bytes are what `out` is long.
                    unsafe { unrows(x, to) }
                }
            }

            #[inline(always)]
            fn pin(self) -> Self {
                #[$features]
                #[inline]
                #[allow(asm_sub_register, reason = "the register's name is not used")]
                fn op(mut x: $raw) -> $raw {
                    // SAFETY: it does nothing.
                    unsafe {
                        core::arch::asm!(
                            "/* {0} */",
                            inout($register) x,
                            options(nomem, nostack, preserves_flags),
                        );
                    }
                    x
                }
                // SAFETY: a vector is the proof of the features.
                Self(unsafe { op(self.0) })
            }


            $(
                #[inline]
                fn $name(self $(, $b: Self)* $(, $n: u32)?) -> Self {
                    #[$features]
                    #[inline]
                    fn op($a: $raw $(, $b: $raw)* $(, $n: u32)?) -> $raw {
                        $m
                    }
                    // SAFETY: a vector is the proof of the features.
                    Self(unsafe { op(self.0 $(, $b.0)* $(, $n)?) })
                }
            )*
        }

        impl crate::isa::Has<$word> for $isa {
            type Vector = $vector;
        }

        impl $vector {
            $(
                #[inline]
                fn $pname(self, $pb: Self) -> Self {
                    #[$features]
                    #[inline]
                    fn op($pa: $raw, $pb: $raw) -> $raw {
                        $pm
                    }
                    // SAFETY: a vector is the proof of the features.
                    Self(unsafe { op(self.0, $pb.0) })
                }
            )*
        }
    };
}
pub(super) use vector;

/// Four rows of four 32-bit words, in each 128-bit part, to columns.
macro_rules! transpose32 {
    ($vector:ident) => {
        impl $vector {
            #[inline(always)]
            fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
                let (ab, ab_hi) = (a.zip_lo32(b), a.zip_hi32(b));
                let (cd, cd_hi) = (c.zip_lo32(d), c.zip_hi32(d));
                [ab.zip_lo64(cd), ab.zip_hi64(cd), ab_hi.zip_lo64(cd_hi), ab_hi.zip_hi64(cd_hi)]
            }
        }
    };
}
pub(super) use transpose32;

/// Two rows of two 64-bit words, in each 128-bit part, to columns.
macro_rules! transpose64 {
    ($vector:ident) => {
        impl $vector {
            #[inline(always)]
            fn transpose([a, b]: [Self; 2]) -> [Self; 2] {
                [a.zip_lo64(b), a.zip_hi64(b)]
            }
        }
    };
}
pub(super) use transpose64;
