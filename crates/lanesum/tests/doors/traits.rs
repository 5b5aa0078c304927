//! RustCrypto's traits, held to RustCrypto's own tests and vectors.

mod extended;
mod generic;
mod hmac;
mod keyed;
mod oid;
mod vectors;

/// Bytes that do not repeat within a block.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 11 + i / 253) as u8).collect()
}

/// `for_each_hash!(callback)`: `callback!(our type, RustCrypto's)`, for the hashes
/// of the crates that are tested against.
macro_rules! for_each_hash {
    ($callback:ident) => {
        $callback!(lanesum::Md5, md5::Md5);
        $callback!(lanesum::Sha1, sha1::Sha1);
        $callback!(lanesum::Sha224, sha2::Sha224);
        $callback!(lanesum::Sha256, sha2::Sha256);
        $callback!(lanesum::Sha384, sha2::Sha384);
        $callback!(lanesum::Sha512, sha2::Sha512);
        $callback!(lanesum::Sha512_224, sha2::Sha512_224);
        $callback!(lanesum::Sha512_256, sha2::Sha512_256);
        $callback!(lanesum::Sm3, sm3::Sm3);
    };
}
use for_each_hash;
