//! The options that say more of a function than its algorithm.

use super::usage;
use crate::function::{Blake3, Function, MAX_OUTPUT, check_key};
use crate::{message, standard};
use anyhow::{Result, anyhow};
use clap::Args;
use lanesum::Algorithm;
use lanesum::blake2::DigestLength;
use lanesum::blake3::Mode;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

/// No key is longer. A byte more is read, to see that it ends.
const MAX_KEY: u64 = 64;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FunctionArgs {
    /// The bits of output, a multiple of 8: of BLAKE2 at most 512 (blake2s and
    /// blake2sp 256), which makes another hash; of BLAKE3 up to 524288, of which
    /// shorter ones are the beginning
    #[arg(short, long, value_name = "BITS")]
    length: Option<usize>,

    /// The key is what is in FILE, byte for byte: 32 bytes for BLAKE3, 16 for lemac, 1 to 64
    /// for blake2b and blake2bp, 1 to 32 for blake2s and blake2sp; `-` is
    /// standard input
    #[arg(long, value_name = "FILE")]
    key_file: Option<OsString>,

    /// Derive a key with BLAKE3 for CONTEXT, from the files as key material
    #[arg(long, value_name = "CONTEXT", conflicts_with = "key_file")]
    derive_key: Option<String>,

    /// Pass over the first BYTES of BLAKE3's output
    #[arg(long, value_name = "BYTES")]
    seek: Option<u64>,
}

impl FunctionArgs {
    /// The functions that the algorithms are with these options. `command` is
    /// the one that they were given to, and `stdin` whether it reads a message
    /// on standard input.
    ///
    /// # Errors
    ///
    /// A usage error where an algorithm does not take an option, or two do not
    /// go together; why the key cannot be read, or is none.
    pub(crate) fn functions(
        &self,
        algorithms: &[Algorithm],
        command: &str,
        stdin: bool,
    ) -> Result<Vec<Function>> {
        if self.key_file.as_deref().is_some_and(|file| file == "-") && stdin {
            return Err(usage(command, "standard input has the key, and cannot be read for anything else"));
        }
        for &algorithm in algorithms {
            self.check(algorithm).map_err(|what| usage(command, what))?;
        }
        let key = self.key_file.as_ref().map(read_key).transpose()?;
        algorithms.iter().map(|&algorithm| self.function(algorithm, key.as_deref())).collect()
    }

    /// The function that an algorithm is with these options, if one is given.
    ///
    /// # Errors
    ///
    /// As [`FunctionArgs::functions`]; a usage error for options without an
    /// algorithm.
    pub(crate) fn of(
        &self,
        algorithm: Option<Algorithm>,
        command: &str,
        stdin: bool,
    ) -> Result<Option<Function>> {
        let Some(algorithm) = algorithm else {
            let Self { length, key_file, derive_key, seek } = self;
            if length.is_some() || key_file.is_some() || derive_key.is_some() || seek.is_some() {
                return Err(usage(command, "say with -a what algorithm these options are for"));
            }
            return Ok(None);
        };
        Ok(self.functions(&[algorithm], command, stdin)?.pop())
    }

    /// Whether an algorithm takes the options.
    fn check(&self, algorithm: Algorithm) -> Result<(), String> {
        let only_blake3 = |option| format!("{option} is for blake3; {algorithm} has no such thing");
        if algorithm != Algorithm::Blake3 {
            if self.derive_key.is_some() {
                return Err(only_blake3("--derive-key"));
            }
            if self.seek.is_some() {
                return Err(only_blake3("--seek"));
            }
        }
        if self.key_file.is_some()
            && let Err(error @ crate::function::KeyError::None(_)) = check_key(algorithm, b"")
        {
            return Err(format!("--key-file: {error}"));
        }
        self.with_length(algorithm).map_err(|what| format!("--length: {what}"))?;
        let len = self.length.map_or(32, |bits| bits / 8);
        if self.seek.unwrap_or(0).checked_add(len as u64).is_none() {
            return Err("--seek: the output ends before that".to_owned());
        }
        Ok(())
    }

    /// The algorithm with output of the length that was asked for. BLAKE3 stays
    /// what it is.
    fn with_length(&self, algorithm: Algorithm) -> Result<Algorithm, String> {
        let Some(bits) = self.length else { return Ok(algorithm) };
        if bits == 0 || !bits.is_multiple_of(8) {
            return Err(format!("{bits} is no multiple of 8, from 8 on"));
        }
        let shortened = match algorithm {
            Algorithm::Blake3 if bits / 8 <= MAX_OUTPUT => Ok(algorithm),
            Algorithm::Blake3 => return Err(format!("{bits} is more than {}", 8 * MAX_OUTPUT)),
            Algorithm::Blake2b(DigestLength::MAX) => DigestLength::new(bits / 8).map(Algorithm::Blake2b),
            Algorithm::Blake2s(DigestLength::MAX) => DigestLength::new(bits / 8).map(Algorithm::Blake2s),
            Algorithm::Blake2bp(DigestLength::MAX) => DigestLength::new(bits / 8).map(Algorithm::Blake2bp),
            Algorithm::Blake2sp(DigestLength::MAX) => DigestLength::new(bits / 8).map(Algorithm::Blake2sp),
            // `blake2b-256` says it itself.
            _ if 8 * algorithm.digest_len() == bits => Ok(algorithm),
            _ => return Err(format!("{algorithm} has {} bits", 8 * algorithm.digest_len())),
        };
        shortened.map_err(|_| format!("{algorithm} has at most {} bits", 8 * algorithm.digest_len()))
    }

    fn function(&self, algorithm: Algorithm, key: Option<&[u8]>) -> Result<Function> {
        let algorithm = self.with_length(algorithm).map_err(|what| anyhow!("--length: {what}"))?;
        let about_key = |error: crate::function::KeyError| {
            let file = self.key_file.as_deref().unwrap_or_default();
            anyhow!("{}: {error}", message::shown(file))
        };
        if algorithm != Algorithm::Blake3 {
            return match key {
                Some(key) => Function::keyed(algorithm, key).map_err(about_key),
                None => Ok(algorithm.into()),
            };
        }
        if key.is_none() && self.derive_key.is_none() && self.length.is_none() && self.seek.is_none() {
            return Ok(algorithm.into());
        }
        let mut blake3 = Blake3::default();
        if let Some(key) = key {
            check_key(algorithm, key).map_err(about_key)?;
            blake3.mode = Mode::keyed(key.first_chunk().expect("its length is checked"));
        }
        if let Some(context) = &self.derive_key {
            blake3.mode = Mode::derive_key(context);
        }
        blake3.seek = self.seek.unwrap_or(0);
        blake3.len = self.length.map_or(blake3.len, |bits| bits / 8);
        Ok(blake3.into())
    }
}

/// What is in the file, or the start of what is too long for a key.
fn read_key(file: &OsString) -> Result<Vec<u8>> {
    let opened = if file == "-" {
        standard::stdin().map_err(io::Error::from).and_then(|stdin| stdin.try_clone_to_owned())
    } else {
        File::open(file).map(OwnedFd::from)
    };
    let mut key = Vec::new();
    opened
        .and_then(|opened| File::from(opened).take(MAX_KEY + 1).read_to_end(&mut key))
        .map_err(|error| anyhow!("{}: {}", message::shown(file), message::reason(&error)))?;
    Ok(key)
}
