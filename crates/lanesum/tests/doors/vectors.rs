//! Published vectors, through every front door for one and for many messages.

use lanesum::Algorithm::{
    Blake3, Keccak256, Md5, Sha1, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512,
    Sha512_224, Sha512_256, Shake128, Shake256, Sm3,
};
use lanesum::{Algorithm, Hasher, hash, hash_many, par_hash_many};

const ABC: &str = "abc";
/// FIPS 180-2, appendices A.2 and B.2.
const TWO_BLOCKS: &str = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
/// FIPS 180-2, appendix C.2.
const TWO_LONG_BLOCKS: &str = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
/// GB/T 32905-2016, appendix A.2.
const SIXTEEN_ABCD: &str = "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd";

#[rustfmt::skip]
const VECTORS: &[(Algorithm, &str, &str)] = &[
    // RFC 1321, A.5.
    (Md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
    (Md5, "a", "0cc175b9c0f1b6a831c399e269772661"),
    (Md5, ABC, "900150983cd24fb0d6963f7d28e17f72"),
    (Md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (Md5, "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (Md5, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (Md5, "12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955ac49da2e2107b67a"),
    // FIPS 180 and NIST's example values.
    (Sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    (Sha1, ABC, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (Sha1, TWO_BLOCKS, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (Sha224, "", "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"),
    (Sha224, ABC, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (Sha224, TWO_BLOCKS, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"),
    (Sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (Sha256, ABC, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (Sha256, TWO_BLOCKS, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (Sha384, "", "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"),
    (Sha384, ABC, "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"),
    (Sha384, TWO_LONG_BLOCKS, "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"),
    (Sha512, "", "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"),
    (Sha512, ABC, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"),
    (Sha512, TWO_LONG_BLOCKS, "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"),
    (Sha512_224, ABC, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    (Sha512_224, TWO_LONG_BLOCKS, "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"),
    (Sha512_256, ABC, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (Sha512_256, TWO_LONG_BLOCKS, "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"),
    // FIPS 202: NIST's example values of the empty message.
    (Sha3_224, "", "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"),
    (Sha3_224, ABC, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"),
    (Sha3_256, "", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"),
    (Sha3_256, ABC, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
    (Sha3_384, "", "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004"),
    (Sha3_384, ABC, "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"),
    (Sha3_512, "", "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26"),
    (Sha3_512, ABC, "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"),
    (Shake128, "", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
    (Shake256, "", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be"),
    // The Keccak team's ShortMsgKAT_256.txt; Ethereum's hash of no code.
    (Keccak256, "", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    (Keccak256, ABC, "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    // GB/T 32905-2016, appendix A.
    (Sm3, ABC, "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"),
    (Sm3, SIXTEEN_ABCD, "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"),
    // Appendix A of draft-aumasson-blake3-00; b3sum says the same.
    (Blake3, "", "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
    (Blake3, ABC, "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"),
];

/// Whether another test has the published vectors: of BLAKE2, the hashes on AES
/// rounds, and the checksums and fast hashes.
fn is_published_elsewhere(algorithm: Algorithm) -> bool {
    use Algorithm::{Blake2b, Blake2bp, Blake2s, Blake2sp, LeMac, NabHash};
    matches!(algorithm, Blake2b(_) | Blake2s(_) | Blake2bp(_) | Blake2sp(_) | LeMac | NabHash)
        || algorithm.kernels().is_empty()
}

#[test]
fn published() {
    for &(algorithm, message, expected) in VECTORS {
        assert_eq!(hash(algorithm, message.as_bytes()).to_string(), expected, "{algorithm} {message:?}");
        let mut hasher = Hasher::new(algorithm);
        for byte in message.bytes() {
            hasher.update(&[byte]);
        }
        assert_eq!(hasher.finalize().to_string(), expected, "{algorithm} {message:?}");
    }
    for algorithm in Algorithm::ALL {
        let of_it: Vec<_> = VECTORS.iter().filter(|v| v.0 == algorithm).cycle().take(100).collect();
        assert!(
            !of_it.is_empty() || is_published_elsewhere(algorithm),
            "{algorithm} has no vectors: add them"
        );
        let messages: Vec<_> = of_it.iter().map(|v| v.1).collect();
        for digests in [hash_many(algorithm, &messages), par_hash_many(algorithm, &messages)] {
            for (digest, vector) in digests.iter().zip(&of_it) {
                assert_eq!(digest.to_string(), vector.2, "{algorithm} {:?} of many", vector.1);
            }
        }
    }
}

/// A million times `a`: RFC 1321 has none, FIPS 180-2 has the others.
#[test]
fn a_million_a() {
    let message = vec![b'a'; 1_000_000];
    for (algorithm, expected) in [
        (Md5, "7707d6ae4e027c70eea2a935c2296f21"),
        (Sha1, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        (Sha224, "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
        (Sha256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        (
            Sha512,
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31b\
             eb009c5c2c49aa2e4eadb217ad8cc09b",
        ),
    ] {
        assert_eq!(hash(algorithm, &message).to_string(), expected, "{algorithm}");
        assert_eq!(
            hash_many(algorithm, &[&message[..], b""])[0].to_string(),
            expected,
            "{algorithm} in lanes"
        );
    }
}
