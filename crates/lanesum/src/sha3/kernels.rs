//! The kernels of Keccak, for every length of a block, and what they cost.
//!
//! The first costs were measured on AMD Zen 4, for the 17 words of SHA3-256;
//! Intel's and AArch64's are estimated, from how many operations a round has and
//! how many of them a cycle takes.

use super::keccak::Keccak;
use crate::kernel::list::{cost, kernels, lanes, narrow};

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
            $of: $rate, |list, one| {
                #[cfg(target_arch = "x86_64")]
                {
                    lanes!(list, $rate: Avx512, 1 => cost(1486, 1450));
                    lanes!(list, $rate: Avx512Half, 1 => cost(762, 1000));
                    lanes!(list, $rate: Avx2, 1 => cost(1397, 1700));
                    lanes!(list, $rate: Sse2, 1 => cost(1328, 1700));
                }
                #[cfg(target_arch = "aarch64")]
                {
                    lanes!(list, $rate: Neon, 1 => 1400);
                    lanes!(list, $rate: Sha512, 1 => 850);
                }
                narrow!(list, one, $rate: Portable, 1 => cost(1111, 1111));
                #[cfg(target_arch = "aarch64")]
                narrow!(list, one, $rate: Sha512, 1 => 850);
                #[cfg(target_arch = "x86_64")]
                {
                    narrow!(list, one, $rate: Avx2, 1 => cost(955, 955));
                    narrow!(list, one, $rate: Avx512Half, 1 => cost(728, 900));
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
