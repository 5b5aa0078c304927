//! The iterator of what a manifest lists: every format, every kind of line, from a file and
//! from memory.

use lanesum::Algorithm;
use lanesum_files::format::Listed;
use lanesum_files::manifest::Known;
use lanesum_files::manifest::entries::{Entries, Entry, Lines, Problem};
use lanesum_files::manifest::needs::Needs;
use lanesum_files::records::Origin;
use std::io::Write;

const MD5: &str = "d41d8cd98f00b204e9800998ecf8427e";
const SHA256: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn read(manifest: &str) -> (Vec<Entry>, Option<&'static str>) {
    let mut entries = Entries::new(manifest.as_bytes().to_vec().into(), Known::default(), None);
    let all = entries.by_ref().collect::<Result<_, _>>().unwrap();
    (all, entries.format().map(|format| format.name))
}

fn listed(entry: &Entry) -> &Listed {
    entry.said.as_ref().unwrap()
}

#[test]
fn every_format() {
    let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    for (format, manifest, size) in [
        ("gnu", format!("# comment\n\n{SHA256}  a b\n"), None),
        ("bsd", format!("SHA256 (a b) = {SHA256}\n"), None),
        ("hashdeep", format!("%%%% HASHDEEP-1.0\n%%%% size,sha256,filename\n##\n0,{SHA256},a b\n"), Some(0)),
        (
            "json",
            format!("{{\"path\":\"a b\",\"size\":0,\"digests\":{{\"sha256\":\"{SHA256}\"}}}}\n"),
            Some(0),
        ),
        ("sri", format!("sha256-{base64} a b\n"), None),
        (
            "record",
            format!("a b,sha256={},0\n", base64.trim_end_matches('=').replace('+', "-").replace('/', "_")),
            Some(0),
        ),
        ("sfv", "; comment\na b 00000000\n".to_owned(), None),
    ] {
        let (entries, found) = read(&manifest);
        assert_eq!(found, Some(format));
        let [entry] = &entries[..] else { panic!("{format}: {entries:?}") };
        assert_eq!(entry.line, manifest.lines().count() as u64, "{format}");
        assert_eq!((&listed(entry).name[..], listed(entry).size), (&b"a b"[..], size), "{format}");
        let [(of, digest)] = &listed(entry).digests[..] else { panic!("{format}") };
        match format {
            "sfv" => assert_eq!(digest.to_string(), "00000000"),
            _ => assert_eq!(digest.to_string(), SHA256, "{format}"),
        }
        let named = of.function().map(|function| function.algorithm());
        let expected = match format {
            "gnu" => None,
            "sfv" => Some(Some(Algorithm::Crc32)),
            _ => Some(Some(Algorithm::Sha256)),
        };
        assert_eq!(named, expected, "{format}");
    }
}

/// What lists no file is said with its line, and nothing behind it is lost.
#[test]
fn problems() {
    let manifest = format!(
        "# lanesum: check with --key-file\n{MD5}  a\nnonsense\nWHIRLPOOL (b) = {SHA256}\n\\{MD5}  c\\nd\n{MD5}  \n"
    );
    let (entries, _) = read(&manifest);
    let said: Vec<_> = entries
        .iter()
        .map(|entry| (entry.line, entry.said.as_ref().map(|listed| &listed.name[..]).map_err(Clone::clone)))
        .collect();
    assert_eq!(
        said,
        [
            (1, Err(Problem::Needs(Needs { key: true, ..Needs::default() }))),
            (2, Ok(&b"a"[..])),
            (3, Err(Problem::Malformed)),
            (4, Err(Problem::Unsupported("WHIRLPOOL".to_owned()))),
            (5, Ok(b"c\nd")),
            (6, Err(Problem::Malformed)),
        ]
    );
    assert_eq!(
        Problem::Needs(Needs { key: true, ..Needs::default() }).to_string(),
        "its digests can be checked only with --key-file"
    );
}

/// A line that is too long to mean anything is one, and the next is read.
#[test]
fn too_long() {
    let (entries, _) = read(&format!("{MD5}  {}\n{MD5}  a\n", "x".repeat(3 << 20)));
    assert!(matches!(entries[0], Entry { line: 1, said: Err(Problem::Malformed) }));
    assert_eq!((entries[1].line, &listed(&entries[1]).name[..]), (2, &b"a"[..]));
}

/// From a file, with what stands in each line; and lines that end in NUL.
#[test]
fn lines_as_they_are() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "#= 1\n{MD5}  a").unwrap();
    let mut lines = Lines::new(Origin::open(file.path().as_os_str()).unwrap(), Known::default(), None);
    let line = lines.next().unwrap().unwrap();
    assert_eq!((line.number, line.text), (1, &b"#= 1"[..]));
    assert_eq!(lines.next().unwrap().unwrap().text, format!("{MD5}  a").as_bytes());
    assert!(lines.next().unwrap().is_none());
    let zero = format!("{MD5}  a\nb\0");
    let mut lines = Lines::zero(zero.into_bytes().into(), Known::default());
    assert_eq!(lines.next().unwrap().unwrap().text, format!("{MD5}  a\nb").as_bytes());
}

/// Parts of a part of a file: whatever stands behind it, each line comes once, in order.
#[test]
fn split_before_the_end_of_the_file() {
    let line = |i: usize| format!("{MD5}  file {i}\n");
    let text: String = (0..200).map(line).collect();
    let end: usize = (0..100).map(|i| line(i).len()).sum();
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let file = std::sync::Arc::new(file);
    for least in [1, 100, 1000, 10_000] {
        let mut lines = Lines::new(Origin::Copy(file.clone(), 0..end as u64), Known::default(), None);
        let mut found = vec![lines.next().unwrap().unwrap().text.to_vec()];
        for mut part in lines.split(usize::MAX, least, |_| false).unwrap() {
            while let Some(line) = part.next().unwrap() {
                found.push(line.text.to_vec());
            }
        }
        assert!(
            found.iter().map(|text| [text, &b"\n"[..]].concat()).eq((0..100).map(|i| line(i).into_bytes())),
            "{least}"
        );
    }
}
