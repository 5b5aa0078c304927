//! Arm Neoverse V2, and cores with four vector units like it: V1, Cortex-X.
//!
//! Nobody has measured it yet: the instructions that one block step runs, as traced under
//! qemu, by the scheduling model of LLVM 19, `llvm-mca -mcpu=neoverse-v2`. Of its vector
//! units one has the SHA-3 instructions.

use crate::costs::table::table;

table! {
    NEOVERSE_V2 = "Arm Neoverse V2", |_| false; "llvm-mca 19 of the instructions that a block step runs";
    Md5 {
        Neon: 8 in 2 => 845;
        Portable: 1 in 1 => 294, 2 in 2 => 333, 3 in 3 => 298;
    }
    Sha1 {
        Sha2: 1 in 1 => 123, 2 in 2 => 144;
        Neon: 4 in 1 => 652;
        Portable: 1 in 1 => 202;
    }
    Sha256 {
        Sha2: 1 in 1 => 99, 2 in 2 => 114;
        Neon: 4 in 1 => 970;
        Portable: 1 in 1 => 322;
    }
    Sha512 {
        Sha512: 1 in 1 => 243, 2 in 2 => 300;
        Neon: 2 in 1 => 1244;
        Portable: 1 in 1 => 403;
    }
    Sm3 {
        Neon: 4 in 1 => 1430;
        Portable: 1 in 1 => 449;
    }
    Keccak {
        Sha512: 2 in 1 => 1585, 1 in 1 => 1612;
        Neon: 2 in 1 => 1226;
        Portable: 1 in 1 => 524;
    }
    Blake2b {
        Neon: 2 in 1 => 872, 4 in 2 => 1057;
        Portable: 1 in 1 => 291;
    }
    Blake2s {
        Neon: 4 in 1 => 728, 8 in 2 => 911;
        Portable: 1 in 1 => 243;
    }
    Blake3 {
        Neon: 4 in 1 => 507;
        Portable: 1 in 1 => 170;
    }
}
