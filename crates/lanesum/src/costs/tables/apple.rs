//! Apple's cores.
//!
//! Nobody has measured them yet: the instructions that one block step runs, as traced
//! under qemu, by a scheduling model of LLVM 19. For all of Apple's cores it has Cyclone's
//! (`llvm-mca -mcpu=apple-m1`), of 2013: vectors by that, and scalar instructions, of
//! which later cores begin many more in a cycle, by `-mcpu=neoverse-v2`.

use crate::costs::table::table;

table! {
    APPLE = "Apple", |_| false; "llvm-mca 19 of the instructions that a block step runs, vectors as on Cyclone, scalars as on Neoverse V2";
    Md5 {
        Neon: 8 in 2 => 785;
        Portable: 1 in 1 => 294, 2 in 2 => 333, 3 in 3 => 298;
    }
    Sha1 {
        Sha2: 1 in 1 => 163, 2 in 2 => 150;
        Neon: 4 in 1 => 565;
        Portable: 1 in 1 => 202;
    }
    Sha256 {
        Sha2: 1 in 1 => 131, 2 in 2 => 131;
        Neon: 4 in 1 => 981;
        Portable: 1 in 1 => 322;
    }
    Sha512 {
        Sha512: 1 in 1 => 243, 2 in 2 => 289;
        Neon: 2 in 1 => 1236;
        Portable: 1 in 1 => 403;
    }
    Sm3 {
        Neon: 4 in 1 => 1285;
        Portable: 1 in 1 => 449;
    }
    Keccak {
        Sha512: 2 in 1 => 604, 1 in 1 => 614;
        Neon: 2 in 1 => 1371;
        Portable: 1 in 1 => 524;
    }
    Blake2b {
        Neon: 2 in 1 => 944, 4 in 2 => 1137;
        Portable: 1 in 1 => 291;
    }
    Blake2s {
        Neon: 4 in 1 => 715, 8 in 2 => 971;
        Portable: 1 in 1 => 243;
    }
    Blake3 {
        Neon: 4 in 1 => 466;
        Portable: 1 in 1 => 170;
    }
}
