//! The kernels of MD5, SHA-1 and SHA-2.

use super::md5::Md5;
#[cfg(target_arch = "x86_64")]
use super::md5::MeteredMd5;
use super::sha1::Sha1;
use super::sha256::Sha256;
use super::sha512::Sha512;
use crate::kernel::list::{kernels, lanes, narrow};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::{Neon, Sha2, Sha512 as Sha512Instructions};
#[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
use crate::isa::x86_64::Sha512Ni;
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, Avx512Sha, Avx512Split, ShaNi, Sse2, Ssse3};

kernels! {
    /// MD5's.
    of_md5: Md5, Md5, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Md5: Avx512, 1, 2, 3, 4);
            lanes!(list, MeteredMd5: Avx512, 1);
            lanes!(list, Md5: Avx512Half, 1);
            lanes!(list, Md5: Avx2, 1, 2, 3);
            lanes!(list, Md5: Sse2, 2);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Md5: Neon, 2);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Md5: Avx512Half, 1);
            narrow!(list, ones, Md5: Sse2, 1, 2, 3);
            narrow!(list, ones, Md5: Portable, 1);
        }
        #[cfg(not(target_arch = "x86_64"))]
        narrow!(list, ones, Md5: Portable, 1, 2, 3);
    }
}

kernels! {
    /// SHA-1's.
    of_sha1: Sha1, Sha1, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha1: Avx512, 1, 2);
            lanes!(list, Sha1: Avx512Half, 1);
            lanes!(list, Sha1: Avx2, 1, 2);
            lanes!(list, Sha1: Ssse3, 1);
            lanes!(list, Sha1: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha1: Neon, 1);
        narrow!(list, ones, Sha1: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Sha1: Ssse3, 1);
            narrow!(list, ones, Sha1: Avx2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        narrow!(list, ones, Sha1: Sha2, 1, 2);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Sha1: ShaNi, 1, 2, 4);
            narrow!(list, ones, Sha1: Avx512Sha, 1, 2, 3);
        }
    }
}

kernels! {
    /// SHA-224's and SHA-256's.
    of_sha256: Sha256, Sha256, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha256: Avx512, 1, 2);
            lanes!(list, Sha256: Avx512Half, 1);
            lanes!(list, Sha256: Avx2, 1);
            lanes!(list, Sha256: Ssse3, 1);
            lanes!(list, Sha256: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha256: Neon, 1);
        narrow!(list, ones, Sha256: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Sha256: Ssse3, 1);
            narrow!(list, ones, Sha256: Avx2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        narrow!(list, ones, Sha256: Sha2, 1, 2);
        #[cfg(target_arch = "x86_64")]
        narrow!(list, ones, Sha256: ShaNi, 1, 2, 4);
    }
}

kernels! {
    /// SHA-384's, SHA-512's and SHA-512/t's.
    of_sha512: Sha512, Sha512, |list, ones| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha512: Avx512, 1, 2);
            lanes!(list, Sha512: Avx512Half, 1);
            lanes!(list, Sha512: Avx2, 1);
            lanes!(list, Sha512: Ssse3, 1);
            lanes!(list, Sha512: Sse2, 1);
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha512: Neon, 1);
        narrow!(list, ones, Sha512: Portable, 1);
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, ones, Sha512: Ssse3, 1);
            narrow!(list, ones, Sha512: Avx2, 1);
            narrow!(list, ones, Sha512: Avx512Half, 1);
            narrow!(list, ones, Sha512: Avx512Split, 1);
        }
        #[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
        narrow!(list, ones, Sha512: Sha512Ni, 1, 2);
        #[cfg(target_arch = "aarch64")]
        narrow!(list, ones, Sha512: Sha512Instructions, 1, 2);
    }
}
