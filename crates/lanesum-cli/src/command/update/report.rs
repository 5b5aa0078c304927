//! Writes the new manifest, and says what changed.

use super::journal::Own;
use super::lines::Line;
use crate::console::Console;
use crate::ledger::{Cursor, Group, Header};
use crate::message;
use crate::outboards::Prune;
use crate::output::Output;
use crate::progress::{Progress, amount};
use crate::signature::Signer;
use crate::terminal::Shown;
use anyhow::Result;
use lanesum::Digest;
use lanesum_files::engine::Sink;
use lanesum_files::format::Format;
use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Known, Of};
use lanesum_files::walk::Skipped;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

pub(super) struct Report<'a> {
    manifest: Console<'a>,
    /// What changed.
    changes: Console<'a>,
    names: Shown,
    journal: Own,
    progress: &'a Progress,
    says: Says,
    /// The hash trees that may have to go.
    prune: Option<Prune>,
    count: Count,
    /// Whether files are missing that nobody can name.
    lost: bool,
}

/// What is said of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Nothing,
    Counts,
    /// A line for each file too.
    Files,
}

#[derive(Default)]
struct Count {
    kept: u64,
    same: u64,
    new: u64,
    changed: u64,
    gone: u64,
    rotten: u64,
    unread: u64,
    /// Of those that were not read, the ones that keep their old lines.
    unread_listed: u64,
    /// Of all these, those that were not read again, for an interrupted run has read them, and
    /// their bytes.
    resumed: u64,
    resumed_bytes: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        output: Output,
        journal: Own,
        progress: &'a Progress,
        says: Says,
        prune: Option<Prune>,
    ) -> Self {
        let changes = Output::stdout();
        let names = Shown::on(changes.is_terminal());
        let (manifest, changes) = (Console::new(output, progress), Console::new(changes, progress));
        Self {
            manifest,
            changes,
            names,
            journal,
            progress,
            says,
            prune,
            count: Count::default(),
            lost: false,
        }
    }

    /// Writes the first lines.
    pub(super) fn begin(&mut self, header: &Header, needs: Needs) -> Result<()> {
        self.manifest.line(header.line().as_bytes())?;
        if let Some(comment) = needs.comment() {
            self.manifest.line(format!("{comment}\n").as_bytes())?;
        }
        Ok(())
    }

    /// Puts the manifest in its place, unless files are missing from it. Says whether all
    /// is as it should be.
    pub(super) fn finish(
        self,
        partial: bool,
        manifest: &OsStr,
        generation: u64,
        before: u64,
        signer: Option<&Signer>,
    ) -> Result<bool> {
        let Count { kept, same, new, changed, gone, rotten, unread, unread_listed, resumed, resumed_bytes } =
            self.count;
        self.changes.finish()?;
        if self.lost || unread > 0 && !partial {
            self.journal.keep();
            let why = match self.lost {
                true => "it lacks files that nobody can name",
                false => "some files could not be read or listed; with --partial they keep their old lines",
            };
            self.manifest.abandon(why)?;
            return Ok(false);
        }
        self.prune.as_ref().map_or(Ok(()), Prune::before_manifest)?;
        self.manifest.finish_signed(signer)?;
        let removed = self.prune.map_or(Ok(0), |prune| removed(prune, manifest));
        // With it goes the lock: no other update is at work before.
        self.journal.remove();
        // As many as the manifest has.
        let all = kept + same + new + changed + rotten + unread_listed;
        let mut what =
            format!("generation {generation}: {all} files ({before} before): {kept} kept, {same} read again");
        for (n, name) in
            [(new, "new"), (changed, "changed"), (gone, "gone"), (rotten, "ROTTEN"), (unread, "not readable")]
        {
            if n > 0 {
                what.push_str(&format!(", {n} {name}"));
            }
        }
        if resumed > 0 {
            let amount = amount(resumed, resumed_bytes);
            what.push_str(&format!("; {amount} read before the interruption, and not again"));
        }
        match removed {
            Ok(0) => {}
            Ok(1) => what.push_str("; 1 hash tree removed"),
            Ok(n) => what.push_str(&format!("; {n} hash trees removed")),
            // The manifest has its place, and what stays is no harm.
            Err(error) => message::say(&message::about(
                manifest.as_bytes(),
                format!("WARNING: lanesum could not remove old hash trees: {error:#}"),
            )),
        }
        if self.says != Says::Nothing {
            message::say(&message::about(manifest.as_bytes(), what));
        }
        let bad = rotten + unread;
        self.progress.sum_up_checked(bad == 0, bad);
        Ok(bad == 0)
    }

    /// Takes the lines of a file. One that was read, and has so many bytes, is for the journal
    /// too.
    fn file(&mut self, text: &[u8], journal: Option<u64>) -> Result<()> {
        if let Some(len) = journal {
            self.journal.add(text, len);
        }
        Ok(self.manifest.line(text)?)
    }

    /// Takes what the old manifest has of a file that is gone, or another one.
    fn gone(&mut self, old: &[(Of, Digest)]) -> Result<()> {
        match &mut self.prune {
            Some(prune) => Ok(prune.gone(old.iter().map(|(_, digest)| digest))?),
            None => Ok(()),
        }
    }

    fn say(&mut self, name: &[u8], what: &str) -> Result<()> {
        if self.says == Says::Files && !name.is_empty() {
            self.changes.line(&self.names.result(name, what))?;
        }
        Ok(())
    }
}

