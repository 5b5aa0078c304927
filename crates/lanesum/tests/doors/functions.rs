//! Functions that are told something, at every door, against the doors of their own
//! families.

use lanesum::blake2::{DigestLength, blake2b, blake2bp, blake2s, blake2sp};
use lanesum::blake3::{self, Mode};
use lanesum::lemac::LeMac;
use lanesum::sha3::Shake;
use lanesum::streams::Pool;
use lanesum::{
    Algorithm, Digest, Function, FunctionError, Hasher, Parameter, finalize_many, hash, hash_into, hash_many,
    hash_many_into, par_hash, par_hash_many, update_many,
};

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| ((i * 131) ^ (i >> 8)) as u8).collect()
}

const KEY: [u8; 32] = *b"thirty-two bytes, which are many";
const B: Algorithm = Algorithm::Blake2b(DigestLength::MAX);
const S: Algorithm = Algorithm::Blake2s(DigestLength::MAX);
const BP: Algorithm = Algorithm::Blake2bp(DigestLength::MAX);
const SP: Algorithm = Algorithm::Blake2sp(DigestLength::MAX);

/// A function, and the output that its family's own door has for a message.
type Case = (Function, Box<dyn Fn(&[u8]) -> Vec<u8>>);

fn cases() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let b3 = Function::new(Algorithm::Blake3);
    let xof = |mode: Mode, seek: u64, len: usize| {
        move |message: &[u8]| {
            let mut output = vec![0; len];
            let mut reader = blake3::Hasher::with_mode(mode).update(message).finalize_xof();
            reader.set_position(seek);
            reader.fill(&mut output);
            output
        }
    };
    let shake = |shake: fn() -> Shake, len: usize| {
        move |message: &[u8]| {
            let mut output = vec![0; len];
            shake().update(message).finalize_xof().fill(&mut output);
            output
        }
    };
    let lemac = LeMac::new(KEY[..16].try_into()?, &[0; 16]);
    let b = blake2b::Params::new().key(&KEY)?.salt(b"salt")?.personal(b"personal")?.digest_len(20)?;
    let s = blake2s::Params::new().key(&KEY[..5])?.salt(b"salt")?.personal(b"pers")?;
    let bp = blake2bp::Params::new().key(&KEY)?.digest_len(33)?;
    let sp = blake2sp::Params::new().key(&KEY)?;
    Ok(vec![
        (
            Function::new(B)
                .with_key(&KEY)?
                .with_salt(b"salt")?
                .with_personal(b"personal")?
                .with_output_len(20)?,
            Box::new(move |message| blake2b::hash(&b, message).as_bytes().to_vec()),
        ),
        (
            Function::new(S).with_personal(b"pers")?.with_salt(b"salt")?.with_key(&KEY[..5])?,
            Box::new(move |message| blake2s::hash(&s, message).as_bytes().to_vec()),
        ),
        (
            Function::new(BP).with_output_len(33)?.with_key(&KEY)?,
            Box::new(move |message| blake2bp::hash(&bp, message).as_bytes().to_vec()),
        ),
        (
            Function::new(SP).with_key(&KEY)?,
            Box::new(move |message| blake2sp::hash(&sp, message).as_bytes().to_vec()),
        ),
        (b3.with_key(&KEY)?, Box::new(xof(Mode::keyed(&KEY), 0, 32))),
        (b3.with_context("a context")?, Box::new(xof(Mode::derive_key("a context"), 0, 32))),
        (b3.with_output_len(7)?, Box::new(xof(Mode::HASH, 0, 7))),
        (b3.with_seek(100)?, Box::new(xof(Mode::HASH, 100, 32))),
        (
            b3.with_key(&KEY)?.with_seek(1 << 40)?.with_output_len(1000)?,
            Box::new(xof(Mode::keyed(&KEY), 1 << 40, 1000)),
        ),
        (Mode::keyed(&KEY).into(), Box::new(xof(Mode::keyed(&KEY), 0, 32))),
        (Function::new(Algorithm::Shake128).with_output_len(500)?, Box::new(shake(Shake::shake128, 500))),
        (Function::new(Algorithm::Shake256).with_output_len(20)?, Box::new(shake(Shake::shake256, 20))),
        (
            Function::new(Algorithm::LeMac).with_key(&KEY[..16])?,
            Box::new(move |message| lemac.hash(message).as_bytes().to_vec()),
        ),
    ])
}

