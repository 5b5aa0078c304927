use super::*;
use alloc::vec::Vec;

const ALL: [Crc; 4] = [Crc::IsoHdlc, Crc::Castagnoli, Crc::Nvme, Crc::Posix];

/// How a message is added to.
type Way = fn(Crc, Register, &[u8]) -> Register;

/// All on this CPU.
fn ways() -> Vec<Way> {
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "one more on x86-64"))]
    let mut ways: Vec<Way> = alloc::vec![table::update, Crc::update];
    #[cfg(target_arch = "x86_64")]
    if x86_64::update(Crc::Posix, 0, &[]).is_some() {
        // SAFETY: this CPU has the features.
        #[allow(unsafe_code, reason = "calls functions compiled for an ISA")]
        ways.push(|crc, register, bytes| unsafe { x86_64::pclmulqdq(crc, register, bytes) });
        // Where vectors are wider CRC-32C does without its instruction.
        #[allow(unsafe_code, reason = "calls functions compiled for an ISA")]
        ways.push(|crc, register, mut bytes| match crc {
            // SAFETY: a CPU with the others has it.
            Crc::Castagnoli => unsafe {
                let register = x86_64::in_three::<1024>(register, &mut bytes);
                let register = x86_64::in_three::<128>(register, &mut bytes);
                crc.update(register, bytes)
            },
            _ => crc.update(register, bytes),
        });
    }
    ways
}

/// What the definition says: the bits one by one.
fn bit_by_bit(crc: Crc, bytes: &[u8]) -> u64 {
    let (polynomial, width, reflected): (u64, u32, bool) = match crc {
        Crc::IsoHdlc => (0x04c1_1db7, 32, true),
        Crc::Castagnoli => (0x1edc_6f41, 32, true),
        Crc::Nvme => (0xad93_d235_94c9_3659, 64, true),
        Crc::Posix => (0x04c1_1db7, 32, false),
    };
    let ones = u64::MAX >> (64 - width);
    let mut rest = if crc == Crc::Posix { 0 } else { ones };
    for &byte in bytes {
        let byte = if reflected { byte.reverse_bits() } else { byte };
        rest ^= u64::from(byte) << (width - 8);
        for _ in 0..8 {
            let carry = rest >> (width - 1) & 1 == 1;
            rest = rest << 1 & ones;
            if carry {
                rest ^= polynomial;
            }
        }
    }
    ones ^ if reflected { rest.reverse_bits() >> (64 - width) } else { rest }
}

fn message(len: usize) -> Vec<u8> {
    let mut x = 1u32;
    let next = |_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x >> 24) as u8
    };
    (0..len).map(next).collect()
}

/// Every length at which a way turns to another loop, from every place in a word.
#[test]
fn every_length() {
    let bytes = message(8000);
    for crc in ALL {
        for (n, way) in ways().into_iter().enumerate() {
            for len in
                (0..600).chain([767, 768, 1023, 1024, 1100, 1190, 3071, 3072, 3073, 3456, 6143, 6144, 7000])
            {
                let at = len % 9;
                let part = &bytes[at..at + len];
                assert_eq!(crc.end(way(crc, crc.start(), part)), bit_by_bit(crc, part), "{crc:?} {n} {len}");
            }
        }
    }
}

/// A message in two pieces, cut anywhere.
#[test]
fn in_pieces() {
    let bytes = message(700);
    for crc in ALL {
        let whole = bit_by_bit(crc, &bytes);
        for (n, way) in ways().into_iter().enumerate() {
            for cut in 0..=bytes.len() {
                let (a, b) = bytes.split_at(cut);
                assert_eq!(crc.end(way(crc, way(crc, crc.start(), a), b)), whole, "{crc:?} {n} {cut}");
            }
        }
    }
}

/// The catalogue's.
#[test]
fn check_values() {
    let check = |crc| hash(crc, b"123456789");
    assert_eq!(ALL.map(check), [0xcbf4_3926, 0xe306_9283, 0xae8b_1486_0a79_9888, 0x765e_7680]);
}
