//! NEON, and the tokens of the ARMv8 SHA instructions.

pub(crate) mod aes;

use super::table::{isa, transpose32, transpose64, vector};
use core::arch::aarch64::*;

/// Asks the system through the standard library; without it, what the target
/// was compiled for.
macro_rules! detected {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::arch::is_aarch64_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}
pub(crate) use detected;

isa! {
    /// NEON, which every AArch64 CPU has.
    Neon: Neon, target_feature(enable = "neon"), true
}
isa! {
    /// The SHA-1 and SHA-256 instructions.
    Sha2: Sha2, target_feature(enable = "neon,sha2"), detected!("sha2")
}
isa! {
    /// The SHA-512 and SHA-3 instructions, which Rust has under one name.
    Sha512: Sha512, target_feature(enable = "neon,sha2,sha3"), detected!("sha3")
}

vector! {
    #[target_feature(enable = "neon")] Neon => U32x4(uint32x4_t; u32, 4, 1)
    operators {
        Add::add(x, y) = vaddq_u32(x, y);
        Sub::sub(x, y) = vsubq_u32(x, y);
        BitAnd::bitand(x, y) = vandq_u32(x, y);
        BitOr::bitor(x, y) = vorrq_u32(x, y);
        BitXor::bitxor(x, y) = veorq_u32(x, y);
    }
    methods {
        rotl(x; n) = match n {
            16 => vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x))),
            _ => vorrq_u32(
                vshlq_u32(x, vdupq_n_s32(n as i32)),
                vshlq_u32(x, vdupq_n_s32(n as i32 - 32)),
            ),
        };
        shr(x; n) = vshlq_u32(x, vdupq_n_s32(-(n as i32)));
        swap_bytes(x) = vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x)));
        select(x, y, z) = vbslq_u32(x, y, z);
    }
    private {
        zip_lo32(x, y) = vzip1q_u32(x, y);
        zip_hi32(x, y) = vzip2q_u32(x, y);
        zip_lo64(x, y) = vreinterpretq_u32_u64(
            vzip1q_u64(vreinterpretq_u64_u32(x), vreinterpretq_u64_u32(y)),
        );
        zip_hi64(x, y) = vreinterpretq_u32_u64(
            vzip2q_u64(vreinterpretq_u64_u32(x), vreinterpretq_u64_u32(y)),
        );
    }
    not(x) = vmvnq_u32(x);
    splat(x) = vdupq_n_u32(x);
    pin in vreg;
    row(p) = vreinterpretq_u32_u8(vld1q_u8(p[0]));
    unrows(x, p) = vst1q_u8(p[0], vreinterpretq_u8_u32(x[0]));
    load = vld1q_u32 as u32;
    store = vst1q_u32 as u32;
}
transpose32!(U32x4);

/// The table of 64-bit words, which NEON and the SHA-3 instructions share but for
/// the logic of three inputs. The rest of those LLVM finds: `eor3`, `rax1`, `xar`.
macro_rules! vector64 {
    (#[$features:meta] $isa:ident => $v64:ident { $($three:tt)* }) => {
        vector! {
            #[$features] $isa => $v64(uint64x2_t; u64, 2, 1)
            operators {
                Add::add(x, y) = vaddq_u64(x, y);
                Sub::sub(x, y) = vsubq_u64(x, y);
                BitAnd::bitand(x, y) = vandq_u64(x, y);
                BitOr::bitor(x, y) = vorrq_u64(x, y);
                BitXor::bitxor(x, y) = veorq_u64(x, y);
            }
            methods {
                rotl(x; n) = vorrq_u64(
                    vshlq_u64(x, vdupq_n_s64(n as i64)),
                    vshlq_u64(x, vdupq_n_s64(n as i64 - 64)),
                );
                shr(x; n) = vshlq_u64(x, vdupq_n_s64(-(n as i64)));
                swap_bytes(x) = vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x)));
                select(x, y, z) = vbslq_u64(x, y, z);
                $($three)*
            }
            private {
                zip_lo64(x, y) = vzip1q_u64(x, y);
                zip_hi64(x, y) = vzip2q_u64(x, y);
            }
            not(x) = vreinterpretq_u64_u8(vmvnq_u8(vreinterpretq_u8_u64(x)));
            splat(x) = vdupq_n_u64(x);
            pin in vreg;
            row(p) = vreinterpretq_u64_u8(vld1q_u8(p[0]));
            unrows(x, p) = vst1q_u8(p[0], vreinterpretq_u8_u64(x[0]));
            load = vld1q_u64 as u64;
            store = vst1q_u64 as u64;
        }
        transpose64!($v64);
    };
}

vector64! {
    #[target_feature(enable = "neon")] Neon => U64x2 {}
}
vector64! {
    #[target_feature(enable = "neon,sha3")] Sha512 => Sha3U64x2 {
        xor_and_not(x, y, z) = vbcaxq_u64(x, z, y);
    }
}