#[test]
fn at_every_door() {
    let lens = [0, 1, 63, 64, 65, 127, 128, 129, 1000, 1024, 1025, 5000];
    let messages = lens.map(message);
    for (function, expected) in cases().unwrap() {
        let outputs: Vec<_> = messages.iter().map(|message| expected(message)).collect();
        let digests: Vec<_> = outputs
            .iter()
            .map(|output| Digest::from_bytes(&output[..output.len().min(64)]).unwrap())
            .collect();
        let len = function.output_len();
        assert_eq!(len, outputs[0].len(), "{function:?}");
        let single: Vec<_> = messages.iter().map(|message| hash(&function, message)).collect();
        assert_eq!(single, digests, "{function:?}");
        assert_eq!(hash_many(&function, &messages), digests, "{function:?}");
        assert_eq!(par_hash_many(&function, &messages), digests, "{function:?}");
        let mut packed = vec![0; len * messages.len()];
        hash_many_into(&function, &messages, &mut packed).unwrap();
        assert_eq!(packed, outputs.concat(), "{function:?}");

        let mut hashers: Vec<_> = messages.iter().map(|_| Hasher::new(&function)).collect();
        for _ in 0..2 {
            for half in 0..2 {
                let piece = |message: &'static Vec<u8>| match half {
                    0 => &message[..message.len() / 2],
                    _ => &message[message.len() / 2..],
                };
                let messages: &'static [Vec<u8>; 12] = Box::leak(Box::new(messages.clone()));
                let mut updates: Vec<_> = hashers
                    .iter_mut()
                    .zip(messages)
                    .map(|(hasher, message)| (hasher, piece(message)))
                    .collect();
                update_many(&mut updates);
            }
            assert_eq!(finalize_many(&hashers.iter().collect::<Vec<_>>()), digests, "{function:?}");
            for ((hasher, message), output) in hashers.iter_mut().zip(&messages).zip(&outputs) {
                assert_eq!(hasher.message_len(), message.len() as u64);
                let mut whole = vec![0; len];
                hasher.finalize_into(&mut whole).unwrap();
                assert_eq!(whole, *output, "{function:?}");
                assert!(hasher.finalize_into(&mut vec![0; len + 1]).is_err());
                // The next time the key is still there.
                hasher.reset();
                assert_eq!(hasher.message_len(), 0);
            }
        }
        let mut stream = Pool::new(&function).stream();
        assert_eq!(stream.update(&messages[11]).finalize(), digests[11], "{function:?}");
        assert_eq!(stream.reset().update(&messages[2]).finalize(), digests[2], "{function:?}");
        let mut output = vec![0; len];
        hash_into(&function, &messages[9], &mut output).unwrap();
        assert_eq!(output, outputs[9], "{function:?}");
    }
}

/// Keyed and unkeyed hashers of one algorithm, and of other lengths, share its lanes.
#[test]
fn of_one_algorithm_and_several_keys() {
    let functions: Vec<_> = (1..=30)
        .map(|i| Function::new(B).with_key(&KEY[..i]).unwrap().with_output_len(2 * i).unwrap())
        .chain([B.into(), S.into(), Algorithm::Md5.into()])
        .collect();
    let messages: Vec<_> = (0..functions.len()).map(|i| message(97 * i)).collect();
    let mut hashers: Vec<_> = functions.iter().map(Hasher::new).collect();
    let mut updates: Vec<_> = hashers.iter_mut().zip(&messages).map(|(h, m)| (h, &m[..])).collect();
    update_many(&mut updates);
    let digests = finalize_many(&hashers.iter().collect::<Vec<_>>());
    for ((function, message), digest) in functions.iter().zip(&messages).zip(digests) {
        assert_eq!(digest, hash(function, message), "{function:?}");
    }
}

#[test]
fn one_large_message_on_all_cores() {
    let message = message((3 << 20) + 77);
    for (function, expected) in cases().unwrap() {
        let output = expected(&message);
        let digest = Digest::from_bytes(&output[..output.len().min(64)]).unwrap();
        assert_eq!(par_hash(&function, &message), digest, "{function:?}");
        let mut hasher = Hasher::new(&function);
        let (first, second) = message.split_at(1_500_001);
        assert_eq!(hasher.par_update(first).update(second).finalize(), digest, "{function:?}");
    }
    assert_eq!(par_hash(Algorithm::Sha256, &message), hash(Algorithm::Sha256, &message));
}

