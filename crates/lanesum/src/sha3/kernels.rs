//! The kernels of Keccak, for every length of a block.

use super::keccak::Keccak;
use crate::kernel::list::{kernels, lanes, narrow};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::{Neon, Sha512};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Sse2};

/// `keccak!(name: Rate, words)`: the list for a length of a block.
macro_rules! keccak {
    ($of:ident: $rate:ident, $words:literal) => {
        type $rate = Keccak<$words>;

        kernels! {
            #[doc = concat!("Those with blocks of ", $words, " words.")]
            $of: $rate, Keccak, |list, ones| {
                #[cfg(target_arch = "x86_64")]
                {
                    lanes!(list, $rate: Avx512, 1);
                    lanes!(list, $rate: Avx512Half, 1);
                    lanes!(list, $rate: Avx2, 1);
                    lanes!(list, $rate: Sse2, 1);
                }
                #[cfg(target_arch = "aarch64")]
                {
                    lanes!(list, $rate: Neon, 1);
                    lanes!(list, $rate: Sha512, 1);
                }
                narrow!(list, ones, $rate: Portable, 1);
                #[cfg(target_arch = "aarch64")]
                narrow!(list, ones, $rate: Sha512, 1);
                #[cfg(target_arch = "x86_64")]
                {
                    narrow!(list, ones, $rate: Avx2, 1);
                    narrow!(list, ones, $rate: Avx512Half, 1);
                }
            }
        }
    };
}

keccak!(of_9_words: Rate9, 9);
keccak!(of_13_words: Rate13, 13);
keccak!(of_17_words: Rate17, 17);
keccak!(of_18_words: Rate18, 18);
keccak!(of_21_words: Rate21, 21);
