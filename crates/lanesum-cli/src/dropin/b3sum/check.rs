//! Compares files with what manifests say of them.

use super::args::Args;
use super::line::{self, Entry};
use super::print::reason;
use crate::dropin::read::Reader;
use crate::dropin::run;
use crate::dropin::voice::Voice;
use crate::output::Output;
use anyhow::{Result, anyhow};
use lanesum::blake3::{Hash, Hasher};
use lanesum::{Algorithm, Digest};
use lanesum_files::engine::{Next, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;
use lanesum_files::manifest::lines::{Found, Manifests, Reader as LineReader};
use lanesum_files::name;
use lanesum_files::records::TOO_LONG;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::str::Utf8Error;
use std::{io, slice};

/// Compares, and says whether all is as it was.
///
/// # Errors
///
/// Why no more can be written, or a manifest not be read.
pub(super) fn run(voice: &Voice, args: &mut Args) -> Result<bool> {
    let files = args.files();
    let function = lanesum::Function::from(Algorithm::Blake3).with_seek(args.seek);
    let (told, function) = match function {
        Ok(function) => (true, Function::from(function)),
        // The output begins again there, which is none of the library's functions.
        Err(_) => (false, Algorithm::Blake3.into()),
    };
    let check = Check { quiet: args.quiet, seek: args.seek, told, function };
    let entries = Entries(Manifests::new(files, b'\n', Lines));
    let mut report = Report { voice, output: Output::stdout(), failed: 0 };
    run::on_threads(&check, entries, &mut report, args.threads(), !args.no_mmap)?;
    if report.failed > 0 {
        let s = if report.failed == 1 { "" } else { "s" };
        let what = format!("WARNING: {} computed checksum{s} did NOT match", report.failed);
        voice.say(&voice.plain(what));
    }
    Ok(report.failed == 0)
}

/// What came of a line.
enum Line {
    Matched(Option<String>),
    Failed(String),
    /// It is none.
    Malformed(Cow<'static, str>),
    /// The manifest cannot be read, which ends everything.
    Unreadable(io::Error),
}

/// All entries of some manifests.
struct Entries(Manifests<Lines>);

/// Reads lines, which are text.
struct Lines;

impl LineReader for Lines {
    /// None within for a line that is too long to be read.
    type Line = Result<Result<Entry, Option<&'static str>>, Utf8Error>;

    fn line(&mut self, line: &[u8]) -> Self::Line {
        std::str::from_utf8(line).map(|line| line::parse(line).map_err(Some))
    }

    fn too_long(&mut self, _: u8) -> Self::Line {
        Ok(Err(None))
    }
}

/// What is expected of a file.
struct Expected {
    shown: String,
    digest: Digest,
}

impl Source for Entries {
    type Job = Expected;
    type Line = Line;

    fn next(&mut self, wait: bool) -> Next<Expected, Line> {
        let line = loop {
            match self.0.next(wait) {
                Found::Line(line) => break line,
                Found::Later => return Next::Later,
                Found::End(_) => {}
                Found::Unopened(_, errno) | Found::Broken(_, errno) => return self.end(errno.into()),
                Found::Done => return Next::End,
            }
        };
        match line {
            Ok(Ok(Entry { shown, name, digest })) => {
                Next::Read(Input::operand(OsStr::new(&name)), Expected { shown, digest })
            }
            Ok(Err(Some(why))) => Next::Line(Line::Malformed(why.into())),
            Ok(Err(None)) => {
                let manifest = self.0.current();
                let (name, line) = (name::shown(manifest.called()), manifest.lines);
                Next::Line(Line::Malformed(format!("{name}: {line}: a line {TOO_LONG}").into()))
            }
            Err(_) => {
                let what = "stream did not contain valid UTF-8";
                self.end(io::Error::new(io::ErrorKind::InvalidData, what))
            }
        }
    }
}

impl Entries {
    fn end(&mut self, error: io::Error) -> Next<Expected, Line> {
        self.0.leave_all();
        Next::Line(Line::Unreadable(error))
    }
}

struct Check {
    quiet: bool,
    /// How many bytes of the output are passed over.
    seek: u64,
    /// Whether the function does that.
    told: bool,
    function: Function,
}

impl Check {
    /// Reads a file by itself, and says what its output is there.
    fn again(&self, input: &Input) -> Result<Digest, ReadError> {
        let mut hasher = Hasher::new();
        Reader::default().pieces(input, |piece| {
            hasher.update(piece);
        })?;
        let mut output = hasher.finalize_xof();
        output.set_position(self.seek);
        let mut bytes = [0; 32];
        output.fill(&mut bytes);
        Ok(Hash::from_bytes(bytes).into())
    }
}

impl Task for Check {
    type Job = Expected;
    type Line = Line;

    fn functions<'a>(&'a self, _: &'a Expected) -> &'a [Function] {
        slice::from_ref(&self.function)
    }

    fn line(&self, input: Input, expected: Expected, reading: Result<Reading, ReadError>) -> Line {
        let Expected { shown, digest } = expected;
        let matched = match reading {
            Ok(reading) if self.told => Ok(reading.digests[0] == digest),
            // A log that grows is as long as it is when its end is read.
            Ok(_) | Err(ReadError::Changed { .. }) => self.again(&input).map(|output| output == digest),
            Err(error) => Err(error),
        };
        match matched {
            Ok(true) => Line::Matched((!self.quiet).then(|| format!("{shown}: OK\n"))),
            Ok(false) => Line::Failed(format!("{shown}: FAILED\n")),
            Err(error) => Line::Failed(format!("{shown}: FAILED ({})\n", reason(error))),
        }
    }
}

struct Report<'v> {
    voice: &'v Voice,
    output: Output,
    failed: u64,
}

impl Sink<Line> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Matched(None) => {}
            Line::Matched(Some(text)) => self.output.write(text.as_bytes())?,
            Line::Failed(text) => {
                self.failed += 1;
                self.output.write(text.as_bytes())?;
            }
            Line::Malformed(why) => {
                self.failed += 1;
                self.voice.say(&self.voice.plain(&*why));
            }
            Line::Unreadable(error) => return Err(anyhow!(error)),
        }
        Ok(self.output.flush()?)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