#[test]
fn names_and_lengths() {
    let b3 = Function::new(Algorithm::Blake3);
    for (function, name, tag, len) in [
        (b3.clone(), "blake3", "BLAKE3", 32),
        (b3.with_output_len(64).unwrap(), "blake3-512", "BLAKE3-512", 64),
        (Function::new(B).with_output_len(32).unwrap(), "blake2b-256", "BLAKE2b-256", 32),
        (Function::new(Algorithm::Sha512_256), "sha512-256", "SHA512/256", 32),
    ] {
        assert_eq!((&*function.name(), &*function.tag(), function.output_len()), (name, tag, len));
    }
    // The longest output has more bits than a `usize` counts.
    let bits = 8 * usize::MAX as u128;
    assert_eq!(b3.with_output_len(usize::MAX).unwrap().name(), format!("blake3-{bits}"));
    // A length that was said goes back to the longest.
    let short = Function::new(B).with_output_len(8).unwrap();
    assert_eq!(short.with_output_len(64).unwrap().name(), "blake2b");
    assert_eq!(short.algorithm().name(), "blake2b-64");
    let secret = b3.with_key(&KEY).unwrap();
    assert_eq!(format!("{secret:?}"), "Function(\"blake3\")", "not the key");
}

#[test]
fn what_is_not_taken_is_an_error() {
    use FunctionError::{KeyAndContext, Length, NotTaken, PastTheEnd};
    for algorithm in Algorithm::ALL {
        let function = Function::new(algorithm);
        match algorithm.key_lens() {
            None => assert_eq!(function.with_key(&KEY).unwrap_err(), NotTaken(algorithm, Parameter::Key)),
            Some(lens) => {
                for len in [0, *lens.start() - 1, lens.end() + 1] {
                    let error = function.with_key(&vec![7; len]).unwrap_err();
                    assert_eq!(error, Length(algorithm, Parameter::Key, lens.clone()));
                }
                for len in [*lens.start(), *lens.end()] {
                    let keyed = function.with_key(&vec![7; len]).unwrap();
                    assert_ne!(hash(&keyed, b"abc"), hash(algorithm, b"abc"), "{algorithm}");
                }
            }
        }
        assert_eq!(function.with_output_len(algorithm.digest_len()).unwrap().name(), algorithm.name());
        assert!(matches!(function.with_output_len(0), Err(Length(_, Parameter::Output, _))), "{algorithm}");
        if algorithm != Algorithm::Blake3 {
            assert_eq!(function.with_context("a").unwrap_err(), NotTaken(algorithm, Parameter::Context));
            assert_eq!(function.with_seek(1).unwrap_err(), NotTaken(algorithm, Parameter::Seek));
            let longer = function.with_output_len(algorithm.digest_len() + 1);
            match algorithm {
                Algorithm::Shake128 | Algorithm::Shake256 => assert!(longer.is_ok(), "{algorithm}"),
                _ => assert!(matches!(longer, Err(Length(_, Parameter::Output, _))), "{algorithm}"),
            }
        }
        if ![B, S].contains(&algorithm) {
            assert_eq!(function.with_salt(b"a").unwrap_err(), NotTaken(algorithm, Parameter::Salt));
            assert_eq!(function.with_personal(b"a").unwrap_err(), NotTaken(algorithm, Parameter::Personal));
        }
    }
    assert_eq!(Function::new(S).with_salt(&[1; 9]).unwrap_err(), Length(S, Parameter::Salt, 0..=8));
    assert_eq!(Function::new(B).with_personal(&[1; 17]).unwrap_err(), Length(B, Parameter::Personal, 0..=16));
    let b3 = Function::new(Algorithm::Blake3);
    assert_eq!(b3.with_key(&KEY).unwrap().with_context("a").unwrap_err(), KeyAndContext);
    assert_eq!(b3.with_context("a").unwrap().with_key(&KEY).unwrap_err(), KeyAndContext);
    assert_eq!(b3.with_seek(u64::MAX).unwrap_err(), PastTheEnd);
    let to_the_end = b3.with_seek(u64::MAX - 32).unwrap();
    assert_eq!(to_the_end.with_output_len(33).unwrap_err(), PastTheEnd);
    for (error, text) in [
        (NotTaken(Algorithm::Md5, Parameter::Key), "md5 takes no key"),
        (Length(Algorithm::LeMac, Parameter::Key, 16..=16), "a key of lemac has 16 bytes"),
        (Length(B, Parameter::Key, 1..=64), "a key of blake2b has 1 to 64 bytes"),
        (Length(B, Parameter::Salt, 0..=16), "a salt of blake2b has up to 16 bytes"),
        (Length(Algorithm::Md5, Parameter::Output, 16..=16), "the output of md5 has 16 bytes"),
    ] {
        assert_eq!(error.to_string(), text);
    }
}
