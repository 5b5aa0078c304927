//! Prints the hashes of files.

use super::args::Args;
use crate::dropin::hash::Hash;
use crate::dropin::read::Reader;
use crate::dropin::run::{self, Work};
use crate::dropin::voice::Voice;
use crate::output::Output;
use anyhow::Result;
use lanesum::Algorithm;
use lanesum::blake3::Hasher;
use lanesum_files::engine::{Next, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::{Blake3, Function, MAX_OUTPUT, Value};
use lanesum_files::input::{Input, Place};
use lanesum_files::manifest::Form;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io;
use std::{slice, vec};

/// Prints a line for each file. Says whether all could be read.
///
/// # Errors
///
/// Why no more can be written.
pub(super) fn run(voice: &Voice, mut args: Args, told: Blake3) -> Result<bool> {
    let files = args.files();
    let small = matches!(&files[..], [name] if is_small(name)) && args.is_plain();
    let source = Files { files: files.into_iter(), keyed: args.keyed };
    let threads = if small { 1 } else { args.threads() };
    let map = !args.no_mmap;
    let function = lanesum::Function::from(told.mode).with_seek(told.seek);
    // An output of no bytes is not one of the library's; nor does one that is too long wait
    // for its turn.
    let function = function.and_then(|function| function.with_output_len(told.len.min(MAX_OUTPUT)));
    let long = told.len > MAX_OUTPUT || function.is_err();
    let function = function.map_or(Algorithm::Blake3.into(), Function::from);
    let print = Print { args, told, function };
    let mut lines =
        Lines { voice, print: &print, output: Output::stdout(), reader: Reader::default(), good: true };
    if long {
        lines.all_long(source)?;
    } else if small {
        run::one_by_one(&print, source, &mut lines)?;
    } else {
        run::on_threads(&print, source, &mut lines, threads, map)?;
    }
    Ok(lines.good)
}

/// The files that are named.
struct Files {
    files: vec::IntoIter<OsString>,
    /// Whether standard input has the key, and cannot be one of them.
    keyed: bool,
}

impl Source for Files {
    type Job = ();
    type Line = Line;

    fn keeps_files(&self) -> bool {
        false
    }

    fn left(&self) -> usize {
        self.files.len()
    }

    fn next(&mut self, _: bool) -> Next<(), Line> {
        let Some(name) = self.files.next() else { return Next::End };
        let input = Input::operand(name);
        if self.keyed && matches!(input.place, Place::Stdin) {
            return Next::Line(Line::Unread(input.name, "Cannot open `-` in keyed mode".to_owned()));
        }
        Next::Read(input, ())
    }
}

/// What is put out for a file.
enum Line {
    Text(Vec<u8>),
    Unread(Vec<u8>, String),
    /// Its output is too long for a line that waits for its turn.
    Long(Input),
}

struct Print {
    args: Args,
    told: Blake3,
    function: Function,
}

impl Task for Print {
    type Job = ();
    type Line = Line;

    fn functions<'a>(&'a self, (): &'a ()) -> &'a [Function] {
        slice::from_ref(&self.function)
    }

    fn line(&self, input: Input, (): (), reading: Result<Reading, ReadError>) -> Line {
        let output = match reading {
            Ok(reading) => reading.digests.into_iter().next(),
            // A log that grows is as long as it is when its end is read.
            Err(ReadError::Changed { .. }) => None,
            Err(error) => return Line::Unread(input.name, reason(error)),
        };
        match output {
            Some(output) => Line::Text(self.text(&input.name, &output)),
            None => Line::Long(input),
        }
    }
}

impl Work for Print {
    fn hash(&self, (): &()) -> Hash {
        Hash::Lanes(Algorithm::Blake3)
    }
}

/// Whether a file is too short to be shared out to threads: then what they need
/// is not prepared. A guess, for sizes are not always true.
fn is_small(name: &OsStr) -> bool {
    const SMALL: u64 = 4 << 20;
    name != "-" && std::fs::metadata(name).is_ok_and(|metadata| metadata.len() < SMALL)
}

impl Print {
    fn text(&self, name: &[u8], output: &Value) -> Vec<u8> {
        if self.args.raw {
            return output.as_bytes().to_vec();
        }
        let mut text = Vec::new();
        self.form(name, output, &mut text);
        text
    }

    /// The line, with the output or what stands for it.
    fn form(&self, name: &[u8], output: impl Display, text: &mut Vec<u8>) {
        if self.args.no_names {
            return text.extend_from_slice(format!("{output}\n").as_bytes());
        }
        let form = if self.args.tag { Form::Bsd } else { Form::Gnu };
        form.line(|| "BLAKE3", output, String::from_utf8_lossy(name).as_bytes(), false, text);
    }
}

/// The system's words, and its number.
pub(super) fn reason(error: ReadError) -> String {
    match error {
        ReadError::System(error) => error.to_string(),
        error => error.to_string(),
    }
}

struct Lines<'a> {
    voice: &'a Voice,
    print: &'a Print,
    output: Output,
    reader: Reader,
    good: bool,
}

impl Lines<'_> {
    /// The output of each file, as long as it may be.
    fn all_long(&mut self, mut source: Files) -> Result<()> {
        loop {
            match source.next(true) {
                Next::Read(input, ()) => self.long(&input)?,
                Next::Line(line) => self.line(line)?,
                Next::Later => {}
                Next::End => return Ok(()),
            }
        }
    }

    /// Reads a file, and writes its output as it is made.
    fn long(&mut self, input: &Input) -> Result<()> {
        let Blake3 { mode, seek, .. } = self.print.told;
        let mut hasher = Hasher::with_mode(mode);
        let read = self.reader.pieces(input, |piece| {
            hasher.update(piece);
        });
        if let Err(errno) = read {
            return self.line(Line::Unread(input.name.clone(), io::Error::from(errno).to_string()));
        }
        let mut output = hasher.finalize_xof();
        output.set_position(seek);
        // What stands before the output in its line, and behind it.
        const HERE: &str = "\0";
        let mut around = Vec::new();
        if self.print.args.raw {
            around.extend_from_slice(HERE.as_bytes());
        } else {
            self.print.form(&input.name, HERE, &mut around);
        }
        let at = around.iter().position(|&b| b == 0).unwrap_or(around.len());
        self.output.write(&around[..at])?;
        let mut left = self.print.args.length;
        let mut bytes = vec![0; MAX_OUTPUT];
        while left > 0 {
            let n = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
            output.fill(&mut bytes[..n]);
            if self.print.args.raw {
                self.output.write(&bytes[..n])?;
            } else {
                self.output.write(Value::from(Box::from(&bytes[..n])).to_string().as_bytes())?;
            }
            left -= n as u64;
        }
        self.output.write(around.get(at + 1..).unwrap_or_default())?;
        Ok(self.output.flush()?)
    }
}

impl Sink<Line> for Lines<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Text(text) => self.output.line(&text)?,
            Line::Unread(name, why) => {
                self.output.flush()?;
                self.good = false;
                self.voice.say(&self.voice.plain(format!("{}: {why}", String::from_utf8_lossy(&name))));
            }
            Line::Long(input) => self.long(&input)?,
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.output.flush()?)
    }
}
