//! What holds for any line: for the random manifests of the tests, and for the fuzz target
//! `manifest`.

use lanesum_files::manifest::needs::Needs;
use lanesum_files::manifest::{Entry, Form, Known, Of, Parsed, Parser, unsupported};

/// Reads a line, and asserts that what it says, written again, says the same. Says whether
/// it lists a file.
pub(crate) fn there_and_back(parser: &mut Parser<Known>, line: &[u8]) -> bool {
    let _ = (Needs::read(line), unsupported::tag(line), parser.zero_line(line));
    let Parsed::Entry(Entry { algorithm, digest, name }) = parser.line(line) else { return false };
    assert!(!name.is_empty() && !name.contains(&0));
    let (form, tag) = match &algorithm {
        Of::Function(function) => (Form::Bsd, function.tag()),
        Of::Unnamed => (Form::Gnu, "".into()),
    };
    let mut again = Vec::new();
    form.line(|| tag, digest, &name, false, &mut again);
    let read = Parser::new(Known::default()).line(&again[..again.len() - 1]);
    let Parsed::Entry(same) = read else { panic!("{}", String::from_utf8_lossy(&again)) };
    assert_eq!((same.digest, same.name), (digest, name));
    true
}
