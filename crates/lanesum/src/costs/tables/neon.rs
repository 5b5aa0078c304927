//! Any AArch64 core. All is estimated: from latencies, and from AMD's cores.

use crate::costs::table::table;

table! {
    NEON = "any AArch64 core"; "estimated from latencies, and from AMD's cores";
    Md5 {
        Neon: 8 in 2 => 640;
        Portable: 1 in 1 => 282, 2 in 2 => 285, 3 in 3 => 307;
    }
    Sha1 {
        Sha2: 1 in 1 => 90, 2 in 2 => 100;
        Neon: 4 in 1 => 450;
        Portable: 1 in 1 => 380;
    }
    Sha256 {
        Sha2: 1 in 1 => 90, 2 in 2 => 110;
        Neon: 4 in 1 => 1000;
        Portable: 1 in 1 => 650;
    }
    Sha512 {
        Sha512: 1 in 1 => 330, 2 in 2 => 400;
        Neon: 2 in 1 => 1250;
        Portable: 1 in 1 => 650;
    }
    Sm3 {
        Neon: 4 in 1 => 1000;
        Portable: 1 in 1 => 581;
    }
    Keccak {
        Sha512: 1 in 1 => 850, 2 in 1 => 850;
        Neon: 2 in 1 => 1400;
        Portable: 1 in 1 => 1111;
    }
    Blake2b {
        Neon: 2 in 1 => 704, 4 in 2 => 850;
        Portable: 1 in 1 => 351;
    }
    Blake2s {
        Neon: 4 in 1 => 741, 8 in 2 => 900;
        Portable: 1 in 1 => 294;
    }
    Blake3 {
        Neon: 4 in 1 => 450;
        Portable: 1 in 1 => 300;
    }
}
