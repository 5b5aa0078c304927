//! Keys, contexts, lengths and positions: what an algorithm can be told.

use crate::support::{ABC_B3, Place};
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::blake3::{Hasher, KEY_LEN};

const KEY: &[u8; KEY_LEN] = b"whats the Elvish word for friend";

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// BLAKE3's output from `seek` on.
fn output(hasher: &Hasher, seek: u64, len: usize) -> String {
    let mut bytes = vec![0; len];
    let mut reader = hasher.finalize_xof();
    reader.set_position(seek);
    reader.fill(&mut bytes);
    hex(bytes)
}

/// A message that is read in one piece, one that is read in several, one that
/// is shared out, and one on a pipe.
#[test]
fn blake3() {
    let place = Place::new();
    place.file("key", KEY);
    for len in [3, 1 << 20, (5 << 20) + 77] {
        let message: Vec<u8> = (0..len).map(|i: usize| (i * 7 + (i >> 10)) as u8).collect();
        place.file("m", &message);
        let keyed = Hasher::new_keyed(KEY).update(&message).clone();
        let derived = Hasher::new_derive_key("lanesum 2026 test").update(&message).clone();
        let plain = Hasher::new().update(&message).clone();
        for (args, expected) in [
            (&["--key-file", "key"][..], output(&keyed, 0, 32)),
            (&["--derive-key", "lanesum 2026 test"], output(&derived, 0, 32)),
            (&["-l", "1048"], output(&plain, 0, 131)),
            (&["--length", "524288", "--seek", "1"], output(&plain, 1, 65536)),
            (&["--key-file", "key", "--seek", "18446744073709551583"], output(&keyed, u64::MAX - 32, 32)),
            (&["--length", "8", "--derive-key", "lanesum 2026 test"], output(&derived, 0, 1)),
        ] {
            let hash = [&["hash", "--untagged"], args].concat();
            for threads in ["-j1", "-j3"] {
                place.run(&[&hash[..], &[threads, "m"]].concat()).says(format!("{expected}  m\n"));
            }
            place.run_with(&hash, &message).says(format!("{expected}  -\n"));
            let quoted: Vec<_> = hash.iter().map(|arg| format!("'{arg}'")).collect();
            place.shell(&format!("cat m | $L {} -", quoted.join(" "))).says(format!("{expected}  -\n"));
        }
    }
}

#[test]
fn blake2() {
    let place = Place::new();
    place.file("m", "abc").file("key", &KEY[..20]);
    let key = &KEY[..20];
    let b = blake2b::hash(&blake2b::Params::new().key(key).unwrap(), b"abc");
    let s = blake2s::hash(&blake2s::Params::new().key(key).unwrap(), b"abc");
    let bp = blake2bp::hash(&blake2bp::Params::new().key(key).unwrap(), b"abc");
    let sp = blake2sp::hash(&blake2sp::Params::new().key(key).unwrap(), b"abc");
    place
        .run(&["hash", "-a", "blake2b,blake2s,blake2bp,blake2sp", "--key-file", "key", "--tag", "m"])
        .says(format!("# lanesum: check with --key-file\nBLAKE2b (m) = {b}\nBLAKE2s (m) = {s}\nBLAKE2bp (m) = {bp}\nBLAKE2sp (m) = {sp}\n"));
    let params = blake2b::Params::new().digest_len(20).unwrap().key(key).unwrap();
    let b = blake2b::hash(&params, b"abc");
    place
        .run(&["hash", "-a", "blake2b", "-l", "160", "--key-file", "key", "--tag", "m"])
        .says(format!("# lanesum: check with --key-file\nBLAKE2b-160 (m) = {b}\n"));
    // With plain ones in the same lanes.
    let plain = lanesum::hash("blake2b-160".parse::<lanesum::Algorithm>().unwrap(), b"abc");
    place
        .run(&["hash", "-a", "blake2b", "--length", "160", "m", "m"])
        .says(format!("BLAKE2b-160 (m) = {plain}\nBLAKE2b-160 (m) = {plain}\n"));
}

#[test]
fn names_say_other_lengths() {
    let place = Place::new();
    place.file("a", "abc");
    let long = output(Hasher::new().update(b"abc"), 0, 64);
    place.run(&["hash", "--tag", "a"]).says(format!("BLAKE3 (a) = {ABC_B3}\n"));
    place.run(&["hash", "--tag", "-l", "512", "a"]).says(format!("BLAKE3-512 (a) = {long}\n"));
    let ran = place.run(&["hash", "--json", "-l", "512", "a"]);
    let record: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(record["digests"]["blake3-512"], long);
}

