//! Published vectors.

use lanesum::blake2::{blake2b, blake2bp, blake2s};

/// The messages of the known answers: 00 01 02 ...
fn counting(len: usize) -> Vec<u8> {
    (0..len).map(|i| i as u8).collect()
}

/// RFC 7693, appendix E: a hash of hashes over lengths, keys and digest lengths.
#[test]
fn self_test_of_the_rfc() {
    fn sequence(len: usize, seed: u32) -> Vec<u8> {
        let (mut a, mut b) = (0xdead4bad_u32.wrapping_mul(seed), 1_u32);
        let mut next = || {
            (a, b) = (b, a.wrapping_add(b));
            (b >> 24) as u8
        };
        (0..len).map(|_| next()).collect()
    }
    let mut all = blake2b::State::new(&blake2b::Params::new().digest_len(32).unwrap());
    for digest_len in [20, 32, 48, 64] {
        for len in [0, 3, 128, 129, 255, 1024] {
            let (message, key) = (sequence(len, len as u32), sequence(digest_len, digest_len as u32));
            let params = blake2b::Params::new().digest_len(digest_len).unwrap();
            all.update(blake2b::hash(&params, &message).as_bytes());
            all.update(blake2b::hash(&params.key(&key).unwrap(), &message).as_bytes());
        }
    }
    let expected = "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475";
    assert_eq!(all.finalize().to_string(), expected);

    let mut all = blake2s::State::default();
    for digest_len in [16, 20, 28, 32] {
        for len in [0, 3, 64, 65, 255, 1024] {
            let (message, key) = (sequence(len, len as u32), sequence(digest_len, digest_len as u32));
            let params = blake2s::Params::new().digest_len(digest_len).unwrap();
            all.update(blake2s::hash(&params, &message).as_bytes());
            all.update(blake2s::hash(&params.key(&key).unwrap(), &message).as_bytes());
        }
    }
    let expected = "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe";
    assert_eq!(all.finalize().to_string(), expected);
}

/// The known answers of the BLAKE2 package: a key 00 01 .., messages 00 01 ..
#[test]
fn known_answers() {
    let key = counting(64);
    let blake2b = blake2b::Params::new().key(&key).unwrap();
    let blake2bp = blake2bp::Params::new().key(&key).unwrap();
    for (digest, expected) in [
        (
            blake2b::hash(&blake2b, b""),
            "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786\
             b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568",
        ),
        (
            blake2b::hash(&blake2b, &[0]),
            "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4\
             187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd",
        ),
        (
            blake2bp::hash(&blake2bp, b""),
            "9d9461073e4eb640a255357b839f394b838c6ff57c9b686a3f76107c1066728f\
             3c9956bd785cbc3bf79dc2ab578c5a0c063b9d9c405848de1dbe821cd05c940a",
        ),
        (
            blake2bp::hash(&blake2bp, &[0]),
            "ff8e90a37b94623932c59f7559f26035029c376732cb14d41602001cbb73adb7\
             9293a2dbda5f60703025144d158e2735529596251c73c0345ca6fccb1fb1e97e",
        ),
        (
            blake2bp::hash(&blake2bp, &counting(33)),
            "158e2570d084a4869d969343c010860717ff74116188175f2ed74cd578fa0d80\
             91b03fad0c65cf59ab91dd73b37fe3f58a58e7b4479c875acd63ec525812353f",
        ),
    ] {
        assert_eq!(digest.to_string(), expected);
    }
}
