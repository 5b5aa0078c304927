//! Lines and messages in one order, beside the progress bar.

use crate::message;
use crate::output::{Output, WriteError};
use crate::progress::Progress;
use crate::signature::Signer;
use crate::terminal::Shown;
use anyhow::Result;
use std::io::{IsTerminal, stdout};

/// Where a command's lines and messages go.
pub(crate) struct Console<'a> {
    output: Output,
    progress: &'a Progress,
    /// Whether lines and the progress bar may share a terminal.
    terminal: bool,
}

impl<'a> Console<'a> {
    pub(crate) fn new(output: Output, progress: &'a Progress) -> Self {
        Self { output, progress, terminal: stdout().is_terminal() }
    }

    /// How names stand in the lines.
    pub(crate) fn names(&self) -> Shown {
        Shown::on(self.output.is_terminal())
    }

    /// Puts out a line.
    pub(crate) fn line(&mut self, line: &[u8]) -> Result<(), WriteError> {
        self.output.write(line)
    }

    /// Puts out a message, after the lines before it.
    pub(crate) fn message(&mut self, message: &[u8]) -> Result<(), WriteError> {
        self.progress.aside(|| {
            self.output.flush()?;
            message::say(message);
            Ok(())
        })
    }

    /// Writes the lines that were put out.
    pub(crate) fn flush(&mut self) -> Result<(), WriteError> {
        match self.terminal {
            true => self.progress.aside(|| self.output.flush()),
            false => self.output.flush(),
        }
    }

    /// Ends the output.
    pub(crate) fn finish(self) -> Result<()> {
        self.finish_signed(None)
    }

    /// Ends the output, and signs it if there is somebody who does.
    pub(crate) fn finish_signed(self, signer: Option<&Signer>) -> Result<()> {
        self.progress.aside(|| self.output.finish_signed(signer))
    }

    /// Ends an output that is not whole, and says why.
    pub(crate) fn abandon(self, why: &str) -> Result<()> {
        self.progress.aside(|| self.output.abandon(why))
    }
}