/// Removes the hash trees that nothing in the new manifest has. Says how many.
fn removed(mut prune: Prune, manifest: &OsStr) -> Result<u64> {
    if !prune.is_needed() {
        return Ok(prune.finish()?);
    }
    let mut cursor = Cursor::open(&manifest.to_owned().into(), Known::default(), Format::named("gnu"))?;
    let mut group = Box::<Group>::default();
    while cursor.next(&mut group)? {
        group.digests.iter().try_for_each(|(_, digest)| prune.listed(digest))?;
    }
    Ok(prune.finish()?)
}

impl Report<'_> {
    /// Says what the walk has left out.
    pub(super) fn left_out(&mut self, skipped: &Skipped) -> Result<()> {
        if self.says == Says::Nothing {
            return Ok(());
        }
        if let Some(what) = skipped.summary() {
            self.changes.message(&message::plain(format_args!("left out: {what}")))?;
        }
        Ok(())
    }
}

impl Sink<Line> for Report<'_> {
    type Error = anyhow::Error;

    fn line(&mut self, line: Line) -> Result<()> {
        if !matches!(line, Line::Nothing | Line::Gone { .. } | Line::Unknown { .. } | Line::Resumed { .. }) {
            self.progress.file();
        }
        match line {
            Line::Nothing => {}
            Line::Kept(text) => {
                self.count.kept += 1;
                self.file(&text, None)?;
            }
            Line::Same { text, len } => {
                self.count.same += 1;
                self.file(&text, Some(len))?;
            }
            Line::New { name, text, journal } => {
                self.count.new += 1;
                self.say(&name, "NEW")?;
                self.file(&text, journal)?;
            }
            Line::Changed { name, text, journal, old } => {
                self.count.changed += 1;
                self.gone(&old)?;
                self.say(&name, "CHANGED")?;
                self.file(&text, journal)?;
            }
            Line::Rotten { name, text } => {
                self.count.rotten += 1;
                self.changes.line(&self.names.result(&name, "ROTTEN"))?;
                self.file(&text, None)?;
            }
            Line::Accepted { name, text, len, old } => {
                self.count.changed += 1;
                self.gone(&old)?;
                self.say(&name, "ACCEPTED")?;
                self.file(&text, Some(len))?;
            }
            Line::Resumed { len, line } => {
                self.count.resumed += 1;
                self.count.resumed_bytes += len;
                return self.line(*line);
            }
            Line::Gone { name, old } => {
                self.count.gone += 1;
                self.gone(&old)?;
                self.say(&name, "GONE")?;
            }
            Line::Unknown { name, text } => {
                self.count.unread += 1;
                self.count.unread_listed += 1;
                self.say(&name, "UNREADABLE")?;
                self.file(&text, None)?;
            }
            Line::Unread { message, old, lost } => {
                self.count.unread += 1;
                self.lost |= lost;
                self.changes.message(&message)?;
                if let Some(text) = old {
                    self.count.unread_listed += 1;
                    self.file(&text, None)?;
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.changes.flush()?)
    }
}
