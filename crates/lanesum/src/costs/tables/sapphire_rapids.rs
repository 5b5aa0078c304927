//! Intel Sapphire Rapids: two units for 512-bit vectors, of which one rotates, and three
//! for 256 bits. SHA-NI is not pipelined there, so that interleaving SHA-1 brings
//! nothing.
//!
//! Estimated: one message with scalar rounds, from its instructions by four a cycle,
//! which is how the cores without SHA instructions take them in, and from what
//! `llvm-mca` says of the rounds on Skylake; SM3, from SHA-256, and SHA-3, from how many
//! operations a round has and how many of them a cycle takes; two to eight nodes of
//! BLAKE3 in rows; one message of BLAKE2 with AVX2 and SSSE3, as on Zen 4. The SSSE3 of
//! one SHA-512 message is held under the portable kernel, for that was measured on a wider
//! core. Paired lanes were measured when they copied two words of 32 bits at once, and
//! took them apart in vectors; two sets of them are what `llvm-mca` says of their rounds,
//! and a fiftieth more.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    SAPPHIRE_RAPIDS = "Intel Sapphire Rapids", |cpu| cpu.is(Vendor::Intel, 6, &[0x8f..=0x8f, 0xcf..=0xcf]); "measured with `peers kernels` on a Xeon; one message without SHA instructions, SM3, SHA-3, one message of BLAKE2 with AVX2 and SSSE3 and two sets of paired lanes estimated";
    Md5 {
        Avx512: 8 in 1 => 268, 16 in 1 => 280, 32 in 2 => 500, 64 in 4 => 997;
        Avx2: 16 in 2 => 552;
        Sse2: 8 in 2 => 529;
        Portable: 1 in 1 => 296, 2 in 2 => 391, 3 in 3 => 491;
    }
    Sha1 {
        Avx512: 16 in 1 => 463, 32 in 2 => 860;
        ShaNi: 1 in 1 => 119, 2 in 2 => 236, 4 in 4 => 471;
        Avx2: 1 in 1 => 206, 8 in 1 => 541, 16 in 2 => 1062;
        Ssse3: 1 in 1 => 302, 4 in 1 => 535;
        Sse2: 4 in 1 => 556;
        Portable: 1 in 1 => 380;
    }
    Sha256 {
        Avx512: 16 in 1 => 911, 32 in 2 => 1800;
        ShaNi: 1 in 1 => 132, 2 in 2 => 194;
        Avx2: 1 in 1 => 435, 8 in 1 => 1180;
        Ssse3: 1 in 1 => 567, 4 in 1 => 1191;
        Sse2: 4 in 1 => 1205;
        Portable: 1 in 1 => 650;
    }
    Sha512 {
        Avx512: 1 in 1 => 549, 4 in 1 => 758, 8 in 1 => 1148, 16 in 2 => 2253;
        Avx2: 1 in 1 => 590, 4 in 1 => 1438;
        Ssse3: 1 in 1 => 700, 2 in 1 => 1448;
        Sse2: 2 in 1 => 1527;
        Portable: 1 in 1 => 797;
    }
    Sm3 {
        Avx512: 8 in 1 => 640, 16 in 1 => 911, 32 in 2 => 1800;
        Avx2: 8 in 1 => 1180;
        Ssse3: 4 in 1 => 1191;
        Sse2: 4 in 1 => 1205;
        Portable: 1 in 1 => 581;
    }
    Keccak {
        Avx512: 1 in 1 => 900, 4 in 1 => 1000, 8 in 1 => 1450;
        Avx2: 1 in 1 => 955, 4 in 1 => 1700;
        Sse2: 2 in 1 => 1700;
        Portable: 1 in 1 => 1111;
    }
    Blake2b {
        Avx512: 1 in 1 => 364, 4 in 1 => 584, 8 in 1 => 815, 16 in 2 => 1550, 16 in 2 paired => 1410;
        Avx2: 1 in 1 => 365, 4 in 1 => 660;
        Ssse3: 1 in 1 => 366, 2 in 1 => 890;
        Sse2: 2 in 1 => 1028;
        Portable: 1 in 1 => 447;
    }
    Blake2s {
        Avx512: 1 in 1 => 292, 8 in 1 => 498, 16 in 1 => 660, 32 in 2 => 1340, 16 in 1 paired => 630, 32 in 2 paired => 1180;
        Avx2: 1 in 1 => 297, 8 in 1 => 605;
        Ssse3: 1 in 1 => 298, 4 in 1 => 763;
        Sse2: 4 in 1 => 819;
        Portable: 1 in 1 => 357;
    }
    Blake3 {
        Avx512: 1 in 1 => 182, 2 in 2 => 183, 4 in 4 => 214, 8 in 1 => 323, 8 in 8 => 340, 16 in 1 => 470, 32 in 2 => 930, 16 in 1 paired => 450, 32 in 2 paired => 825;
        Avx2: 1 in 1 => 228, 2 in 2 => 229, 4 in 4 => 325, 8 in 1 => 435;
        Ssse3: 1 in 1 => 230, 4 in 1 => 430;
        Sse2: 4 in 1 => 485;
        Portable: 1 in 1 => 255;
    }
}
