//! A manifest, file by file.

use super::about::About;
use super::group::Group;
use super::survey::{self, Found, Survey};
use lanesum::Digest;
use lanesum_files::format::{Format, Said};
use lanesum_files::manifest::Meta;
use lanesum_files::manifest::entries::{Line, Lines, Skimmed};
use lanesum_files::manifest::{Known, Of};
use lanesum_files::original::Original;
use lanesum_files::reason;
use rustix::io::Errno;
use std::fmt;
use std::io;

/// Reads the files of a manifest one after the other.
pub(crate) struct Cursor {
    lines: Lines,
    /// Which functions are good.
    known: Known,
    groups: Groups,
    /// What its lines say beside the files.
    pub(crate) about: About,
    ended: bool,
}

/// Makes one of all lines of a file.
struct Groups {
    /// The file whose lines may go on, if it `is_open`.
    group: Box<Group>,
    is_open: bool,
    /// What was said of the file whose line comes next.
    note: Vec<u8>,
    /// Whether the lines themselves are wanted.
    with_text: bool,
    /// How many files came.
    files: u64,
}

/// Why a manifest cannot be read.
#[derive(Debug)]
pub(crate) struct LedgerError(io::Error);

impl LedgerError {
    /// Whether there is no such file.
    pub(crate) fn is_missing(&self) -> bool {
        self.0.kind() == io::ErrorKind::NotFound
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reason(&self.0))
    }
}

impl std::error::Error for LedgerError {}

impl From<io::Error> for LedgerError {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl From<Errno> for LedgerError {
    fn from(errno: Errno) -> Self {
        Self(errno.into())
    }
}

impl Cursor {
    /// Opens a manifest. `known` says which functions are good, `format` what its lines look
    /// like if the first is not to tell.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn open(
        manifest: &Original,
        known: Known,
        format: Option<&'static Format>,
    ) -> Result<Self, LedgerError> {
        let groups =
            Groups { group: Box::default(), is_open: false, note: Vec::new(), with_text: false, files: 0 };
        Ok(Self {
            lines: Lines::new(manifest.open()?, known.clone(), format),
            known,
            groups,
            about: About::default(),
            ended: false,
        })
    }

    /// Has each group keep its lines.
    pub(crate) fn with_text(mut self) -> Self {
        self.groups.with_text = true;
        self
    }

    /// The format of the lines, as soon as one has told.
    pub(crate) fn format(&self) -> Option<&'static Format> {
        self.lines.format()
    }

    /// Puts the next file into `group`, whose memory is used again. Says whether there was one.
    /// Two of one name come as two, unless their lines follow one another.
    ///
    /// # Errors
    ///
    /// The system's. Nothing comes after one.
    pub(crate) fn next(&mut self, group: &mut Box<Group>) -> Result<bool, LedgerError> {
        while !self.ended {
            let complete = match self.lines.next_skimmed().inspect_err(|_| self.ended = true)? {
                Some(Skimmed::Alike(alike)) => match self.known.unnamed(alike.digest) {
                    Some(digest) => self.groups.entry(alike.name, [digest], None, alike.text, group),
                    None => self.about.line(0, alike.text, Said::Malformed),
                },
                Some(Skimmed::Line(Line { text, said: Said::Entry(listed), .. })) => {
                    self.groups.entry(&listed.name, listed.digests, listed.size, text, group)
                }
                // A comment; a line that lists a file is none, whatever it begins with.
                Some(Skimmed::Line(Line { text, said: Said::Nothing, .. })) if Meta::is_one(text) => {
                    self.groups.note(text)
                }
                Some(Skimmed::Line(Line { number, text, said })) => self.about.line(number, text, said),
                None => {
                    self.ended = true;
                    break;
                }
            };
            if complete {
                return Ok(true);
            }
        }
        Ok(self.groups.last(group))
    }

    /// Looks through all that is left, by up to so many threads.
    ///
    /// # Errors
    ///
    /// The system's.
    pub(crate) fn survey<F: Found>(&mut self, threads: usize) -> Result<Survey<F>, LedgerError> {
        let (survey, about) = survey::survey(&mut self.lines, threads)?;
        self.about.append(about);
        Ok(survey)
    }
}

impl Groups {
    /// Takes what stands before the line of a file, which completes none.
    fn note(&mut self, line: &[u8]) -> bool {
        self.note.clear();
        self.note.extend_from_slice(line);
        false
    }

