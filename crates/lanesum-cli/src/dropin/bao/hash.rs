//! `bao hash`: bare for one input, with its name for one of several.

use crate::dropin::hash::Hash;
use crate::dropin::read::Reader;
use crate::dropin::run;
use crate::dropin::voice::Voice;
use crate::output::Output;
use anyhow::Result;
use lanesum::Algorithm;
use lanesum_files::engine::{Next, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use std::ffi::OsString;
use std::{slice, thread, vec};

/// Prints the hashes. Says whether all could be read.
///
/// # Errors
///
/// Why no more can be written.
pub(super) fn run(voice: &Voice, mut inputs: Vec<OsString>) -> Result<bool> {
    let named = inputs.len() > 1;
    if inputs.is_empty() {
        inputs.push("-".into());
    }
    let task = Bare { named, function: Algorithm::Blake3.into() };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut lines = Lines { voice, output: Output::stdout(), good: true };
    run::on_threads(&task, Files(inputs.into_iter()), &mut lines, threads, true)?;
    Ok(lines.good)
}

struct Files(vec::IntoIter<OsString>);

impl Source for Files {
    type Job = ();
    type Line = Result<String, String>;

    fn next(&mut self, _: bool) -> Next<(), Self::Line> {
        self.0.next().map_or(Next::End, |name| Next::Read(Input::operand(name), ()))
    }
}

struct Bare {
    named: bool,
    function: Function,
}

impl Task for Bare {
    type Job = ();
    type Line = Result<String, String>;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        slice::from_ref(&self.function)
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Self::Line {
        let name = String::from_utf8_lossy(&input.name);
        let reading = match reading {
            // A log that grows is as long as it is when its end is read.
            Err(ReadError::Changed { .. }) => {
                Reader::default().read(&input, Hash::Lanes(Algorithm::Blake3), || {})
            }
            reading => reading,
        };
        match reading {
            Ok(reading) if self.named => Ok(format!("{}  {name}\n", reading.digests[0])),
            Ok(reading) => Ok(format!("{}\n", reading.digests[0])),
            Err(ReadError::System(error)) => Err(format!("bao: {name}: {error}\n")),
            Err(error) => Err(format!("bao: {name}: {error}\n")),
        }
    }
}

struct Lines<'v> {
    voice: &'v Voice,
    output: Output,
    good: bool,
}

impl Sink<Result<String, String>> for Lines<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Result<String, String>) -> Result<()> {
        // `bao` writes what is wrong to standard output. Scripts may rely on that;
        // people look elsewhere.
        if let Err(message) = &line {
            self.good = false;
            self.voice.say(message.as_bytes());
        }
        let (Ok(text) | Err(text)) = line;
        self.output.write(text.as_bytes())?;
        Ok(self.output.flush()?)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