/// SHAKE's output goes on as BLAKE3's does, and a line says its length.
#[test]
fn shake_of_any_length() {
    let place = Place::new();
    place.file("a", "abc");
    // FIPS 202: OpenSSL's `dgst -shake128 -xoflen 48`.
    let long =
        "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc844c50af32acd3f2cdd066568706f509b";
    let line = format!("SHAKE128-384 (a) = {long}\n");
    place.run(&["hash", "-a", "shake128", "--tag", "-l", "384", "a"]).says(&line);
    place.file("m", &line);
    place.run(&["check", "m"]).says("a: OK\n");
    place.file("m", line.replace("-384", "-392"));
    assert_eq!(place.run(&["check", "m"]).code, Some(1), "the digest has 384 bits");
    place
        .run(&["hash", "--untagged", "-a", "shake256", "-l", "64", "a"])
        .says(format!("{}  a\n", "483366601360a877"));
}

#[test]
fn a_key_on_standard_input() {
    let place = Place::new();
    place.file("m", "abc");
    let expected = output(Hasher::new_keyed(KEY).update(b"abc"), 0, 32);
    place.run_with(&["hash", "--untagged", "--key-file", "-", "m"], KEY).says(format!("{expected}  m\n"));
    for args in [&["hash", "--key-file", "-"][..], &["hash", "--key-file", "-", "m", "-"]] {
        place.run_with(args, KEY).is_wrong_usage("standard input has the key");
    }
}

#[test]
fn keys_that_are_none() {
    let place = Place::new();
    place.file("short", "abc").file("long", [7; 65]).file("empty", "");
    let wrong = |algorithm: &str, key: &str, what: &str| {
        place
            .run(&["hash", "-a", algorithm, "--key-file", key, "short"])
            .fails("", format!("lanesum: {key}: {what}\n"));
    };
    for key in ["short", "long", "empty"] {
        wrong("blake3", key, "a key of blake3 has 32 bytes");
    }
    for key in ["long", "empty"] {
        wrong("blake2b", key, "a key of blake2b has 1 to 64 bytes");
        wrong("blake2sp", key, "a key of blake2sp has 1 to 32 bytes");
    }
    wrong("blake3", "nope", "No such file or directory");
    wrong("blake3", ".", "Is a directory");
}

#[test]
fn what_does_not_go_together() {
    let place = Place::new();
    place.file("key", KEY);
    for (args, part) in [
        (&["--length", "12"][..], "12 is not a multiple of 8"),
        (&["--length", "0"], "0 is not a multiple of 8"),
        (&["--length", "524296"], "is more than 524288"),
        (&["--length", "256", "-a", "sha512"], "sha512 has 512 bits"),
        (&["--length", "520", "-a", "blake2b"], "blake2b has at most 512 bits"),
        (&["--length", "264", "-a", "blake2sp"], "blake2sp has at most 256 bits"),
        (&["--length", "128", "-a", "blake2b-256"], "blake2b-256 has 256 bits"),
        (&["--key-file", "key", "-a", "blake3,md5"], "md5 takes no key"),
        (&["--key-file", "key", "--derive-key", "x"], "cannot be used with"),
        (&["--derive-key", "x", "-a", "blake2b"], "--derive-key is for blake3"),
        (&["--seek", "1", "-a", "sha256"], "--seek is for blake3"),
        (&["--seek", "18446744073709551600"], "the output ends before that"),
    ] {
        place.run(&[&["hash"], args, &["key"]].concat()).is_wrong_usage(part);
    }
    // The length that it has is no other one.
    place
        .run(&["hash", "-a", "sha256", "--length", "256", "/dev/null"])
        .says(format!("{}  /dev/null\n", crate::support::EMPTY_SHA256));
}

/// LeMac's key; without one it is sixteen zeros.
#[test]
fn lemac_has_a_key() {
    let place = Place::new();
    place
        .file("m", "message")
        .file("zeros", "\0".repeat(16))
        .file("key", "sixteen byte key")
        .file("short", "key");
    let hash = |key: &[u8; 16]| lanesum::lemac::LeMac::new(key, &[0; 16]).hash(b"message");
    let line = |key| format!("{}  m\n", hash(key));
    place.run(&["hash", "--untagged", "-a", "lemac", "m"]).says(line(&[0; 16]));
    place.run(&["hash", "--untagged", "-a", "lemac", "--key-file", "zeros", "m"]).says(line(&[0; 16]));
    place
        .run(&["hash", "--untagged", "-a", "lemac", "--key-file", "key", "m"])
        .says(line(b"sixteen byte key"));
    let ran = place.run(&["hash", "--untagged", "-a", "lemac", "--key-file", "short", "m"]);
    ran.fails("", "lanesum: short: a key of lemac has 16 bytes\n");
}
