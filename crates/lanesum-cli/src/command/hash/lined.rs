//! Lines in a format of their own.

use super::HashArgs;
use super::line::{Line, Outcome};
use crate::command::usage;
use crate::message;
use anyhow::Result;
use lanesum_files::engine::Reading;
use lanesum_files::format::{Format, Hashed, Unwritable, Write};
use lanesum_files::function::Function;
use lanesum_files::manifest::Form;
use lanesum_files::manifest::needs::Needs;

/// How lines are written that are not checksum lines, and not JSON.
pub(super) struct Lined {
    format: &'static Format,
    pub(super) header: fn(&[Function]) -> String,
    line: fn(&Hashed<'_>, &mut Vec<u8>) -> Result<(), Unwritable>,
}

impl Lined {
    /// What was asked for. None for checksum lines and JSON, which have options of their
    /// own: those are set.
    pub(super) fn of(args: &mut HashArgs) -> Result<Option<Self>> {
        let Some(format) = args.format else { return Ok(None) };
        match format.write {
            Write::Form(Form::Bsd) => args.tag = true,
            Write::Form(_) => args.untagged = true,
            _ if args.zero => {
                return Err(usage("hash", format!("--zero: {} has lines of its own", format.name)));
            }
            Write::Json => args.json = true,
            Write::Lines { header, line } => return Ok(Some(Self { format, header, line })),
        }
        Ok(None)
    }

    /// Whether it has the digests of the functions, which need this to be made again.
    pub(super) fn check(&self, functions: &[Function], needs: Needs) -> Result<()> {
        let name = self.format.name;
        if needs != Needs::default() {
            let what = "has no way to say that a reader needs a key, a context or a position";
            return Err(usage("hash", format!("--format: {name} {what}")));
        }
        (self.format.takes)(functions).map_err(|why| usage("hash", format!("--format: {why}")))
    }

    /// For a file that has digests.
    pub(super) fn line(&self, name: &[u8], functions: &[Function], reading: &Reading) -> Line {
        let file = Hashed { name, size: reading.len, functions, digests: &reading.digests };
        let mut text = Vec::new();
        match (self.line)(&file, &mut text) {
            Ok(()) => Line::of(text),
            Err(why) => {
                let message = Some(message::about(name, why));
                Line { message, outcome: Outcome::Missing, ..Line::default() }
            }
        }
    }
}
