//! aeshash on an ISA. A map hashes short keys, so there is nothing to choose
//! for each: the functions of the best ISA.

#![allow(clippy::vec_init_then_push, reason = "an architecture without AES pushes one kernel")]

use super::rounds::{self, Keys};
use crate::host::OnceBox;
use crate::isa::aes::Blocks;
use crate::isa::portable::Portable;
use crate::isa::portable::aes::Columns;
use crate::token::Token;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::aes::{Armv8Aes, B128};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::aes::{AesNi, B128, B128Vaes, Vaes};

/// The four functions on an ISA.
pub(crate) trait MapHashKernel: Send + Sync {
    fn go_amd64(&self, keys: &Keys, seed: u64, message: &[u8]) -> u64;
    fn go_amd64_word(&self, keys: &Keys, seed: u64, key: u64) -> u64;
    fn go_arm64(&self, keys: &Keys, seed: u64, message: &[u8]) -> u64;
    fn go_arm64_word(&self, keys: &Keys, seed: u64, key: u64) -> u64;
}

/// With vectors `V` of one block.
struct On<V: Blocks> {
    isa: V::Token,
    vector: PhantomData<fn() -> V>,
}

impl<V: Blocks + 'static> On<V> {
    fn boxed(isa: V::Token) -> Box<dyn MapHashKernel> {
        Box::new(Self { isa, vector: PhantomData })
    }
}

impl<V: Blocks> MapHashKernel for On<V> {
    fn go_amd64(&self, keys: &Keys, seed: u64, message: &[u8]) -> u64 {
        let isa = self.isa;
        isa.vectorize(
            #[inline(always)]
            move || rounds::go_amd64::<V>(isa, keys, seed, message),
        )
    }

    fn go_amd64_word(&self, keys: &Keys, seed: u64, key: u64) -> u64 {
        let isa = self.isa;
        isa.vectorize(
            #[inline(always)]
            move || rounds::go_amd64_word::<V>(isa, keys, seed, key),
        )
    }

    fn go_arm64(&self, keys: &Keys, seed: u64, message: &[u8]) -> u64 {
        let isa = self.isa;
        isa.vectorize(
            #[inline(always)]
            move || rounds::go_arm64::<V>(isa, keys, seed, message),
        )
    }

    fn go_arm64_word(&self, keys: &Keys, seed: u64, key: u64) -> u64 {
        let isa = self.isa;
        isa.vectorize(
            #[inline(always)]
            move || rounds::go_arm64_word::<V>(isa, keys, seed, key),
        )
    }
}

/// All there are on this CPU, the best one last.
fn list() -> Vec<Box<dyn MapHashKernel>> {
    let mut list = Vec::new();
    list.push(On::<Columns>::boxed(Portable));
    #[cfg(target_arch = "aarch64")]
    list.extend(Armv8Aes::detect().map(On::<B128>::boxed));
    #[cfg(target_arch = "x86_64")]
    {
        list.extend(AesNi::detect().map(On::<B128>::boxed));
        list.extend(Vaes::detect().map(On::<B128Vaes>::boxed));
    }
    list
}

/// The best one.
pub(crate) fn of_aeshash() -> &'static dyn MapHashKernel {
    static KERNEL: OnceBox<Box<dyn MapHashKernel>> = OnceBox::new();
    let portable = || On::<Columns>::boxed(Portable);
    &**KERNEL.get_or_init(|| Box::new(list().pop().unwrap_or_else(portable)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kernel, every length, against the reference.
    #[test]
    fn every_length() {
        let bytes: [u8; 128] = core::array::from_fn(|i| (i * 37 + 11) as u8);
        let mut keys = [[0; 16]; 8];
        keys.as_flattened_mut().copy_from_slice(&bytes);
        let message: Vec<u8> = (0..70_000).map(|i| ((i * 7) ^ (i / 251)) as u8).collect();
        for seed in [0, 0x0123_4567_89ab_cdef, u64::MAX] {
            for len in (0..=700).chain([4095, 4096, 4097, 65_535, 65_536, 65_537]) {
                let message = &message[..len];
                let amd64 = reference::go_amd64(&bytes, seed, message);
                let arm64 = reference::go_arm64(&bytes, seed, message);
                for (i, kernel) in list().iter().enumerate() {
                    assert_eq!(kernel.go_amd64(&keys, seed, message), amd64, "amd64, {i}, {len} bytes");
                    assert_eq!(kernel.go_arm64(&keys, seed, message), arm64, "arm64, {i}, {len} bytes");
                }
            }
        }
    }
}
