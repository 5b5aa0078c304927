//! The checksums that are numbers.

use super::hash::Hash;

pub(super) struct Number {
    hash: Hash,
    sum: u32,
    len: u64,
}

impl Number {
    pub(super) fn new(hash: Hash) -> Self {
        Self { hash, sum: if hash == Hash::Crc32b { !0 } else { 0 }, len: 0 }
    }

    pub(super) fn update(&mut self, piece: &[u8]) {
        self.len += piece.len() as u64;
        for &b in piece {
            self.sum = match self.hash {
                Hash::Bsd => ((self.sum >> 1) + ((self.sum & 1) << 15) + u32::from(b)) & 0xffff,
                Hash::Sysv => self.sum.wrapping_add(u32::from(b)),
                Hash::Crc32b => (0..8)
                    .fold(self.sum ^ u32::from(b), |c, _| (c >> 1) ^ (0xedb8_8320 & (c & 1).wrapping_neg())),
                _ => crc(self.sum, b),
            };
        }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        match self.hash {
            Hash::Bsd => (self.sum as u16).to_be_bytes().to_vec(),
            Hash::Sysv => {
                let r = (self.sum & 0xffff) + (self.sum >> 16);
                (((r & 0xffff) + (r >> 16)) as u16).to_be_bytes().to_vec()
            }
            Hash::Crc32b => (!self.sum).to_be_bytes().to_vec(),
            _ => {
                let (mut sum, mut len) = (self.sum, self.len);
                while len > 0 {
                    sum = crc(sum, len as u8);
                    len >>= 8;
                }
                (!sum).to_be_bytes().to_vec()
            }
        }
    }
}

fn crc(sum: u32, b: u8) -> u32 {
    (0..8).fold(sum ^ u32::from(b) << 24, |c, _| (c << 1) ^ (0x04c1_1db7 & (c >> 31).wrapping_neg()))
}
