//! NABHash, 128 bits, one AES round per 16 bytes, by mengzhuo (the Go package `nabhash`).
//!
//! It has no specification but its code; this is what its amd64, arm64 and table implementations
//! compute. It is no protection against anything: see the collisions in the tests.

use crate::aes::{Block, round, xor};

const C: Block =
    [0x5a, 0x82, 0x79, 0x99, 0x6e, 0xd9, 0xeb, 0xa1, 0x8f, 0x1b, 0xbc, 0xdc, 0xca, 0x62, 0xc1, 0xd6];

/// NABHash of `message`.
pub fn nabhash(message: &[u8]) -> [u8; 16] {
    let mut length = [0; 16];
    length[..8].copy_from_slice(&(message.len() as u64).to_le_bytes());

    let mut padded = message.to_vec();
    padded.resize(message.len().next_multiple_of(64), 0);
    let mut x = [C; 4];
    for block in padded.as_chunks::<64>().0 {
        for i in 0..4 {
            x[i] = aesenc(x[i], block.as_chunks().0[i]);
        }
    }

    let [x0, x1, x2, x3] = x.map(|xi| xor(xi, length));
    let mut digest = aesenc(aesenc(x0, x1), aesenc(x2, x3));
    for _ in 0..3 {
        digest = aesenc(digest, digest);
    }
    digest
}

/// The AESENC of x86: the key enters after the round.
fn aesenc(x: Block, key: Block) -> Block {
    xor(round(x), key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by the Go package.
    #[test]
    fn short_messages() {
        for (message, digest) in [
            ("00", "741892770d81d644519a99a6bdfe072a"),
            ("0001", "95a85a5b60f29b9ec58569f92ebea60e"),
            ("000008", "4e3e54e8e3b0e245b50cb650721b3e47"),
            ("deadbeef", "9041d0d440fe93f69515b771619aa54c"),
            ("0000000ff1ce", "7e80664f949b119bdc9495cb0aebb335"),
            ("feedfacecafebeef", "f250d662ca498c671d5fba0883137b60"),
        ] {
            assert_eq!(hex::encode(nabhash(&hex::decode(message).unwrap())), digest, "{message}");
        }
    }

    /// Computed by the Go package.
    #[test]
    fn lengths() {
        for (len, digest) in [
            (0, "e99722eb55b3df5f307c5e8e549dd44a"),
            (15, "ed692e181391468fdb20334dbdd0b993"),
            (16, "33d0a8a7ef6bdca2174c5130bdaac8e5"),
            (17, "7f9963c09e0de21b2f9c399744825167"),
            (32, "daa414ed2d012d92b79a9cf6e21c2d5d"),
            (63, "0662429e009530315db0cf01888e5e98"),
            (64, "78a25edd8cd574ea63120b887b6fb383"),
            (65, "fa97804432019b26f2abd07762512809"),
            (128, "dc83b84b47db13269f5d67bcbd51c61f"),
            (255, "345da3239898017f12e3e104ccf68465"),
            (1000, "93a1b0cba35c39fc40285d159024a80f"),
            (4096, "05c339f56e2ddd96348ef73839b4b5fb"),
        ] {
            let message: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            assert_eq!(hex::encode(nabhash(&message)), digest, "{len} bytes");
        }
    }

    /// A difference in one 16-byte piece, after its round, is undone by one in another.
    #[test]
    fn collisions() {
        for (len, (byte, value), (other_byte, other_value), digest) in [
            (64, (16, 0xa8), (32, 0x01), "35535538dbd2df126718db4da5e9eaf2"),
            (48, (25, 0x01), (41, 0x08), "c2b6cbff1b2fd9474c09e6d0bf7260d1"),
        ] {
            let (mut message, mut other) = (vec![0; len], vec![0; len]);
            message[byte] = value;
            other[other_byte] = other_value;
            assert_ne!(message, other);
            assert_eq!(hex::encode(nabhash(&message)), digest);
            assert_eq!(hex::encode(nabhash(&other)), digest);
        }
    }
}
