//! Directories with more names than memory is spent on.

use crate::support::Place;
use lanesum::Algorithm;
use std::fs;

/// How many names one file has: that is faster than so many files.
const EACH: usize = 30_000;

/// Makes files with these names in `d`, and says what their lines are.
fn files(place: &Place, names: &[String]) -> Vec<u8> {
    fs::create_dir(place.path().join("d")).unwrap();
    let mut lines = Vec::new();
    for (i, names) in names.chunks(EACH).enumerate() {
        let bytes = i.to_string();
        let digest = lanesum::hash(Algorithm::Blake3, bytes.as_bytes());
        let mut first = None;
        for name in names {
            let path = place.path().join("d").join(name);
            match &first {
                None => {
                    fs::write(&path, &bytes).unwrap();
                    first = Some(path);
                }
                Some(first) => fs::hard_link(first, path).unwrap(),
            }
            lines.push((name, format!("{digest}  d/{name}\n")));
        }
    }
    lines.sort();
    lines.into_iter().flat_map(|(_, line)| line.into_bytes()).collect()
}

/// The first one that differs, for the message.
#[track_caller]
fn assert_lines(out: &[u8], expected: &[u8], what: &str) {
    if out != expected {
        let count = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
        let different = out.iter().zip(expected).position(|(a, b)| a != b);
        panic!("{what}: {} of {} lines; they differ at {different:?}", count(out), count(expected));
    }
}

/// On however many threads, and however often: the same lines. What takes the
/// time is to open files: so most runs list a directory with the same names, of
/// which one in sixteen is a file, and the others are pipes.
#[test]
fn on_threads() {
    let place = Place::new();
    let names: Vec<_> =
        (0..200_000_u32).map(|i| format!("{:0>200x}", i.wrapping_mul(2_654_435_761))).collect();
    let (some, others): (Vec<_>, Vec<_>) = names.iter().cloned().partition(|name| name.ends_with('0'));
    let sparse = Place::new();
    let expected = [files(&place, &names), files(&sparse, &some)];
    for (i, names) in others.chunks(EACH).enumerate() {
        let pipe = format!("pipe{i}");
        sparse.fifo(&pipe);
        for name in names {
            fs::hard_link(sparse.path().join(&pipe), sparse.path().join("d").join(name)).unwrap();
        }
    }
    for threads in ["1", "2", "4", "8"] {
        for run in 0..5 {
            let (place, expected) = if run < 1 { (&place, &expected[0]) } else { (&sparse, &expected[1]) };
            let output = place.command(&["hash", "-j", threads, "d"]).output().unwrap();
            let what = format!("-j {threads}, run {run}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{what}");
            assert!(output.status.success(), "{what}");
            assert_lines(&output.stdout, expected, &what);
        }
    }
}

/// Where no temporary file can be made the names are kept in memory, and where
/// it has no room nothing is lost unnoticed.
#[cfg(target_os = "linux")]
#[test]
fn without_temporary_files() {
    let place = Place::new();
    let names: Vec<_> = (0..60_000).map(|i| format!("{i:0>200}")).collect();
    let expected = files(&place, &names);
    let output = place.command(&["hash", "d"]).env("TMPDIR", "/nonexistent").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_lines(&output.stdout, &expected, "in memory");
    // No file may have more than a MiB.
    let ran = place.shell("trap '' XFSZ; ulimit -f 2048; TMPDIR=/tmp $L hash d");
    ran.fails("", "lanesum: d: its names need a temporary file in /tmp: File too large\n");
}
