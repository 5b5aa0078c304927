//! Whether a bag is valid (RFC 8493, 3): whether every file has the digests that its
//! manifests list. Each is read once, for all of them.

use super::complete::Bag;
use super::inventory::{File, Files};
use crate::console::Console;
use crate::message;
use crate::progress::Progress;
use anyhow::Result;
use lanesum::Digest;
use lanesum_files::engine::{Next, ReadError, Reading, Sink, Source, Task};
use lanesum_files::function::Function;
use lanesum_files::input::Input;

/// The files of a bag that are there and listed; and what is wrong with others.
pub(super) struct Contents<'a> {
    bag: &'a Bag,
    files: Files,
    /// What is to be read once its faults are told.
    next: Option<(Input, Listed)>,
    faults: std::vec::IntoIter<Line>,
}

/// What manifests list of a file.
pub(super) struct Listed {
    /// The number of each manifest, and the digest.
    digests: Vec<(usize, Digest)>,
    /// What each digest is of.
    functions: Vec<Function>,
}

/// What there is to say of a file.
pub(super) enum Line {
    /// It is not as it must be in a complete bag.
    Fault { name: Vec<u8>, what: String },
    /// It has all its digests.
    Valid,
    /// It does not have those that manifests of these numbers list.
    Invalid { name: Vec<u8>, manifests: Vec<usize>, all: bool },
    /// It could not be read; listed in the manifests of these numbers.
    Unread { name: Vec<u8>, manifests: Vec<usize>, error: ReadError },
}

impl<'a> Contents<'a> {
    pub(super) fn new(bag: &'a Bag, files: Files) -> Self {
        Self { bag, files, next: None, faults: Vec::new().into_iter() }
    }

    fn take(&mut self, file: File) {
        let there = self.bag.is_there(&file);
        let faults = self.bag.faults(&file, there).into_iter();
        let faults: Vec<_> = faults.map(|what| Line::Fault { name: file.name.clone(), what }).collect();
        self.faults = faults.into_iter();
        if there && !file.listed.is_empty() {
            let function = |(manifest, _): &(usize, _)| self.bag.manifests[*manifest].function.clone();
            let functions = file.listed.iter().map(function).collect();
            self.next = Some((self.bag.input(file.name), Listed { digests: file.listed, functions }));
        }
    }
}

impl Source for Contents<'_> {
    type Job = Listed;
    type Line = Line;

    fn keeps_files(&self) -> bool {
        // What was sorted is mapped by now.
        false
    }

    fn next(&mut self, _: bool) -> Next<Listed, Line> {
        loop {
            if let Some(fault) = self.faults.next() {
                return Next::Line(fault);
            }
            if let Some((input, listed)) = self.next.take() {
                return Next::Read(input, listed);
            }
            match self.files.next() {
                Some(file) => self.take(file),
                None => return Next::End,
            }
        }
    }
}

/// Holds a reading against what manifests list.
pub(super) struct Compare;

impl Task for Compare {
    type Job = Listed;
    type Line = Line;

    fn functions<'a>(&'a self, listed: &'a Listed) -> &'a [Function] {
        &listed.functions
    }

    fn takes_special(&self) -> bool {
        false
    }

    fn line(&self, input: Input, listed: Listed, reading: Result<Reading, ReadError>) -> Line {
        let name = input.name;
        let numbers = |digests: &[(usize, Digest)]| digests.iter().map(|(manifest, _)| *manifest).collect();
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => return Line::Unread { name, manifests: numbers(&listed.digests), error },
        };
        let found = listed.digests.iter().zip(&reading.digests);
        let other: Vec<_> =
            found.filter(|((_, digest), found)| *found != digest).map(|(of, _)| *of).collect();
        match other.is_empty() {
            true => Line::Valid,
            false => {
                Line::Invalid { name, manifests: numbers(&other), all: other.len() == listed.digests.len() }
            }
        }
    }
}

/// What a manifest lists that does not hold.
#[derive(Clone, Copy, Default)]
struct Count {
    other: u64,
    unread: u64,
}

/// Says what is wrong, and counts.
pub(super) struct Report<'a> {
    console: Console<'a>,
    progress: &'a Progress,
    bag: &'a Bag,
    counts: Vec<Count>,
    faults: u64,
    invalid: u64,
}

impl<'a> Report<'a> {
    /// Of a bag in which so many things are known not to be as they must.
    pub(super) fn new(bag: &'a Bag, faults: u64, console: Console<'a>, progress: &'a Progress) -> Self {
        let counts = vec![Count::default(); bag.manifests.len()];
        Self { console, progress, bag, counts, faults, invalid: 0 }
    }

    /// Sums up. Says whether the bag is complete, and whether all files have their digests.
    pub(super) fn finish(mut self) -> Result<(bool, bool)> {
        for (manifest, count) in self.bag.manifests.iter().zip(&self.counts) {
            let whats = [
                (count.unread, "listed file could not be read", "listed files could not be read"),
                (count.other, "computed checksum did NOT match", "computed checksums did NOT match"),
            ];
            for (n, one, many) in whats.into_iter().filter(|(n, ..)| *n > 0) {
                let what = format!("WARNING: {n} {}", if n == 1 { one } else { many });
                self.console.message(&message::about(manifest.path.as_os_str().as_encoded_bytes(), what))?;
            }
        }
        self.console.finish()?;
        self.progress.sum_up_checked(self.faults + self.invalid == 0, self.faults + self.invalid);
        Ok((self.faults == 0, self.invalid == 0))
    }

    fn result(&mut self, name: &[u8], what: &str) -> Result<()> {
        let line = self.console.names().result(name, what);
        Ok(self.console.line(&line)?)
    }

    fn invalid(&mut self, manifests: &[usize], count: impl Fn(&mut Count) -> &mut u64) {
        self.invalid += 1;
        self.progress.file();
        manifests.iter().for_each(|&manifest| *count(&mut self.counts[manifest]) += 1);
    }
}

impl Sink<Line> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Fault { name, what } => {
                self.faults += 1;
                self.result(&name, &what)
            }
            Line::Valid => {
                self.progress.file();
                Ok(())
            }
            Line::Invalid { name, manifests, all: true } => {
                self.invalid(&manifests, |count| &mut count.other);
                self.result(&name, "FAILED")
            }
            Line::Invalid { name, manifests, all: false } => {
                self.invalid(&manifests, |count| &mut count.other);
                // The file may be good, and the manifest not.
                let name_of = |&manifest: &usize| self.bag.manifests[manifest].file_name();
                let what =
                    format!("FAILED in {}", manifests.iter().map(name_of).collect::<Vec<_>>().join(", "));
                self.result(&name, &what)
            }
            Line::Unread { name, manifests, error } => {
                self.invalid(&manifests, |count| &mut count.unread);
                self.console.message(&message::about(&name, &error))?;
                self.result(&name, "FAILED open or read")
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.console.flush()?)
    }
}
