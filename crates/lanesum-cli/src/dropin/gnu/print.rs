//! Prints the digests of files.

mod line;

use super::debug;
use super::request::Style;
use crate::dropin::hash::Hash;
use crate::dropin::read::Reader;
use crate::dropin::run::{self, Work};
use crate::dropin::voice::Voice;
use crate::output::Output;
use anyhow::Result;
use lanesum_files::engine::{Next, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use std::ffi::OsString;
use std::{slice, vec};

/// Prints a line for each file. Says whether all could be read.
///
/// # Errors
///
/// Why no more can be written.
pub(super) fn run(voice: &Voice, style: Style, files: Vec<OsString>) -> Result<bool> {
    let print = Print { voice, style, function: style.hash.function() };
    // What is said when a file is open is said before its line.
    let alone = files.len() == 1 || print.tells_opened();
    let mut lines = Lines { voice, output: Output::stdout(), good: true };
    let source = Files(files.into_iter());
    if alone {
        run::one_by_one(&print, source, &mut lines)?;
    } else {
        run::side_by_side(&print, source, &mut lines)?;
    }
    Ok(lines.good)
}

/// The files that are named.
struct Files(vec::IntoIter<OsString>);

impl Source for Files {
    type Job = ();
    type Line = Line;

    fn keeps_files(&self) -> bool {
        false
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    fn next(&mut self, _: bool) -> Next<(), Line> {
        self.0.next().map_or(Next::End, |name| Next::Read(Input::operand(name), ()))
    }
}

/// What is put out for a file.
enum Line {
    Text(Vec<u8>),
    Message(Vec<u8>),
}

struct Print<'v> {
    voice: &'v Voice,
    style: Style,
    function: Function,
}

impl Print<'_> {
    fn tells_opened(&self) -> bool {
        self.style.debug && matches!(self.style.hash, Hash::Crc | Hash::Crc32b)
    }
}

impl Task for Print<'_> {
    type Job = ();
    type Line = Line;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        slice::from_ref(&self.function)
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Line {
        let reading = match reading {
            // A log that grows is as long as it is when its end is read.
            Err(ReadError::Changed { .. }) => Reader::default().read(&input, self.style.hash, || {}),
            reading => reading,
        };
        match reading {
            Ok(reading) => Line::Text(self.style.line(&input.name, &reading.digests[0], reading.len)),
            Err(error) => Line::Message(self.voice.about(&input.name, error)),
        }
    }
}

impl Work for Print<'_> {
    fn hash(&self, (): &()) -> Hash {
        self.style.hash
    }

    fn opened(&self) {
        match self.style.hash {
            Hash::Crc if self.style.debug => debug::say(self.voice),
            Hash::Crc32b if self.style.debug => debug::say_crc32b(self.voice),
            _ => {}
        }
    }
}

/// Writes each line as soon as its turn comes, and none in two writes.
struct Lines<'v> {
    voice: &'v Voice,
    output: Output,
    good: bool,
}

impl Sink<Line> for Lines<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Text(text) => self.output.line(&text)?,
            Line::Message(message) => {
                self.output.flush()?;
                self.good = false;
                self.voice.say(&message);
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.output.flush()?)
    }
}