    /// Takes a line that lists a file. The file before it is complete if it has another name:
    /// `complete` is that one then.
    fn entry(
        &mut self,
        name: &[u8],
        digests: impl IntoIterator<Item = (Of, Digest)>,
        size: Option<u64>,
        line: &[u8],
        complete: &mut Box<Group>,
    ) -> bool {
        let group = &mut self.group;
        if self.is_open && group.name == name {
            group.add(digests, size);
            // What stands between lines of one file is nobody's.
            self.note.clear();
            keep(&mut group.text, line, self.with_text);
            return false;
        }
        let is_complete = std::mem::replace(&mut self.is_open, true);
        if is_complete {
            std::mem::swap(group, complete);
        }
        group.begin(name, digests, size, self.files);
        self.files += 1;
        std::mem::swap(&mut group.note, &mut self.note);
        if self.with_text {
            group.text.reserve(group.note.len() + line.len() + 2);
        }
        keep(&mut group.text, &group.note, self.with_text && !group.note.is_empty());
        keep(&mut group.text, line, self.with_text);
        is_complete
    }

    /// The file that no line follows: `complete` is that one, if there is one.
    fn last(&mut self, complete: &mut Box<Group>) -> bool {
        let is_complete = std::mem::take(&mut self.is_open);
        if is_complete {
            std::mem::swap(&mut self.group, complete);
        }
        is_complete
    }
}

/// Puts a line behind others, if they are wanted.
fn keep(text: &mut Vec<u8>, line: &[u8], with_text: bool) {
    if with_text {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// The files of a manifest: name, digests, noted size, lines.
    fn files(text: &str) -> Vec<(String, usize, Option<u64>, String)> {
        let mut manifest = tempfile::tempfile().unwrap();
        manifest.write_all(text.as_bytes()).unwrap();
        let manifest = Original::copied("M".into(), manifest);
        let mut cursor = Cursor::open(&manifest, Known::default(), None).unwrap().with_text();
        let (mut group, mut all) = (Box::<Group>::default(), Vec::new());
        let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        while cursor.next(&mut group).unwrap() {
            assert_eq!(group.index, all.len() as u64);
            let size = group.meta().map(|meta| meta.len);
            all.push((string(&group.name), group.digests.len(), size, string(&group.text)));
        }
        let mut cursor = Cursor::open(&manifest, Known::default(), None).unwrap();
        let survey = cursor.survey::<()>(1).unwrap();
        assert_eq!(survey.files, all.len() as u64);
        let bytes = all.iter().map(|(_, _, size, _)| *size).sum::<Option<u64>>();
        assert_eq!(survey.total.map(|total| total.bytes), bytes);
        all
    }

    /// Lines like the one before, of which less is read, and others, in any order.
    #[test]
    fn lines_of_a_file() {
        let (md5, sha) = ("0a".repeat(16), "0b".repeat(32));
        let note = |len: u64| format!("#= {len} 1.000000000 2.000000000 3\n");
        let line = |digest: &str, name: &str| format!("{digest}  {name}\n");
        let file =
            |name: &str, digests, size, lines: &[String]| (name.to_owned(), digests, size, lines.concat());
        // Each alone, then two digests of a file, and a note of which there is none.
        let (a, b) = ([note(5), line(&md5, "a")], [note(6), line(&md5, "b"), line(&sha, "b")]);
        let c = [line(&sha, "c")];
        let text = [&a.concat(), &b.concat(), "# comment\n", &c.concat()].concat();
        let expected = [file("a", 1, Some(5), &a), file("b", 2, Some(6), &b), file("c", 1, None, &c)];
        assert_eq!(files(&text), expected);
        // A note between two lines of one file is not that of the next file.
        let text = [line(&sha, "a"), note(7), line(&md5, "a"), line(&sha, "b")].concat();
        let own = [line(&sha, "a"), line(&md5, "a")];
        assert_eq!(files(&text), [file("a", 2, None, &own), file("b", 1, None, &[line(&sha, "b")])]);
        // A line that says nothing leaves the note of the next one where it is.
        let text = [note(8), "nonsense\n".to_owned(), line(&sha, "a")].concat();
        assert_eq!(files(&text), [file("a", 1, Some(8), &[note(8), line(&sha, "a")])]);
        assert_eq!(files(""), []);
    }
}
