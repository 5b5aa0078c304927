//! Arm Neoverse N1, and cores with two vector units like it: Cortex-A76 to A78, N2.
//!
//! Nobody has measured it yet: the instructions that one block step runs, as traced under
//! qemu, by the scheduling model of LLVM 19, `llvm-mca -mcpu=neoverse-n1`.

use crate::costs::table::table;

table! {
    NEOVERSE_N1 = "Arm Neoverse N1", |_| false; "llvm-mca 19 of the instructions that a block step runs";
    Md5 {
        Neon: 8 in 2 => 847;
        Portable: 1 in 1 => 294, 2 in 2 => 457, 3 in 3 => 544;
    }
    Sha1 {
        Sha2: 1 in 1 => 123, 2 in 2 => 146;
        Neon: 4 in 1 => 746;
        Portable: 1 in 1 => 401;
    }
    Sha256 {
        Sha2: 1 in 1 => 99, 2 in 2 => 116;
        Neon: 4 in 1 => 1527;
        Portable: 1 in 1 => 606;
    }
    Sha512 {
        Sha512: 1 in 1 => 244, 2 in 2 => 434;
        Neon: 2 in 1 => 1923;
        Portable: 1 in 1 => 770;
    }
    Sm3 {
        Neon: 4 in 1 => 1547;
        Portable: 1 in 1 => 685;
    }
    Keccak {
        Sha512: 2 in 1 => 1045, 1 in 1 => 990;
        Neon: 2 in 1 => 2264;
        Portable: 1 in 1 => 1037;
    }
    Blake2b {
        Neon: 2 in 1 => 990, 4 in 2 => 2089;
        Portable: 1 in 1 => 477;
    }
    Blake2s {
        Neon: 4 in 1 => 825, 8 in 2 => 1792;
        Portable: 1 in 1 => 397;
    }
    Blake3 {
        Neon: 4 in 1 => 660;
        Portable: 1 in 1 => 271;
    }
}
