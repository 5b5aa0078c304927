//! AMD Zen 5 (Turin): four 512-bit operations begin in a cycle, and each takes two where many wait.
//! So does each of 256 and 128 bits, so that one message waits longer in vectors than in general
//! registers. Kernels that are metered keep operations from waiting.
//!
//! Lanes that share sets of the cache lose by copies. GB/s, of messages that begin 16 bytes behind a
//! page, as an allocator's large ones do:
//!
//! |         | lanes | 64 KiB, in place | copied | 1 MiB, in place | copied |
//! |---------|-------|------------------|--------|-----------------|--------|
//! | MD5     | 64    | 18.6             | 17.6   | 14.7            | 8.8    |
//! | MD5     | 32    | 14.6             | 11.8   | 14.4            | 7.4    |
//! | SHA-1   | 32    | 11.6             | 12.9   | 11.1            | 7.9    |
//! | SHA-256 | 32    | 7.5              | 7.6    | 7.4             | 5.4    |
//!
//! The least of several runs on a shared machine. Some laptops' Zen 5 have units of 256 bits.

use crate::costs::table::table;
use crate::isa::Vendor;

/// The first family of AMD's that is Zen 5.
pub(super) const FAMILY: u32 = 0x1a;

table! {
    ZEN5 = "AMD Zen 5", |cpu| cpu.is(Vendor::Amd, FAMILY, &[0x00..=0x1f, 0x40..=0x4f]); "measured with `peers kernels` on an EPYC 9005 at 4.2 GHz", in_place;
    Md5 {
        Avx512: 1 in 1 => 547, 8 in 1 => 552, 16 in 1 => 558, 16 in 1 Metered => 410, 32 in 2 => 561, 48 in 3 => 590, 64 in 4 => 635;
        Avx2: 8 in 1 => 712, 16 in 2 => 719, 24 in 3 => 739;
        Sse2: 1 in 1 => 289, 2 in 2 => 291, 3 in 3 => 352, 8 in 2 => 792;
        Portable: 1 in 1 => 296;
    }
    Sha1 {
        Avx512: 1 in 1 => 123, 2 in 2 => 136, 3 in 3 => 162, 8 in 1 => 345, 16 in 1 => 337, 32 in 2 => 509;
        ShaNi: 1 in 1 => 124, 2 in 2 => 132, 4 in 4 => 191;
        Avx2: 1 in 1 => 164, 8 in 1 => 537, 16 in 2 => 826;
        Ssse3: 1 in 1 => 166, 4 in 1 => 538;
        Sse2: 4 in 1 => 544;
        Portable: 1 in 1 => 312;
    }
    Sha256 {
        Avx512: 8 in 1 => 630, 16 in 1 => 638, 32 in 2 => 953;
        ShaNi: 1 in 1 => 131, 2 in 2 => 157, 4 in 4 => 282;
        Avx2: 1 in 1 => 364, 8 in 1 => 1029;
        Ssse3: 1 in 1 => 386, 4 in 1 => 1043;
        Sse2: 4 in 1 => 1055;
        Portable: 1 in 1 => 542;
    }
    Sha512 {
        Avx512: 1 in 1 => 456, 1 in 1 Split => 445, 4 in 1 => 786, 8 in 1 => 785, 16 in 2 => 1173;
        Avx2: 1 in 1 => 454, 4 in 1 => 1248;
        Ssse3: 1 in 1 => 483, 2 in 1 => 1271;
        Sse2: 2 in 1 => 1309;
        Portable: 1 in 1 => 677;
    }
    Sm3 {
        Avx512: 8 in 1 => 841, 16 in 1 => 844, 32 in 2 => 980;
        Avx2: 8 in 1 => 1311;
        Ssse3: 4 in 1 => 1383;
        Sse2: 4 in 1 => 1394;
        Portable: 1 in 1 => 485;
    }
    Keccak {
        Avx512: 1 in 1 => 750, 4 in 1 => 772, 8 in 1 => 794;
        Avx2: 1 in 1 => 870, 4 in 1 => 1421;
        Sse2: 2 in 1 => 1470;
        Portable: 1 in 1 => 1020;
    }
    Blake2b {
        Avx512: 1 in 1 => 593, 1 in 1 Split => 611, 4 in 1 => 637, 8 in 1 => 643, 8 in 2 Paired => 768, 16 in 2 Paired => 803, 16 in 2 Abreast => 770;
        Avx2: 1 in 1 => 631, 4 in 1 => 712;
        Ssse3: 1 in 1 => 643, 2 in 1 => 685;
        Sse2: 2 in 1 => 819;
        Portable: 1 in 1 => 333;
    }
    Blake2s {
        Avx512: 1 in 1 => 485, 1 in 1 Split => 518, 8 in 1 => 532, 16 in 1 => 546, 16 in 1 Paired => 535, 16 in 2 Paired => 640, 32 in 2 Paired => 678, 32 in 2 Abreast => 643;
        Avx2: 1 in 1 => 578, 8 in 1 => 660;
        Ssse3: 1 in 1 => 577, 4 in 1 => 746;
        Sse2: 4 in 1 => 769;
        Portable: 1 in 1 => 280;
    }
    Blake3 {
        Avx512: 1 in 1 => 332, 2 in 2 => 337, 4 in 4 => 340, 2 in 2 Metered => 248, 4 in 4 Metered => 248, 1 in 1 Split => 364, 2 in 2 Split => 365, 4 in 4 Split => 340, 8 in 1 => 375, 8 in 8 => 353, 16 in 1 => 381, 16 in 1 Paired => 373, 16 in 2 Paired => 442, 32 in 2 Paired => 485, 32 in 2 Abreast => 459;
        Avx2: 1 in 1 => 401, 2 in 2 => 400, 4 in 4 => 405, 8 in 1 => 457;
        Ssse3: 1 in 1 => 403, 4 in 1 => 483;
        Sse2: 4 in 1 => 528;
        Portable: 1 in 1 => 202;
    }
}
