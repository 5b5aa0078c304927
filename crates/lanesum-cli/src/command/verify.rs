//! `lanesum verify`: compares one file with one digest.

mod lookup;
mod pasted;

use crate::command::function::{FunctionArgs, algorithm};
use crate::command::run::RunArgs;
use crate::command::usage;
use crate::console::Console;
use crate::message;
use crate::output::Output;
use crate::progress::Progress;
use anyhow::Result;
use clap::Args;
use lanesum::Algorithm;
use lanesum_files::engine::{self, Next, Options, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::{Input, Place};
use lanesum_files::status::Kind;
use pasted::Pasted;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::Path;

/// Check a file against a digest.
///
/// DIGEST is hexadecimal or base64. It may begin with its algorithm, as in `sha256:e3b0...`
/// or `sha256-47DE...` (Subresource Integrity). Otherwise its length says the algorithm:
/// the most common one with digests of that length, MD5 for 16 bytes, SHA-1 for 20, SHA-224
/// for 28, SHA-256 and BLAKE3 for 32, SHA-384 for 48, SHA-512 for 64. If that does not match,
/// lanesum tries the others with such digests, and a message names the one that matches.
///
/// DIGEST may also be a line of a manifest, in any format that `lanesum check` reads and
/// with any name in it, or the name of a manifest that has a line about FILE. If the line
/// names no algorithm, and the manifest is called after one, as SHA256SUMS is, lanesum tries
/// that one first, and the less common ones not at all.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum verify debian.iso 0b1c8e3a...
  lanesum verify app.js sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K...
  lanesum verify debian.iso SHA256SUMS
  lanesum verify debian.iso '0b1c8e3a...  debian-13.iso'
  lanesum verify six.py 'six.py,sha256=TSi8UrPYB8rA...,34703'
  curl -s https://example.org/app.tgz | lanesum verify - md5:9e107d9d...
")]
pub(crate) struct VerifyArgs {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: OsString,

    /// The digest that FILE should have
    #[arg(value_name = "DIGEST", allow_hyphen_values = true)]
    digest: String,

    /// The only algorithm to try
    #[arg(short, long, value_name = "ALG", value_parser = algorithm)]
    algorithm: Option<Algorithm>,

    #[command(flatten)]
    function: FunctionArgs,

    #[command(flatten)]
    run: RunArgs,
}

impl VerifyArgs {
    /// Says whether the file has the digest.
    pub(crate) fn run(self) -> Result<bool> {
        let only = self.function.of(self.algorithm, "verify", self.file == "-")?;
        let pasted = match Pasted::read(&self.digest, only.as_ref()) {
            Ok(pasted) => pasted,
            // A manifest, by its name.
            Err(_) if Path::new(&self.digest).is_file() => {
                lookup::in_manifest(OsStr::new(&self.digest), &self.file, only.as_ref())?
            }
            Err(error) => return Err(usage("verify", error)),
        };
        let size = || Input::operand(&self.file).size();
        Progress::show(self.run.progress.when, Some(iter::once_with(size)), |progress| {
            let mut console = Console::new(Output::stdout(), progress);
            let matched = self.verify(&pasted, &mut console, progress)?;
            console.finish()?;
            Ok(matched)
        })
    }

    fn verify(&self, pasted: &Pasted, console: &mut Console<'_>, progress: &Progress) -> Result<bool> {
        let input = Input::operand(&self.file);
        let (name, names) = (input.name.clone(), console.names());
        // What can be read only once is read for all algorithms at once.
        let regular = input.ask().is_ok_and(|status| status.kind == Kind::Regular);
        let again = !matches!(input.place, Place::Stdin) && regular;
        let likely = if again { pasted.likely } else { pasted.functions.len() };
        let mut computed = None;
        for functions in [&pasted.functions[..likely], &pasted.functions[likely..]] {
            if functions.is_empty() {
                continue;
            }
            let also = pasted.also.iter().map(|(function, _)| function.clone());
            let functions: Vec<_> = functions.iter().cloned().chain(also).collect();
            let own = functions.len() - pasted.also.len();
            let reading = match self.read(&functions, progress)? {
                Ok(reading) => reading,
                Err(error) => {
                    console.message(&message::about(&name, error))?;
                    return Ok(false);
                }
            };
            let found = reading.digests[..own].iter().position(|digest| *digest == pasted.digest);
            if let Some(what) = found.and_then(|_| pasted.other(&reading, own)) {
                console.line(&names.result(&name, "FAILED"))?;
                console.message(&message::about(&name, what))?;
                return Ok(false);
            }
            if let Some(i) = found {
                console.line(&names.result(&name, "OK"))?;
                let function = functions[i].name();
                if !pasted.likely().any(|likely| likely.name() == function) {
                    let likely: Vec<_> = pasted.likely().map(Function::name).collect();
                    let what = format!("this is its {function}, not its {}", likely.join(" or "));
                    console.message(&message::about(&name, what))?;
                }
                return Ok(true);
            }
            computed.get_or_insert(reading.digests);
        }
        console.line(&names.result(&name, "FAILED"))?;
        for (function, digest) in pasted.likely().zip(computed.iter().flatten()) {
            console.message(&message::about(&name, format!("its {} is {digest}", function.name())))?;
        }
        Ok(false)
    }

    /// Reads the file.
    fn read(&self, functions: &[Function], progress: &Progress) -> Result<Result<Reading, ReadError>> {
        let mut only = Only(None);
        let options = Options { threads: self.run.threads(), map: true, outputs: &[], progress };
        let input = Input::operand(&self.file);
        engine::run(&Digests(functions), One(Some(input)), &mut only, &options)?;
        Ok(only.0.expect("a file has a line"))
    }
}

/// One file.
struct One(Option<Input>);

impl Source for One {
    type Job = ();
    type Line = Result<Reading, ReadError>;

    fn next(&mut self, _: bool) -> Next<(), Self::Line> {
        self.0.take().map_or(Next::End, |input| Next::Read(input, ()))
    }
}

/// Its digests.
struct Digests<'a>(&'a [Function]);

impl Task for Digests<'_> {
    type Job = ();
    type Line = Result<Reading, ReadError>;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        self.0
    }

    fn line(&self, _: Input, (): (), reading: Result<Reading, ReadError>) -> Self::Line {
        reading
    }
}

/// The only line there is.
struct Only(Option<Result<Reading, ReadError>>);

impl Sink<Result<Reading, ReadError>> for Only {
    type Error = anyhow::Error;

    fn line(&mut self, line: Result<Reading, ReadError>) -> Result<()> {
        self.0 = Some(line);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
