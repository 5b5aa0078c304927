//! The options that say more of a function than its algorithm.

use super::usage;
use crate::{message, nearest};
use anyhow::{Result, anyhow};
use clap::Args;
use lanesum::Algorithm;
use lanesum_files::function::{Function, MAX_OUTPUT, Told};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::standard;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

/// No key is longer. A byte more is read, to see that it ends.
const MAX_KEY: u64 = 64;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FunctionArgs {
    /// The bits of output, a multiple of 8. BLAKE2 gives at most 512 (blake2s and blake2sp
    /// 256), and each length is another hash; BLAKE3 and SHAKE give up to 524288, and a
    /// short output is the beginning of a long one
    #[arg(short, long, value_name = "BITS")]
    length: Option<usize>,

    /// Read the key from FILE, byte for byte: 32 bytes for BLAKE3, 16 for lemac, 1 to 64
    /// for blake2b and blake2bp, 1 to 32 for blake2s and blake2sp. FILE may be `-`,
    /// standard input
    #[arg(long, value_name = "FILE")]
    key_file: Option<OsString>,

    /// Use BLAKE3 to derive a key for CONTEXT from each file, which is the key material
    #[arg(long, value_name = "CONTEXT", conflicts_with = "key_file")]
    derive_key: Option<String>,

    /// Skip the first BYTES bytes of BLAKE3's output
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
        self.check_stdin(command, stdin)?;
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
                return Err(usage(command, "say with -a which algorithm these options are for"));
            }
            return Ok(None);
        };
        Ok(self.functions(&[algorithm], command, stdin)?.pop())
    }

    /// What they tell of functions whose algorithms a manifest names.
    ///
    /// # Errors
    ///
    /// A usage error for a length, which a manifest says itself, and for a key on standard
    /// input that is read for something else; why the key cannot be read.
    pub(crate) fn told(&self, command: &str, stdin: bool) -> Result<Told> {
        if self.length.is_some() {
            return Err(usage(command, "say with -a which algorithm --length is for"));
        }
        self.check_stdin(command, stdin)?;
        let key = self.key_file.as_ref().map(read_key).transpose()?;
        Ok(Told { key, context: self.derive_key.clone(), seek: self.seek })
    }

    /// What a reader of digests that were made so has to be told.
    pub(crate) fn needs(&self) -> Needs {
        Needs { key: self.key_file.is_some(), context: self.derive_key.is_some(), seek: self.seek }
    }

    fn check_stdin(&self, command: &str, stdin: bool) -> Result<()> {
        if self.key_file.as_deref().is_some_and(|file| file == "-") && stdin {
            return Err(usage(command, "standard input has the key, and cannot have anything else"));
        }
        Ok(())
    }

    /// Whether an algorithm takes the options.
    fn check(&self, algorithm: Algorithm) -> Result<(), String> {
        let only_blake3 = |option| format!("{option} is for blake3; {algorithm} has no such option");
        if algorithm != Algorithm::Blake3 {
            if self.derive_key.is_some() {
                return Err(only_blake3("--derive-key"));
            }
            if self.seek.is_some() {
                return Err(only_blake3("--seek"));
            }
        }
        if self.key_file.is_some() && algorithm.key_lens().is_none() {
            return Err(format!("--key-file: {algorithm} takes no key"));
        }
        let function = self.with_length(algorithm).map_err(|what| format!("--length: {what}"))?;
        if let Some(seek) = self.seek {
            function.with_seek(seek).map_err(|error| format!("--seek: {error}"))?;
        }
        Ok(())
    }

    /// The algorithm with output of the length that was asked for.
    fn with_length(&self, algorithm: Algorithm) -> Result<lanesum::Function, String> {
        let function = lanesum::Function::new(algorithm);
        let Some(bits) = self.length else { return Ok(function) };
        if bits == 0 || !bits.is_multiple_of(8) {
            return Err(format!("{bits} is not a multiple of 8 from 8 on"));
        }
        let own = 8 * algorithm.digest_len();
        // `blake2b-256` says its length itself.
        if !Algorithm::ALL.contains(&algorithm) && bits != own {
            return Err(format!("{algorithm} has {own} bits"));
        }
        match function.with_output_len(bits / 8) {
            Ok(_) if bits / 8 > MAX_OUTPUT => Err(format!("{bits} is more than {}", 8 * MAX_OUTPUT)),
            Ok(function) => Ok(function),
            Err(_) if algorithm.has_any_length() => Err(format!("{algorithm} has at most {own} bits")),
            Err(_) => Err(format!("{algorithm} has {own} bits")),
        }
    }

    fn function(&self, algorithm: Algorithm, key: Option<&[u8]>) -> Result<Function> {
        let mut function = self.with_length(algorithm).map_err(|what| anyhow!("--length: {what}"))?;
        if let Some(key) = key {
            let file = self.key_file.as_deref().unwrap_or_default();
            function =
                function.with_key(key).map_err(|error| anyhow!("{}: {error}", message::shown(file)))?;
        }
        if let Some(context) = &self.derive_key {
            function = function.with_context(context)?;
        }
        if let Some(seek) = self.seek {
            function = function.with_seek(seek)?;
        }
        Ok(function.into())
    }
}

/// An algorithm by its name: where there is none, the one that may be meant.
pub(crate) fn algorithm(name: &str) -> Result<Algorithm, String> {
    name.parse::<Algorithm>().map_err(|error| {
        let lower = name.to_lowercase();
        let nearest = nearest::of(&lower, Algorithm::ALL.iter().map(|algorithm| algorithm.name()), 2);
        nearest.map_or(error.to_string(), |nearest| format!("{error}; did you mean {nearest}?"))
    })
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
