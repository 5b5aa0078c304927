//! What works on all cores works where the system has no thread to give: a process of its own, in
//! which no thread gets a stack.

use lanesum::bao::Format;
use lanesum::{Algorithm, blake3, hash, hash_many, par_hash, par_hash_many};
use std::env;
use std::process::Command;

/// How large stacks of threads are.
const STACK: &str = "RUST_MIN_STACK";

fn main() {
    if env::var_os(STACK).is_none() {
        // More than there are addresses.
        let status = Command::new(env::current_exe().unwrap()).env(STACK, (1_u64 << 56).to_string()).status();
        assert!(status.unwrap().success());
        println!("test result: ok. 1 passed; 0 failed");
        return;
    }
    assert!(std::thread::Builder::new().spawn(|| ()).is_err(), "there are threads");
    let message: Vec<u8> = (0..4 << 20).map(|i: usize| ((i * i) >> 7) as u8).collect();
    // The second time as the first.
    for _ in 0..2 {
        for algorithm in Algorithm::ALL {
            assert_eq!(par_hash(algorithm, &message), hash(algorithm, &message), "{algorithm}");
        }
        let messages: Vec<&[u8]> = message.chunks(5000).collect();
        assert_eq!(par_hash_many(Algorithm::Md5, &messages), hash_many(Algorithm::Md5, &messages));
        let mut hasher = blake3::Hasher::new();
        hasher.par_update(&message);
        assert_eq!(hasher.finalize(), blake3::hash(&message));
        let (hash, encoding) = Format::BAO.par_encode(&message);
        assert_eq!(Format::BAO.encode(&message), (hash, encoding.clone()));
        assert_eq!(Format::BAO.par_decode(&hash, &encoding).unwrap(), message);
        let (_, outboard) = Format::BAO.par_outboard(&message);
        let len = Format::BAO.par_verify_at(&hash, &&outboard[..], &&message[..]).unwrap();
        assert_eq!(len, message.len() as u64);
    }
}
