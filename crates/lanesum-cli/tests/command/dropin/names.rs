//! Names are bytes.

use super::place::Links;
use crate::support::bytes;
use std::process::Output;

/// A file for each byte that a name may have, and for each pair that escapes.
fn all_bytes(links: &Links) -> Vec<Vec<u8>> {
    let mut names: Vec<Vec<u8>> = (1..=255).filter(|&b| b != b'/').map(|b| vec![b'x', b, b'y']).collect();
    names.extend([
        br"\\".to_vec(),
        b"\\n".to_vec(),
        b"\n\r\\".to_vec(),
        b" lead".to_vec(),
        b"trail ".to_vec(),
        b") = x".to_vec(),
    ]);
    for name in &names {
        links.place.file(bytes(name), name);
    }
    names
}

fn output(links: &Links, ours: bool, script: &str) -> Output {
    let mut bash = if ours { links.bash(script) } else { links.system_bash(script) };
    bash.output().unwrap()
}

#[test]
fn every_byte() {
    let links = Links::new();
    let names = all_bytes(&links);
    for command in ["md5sum", "md5sum --tag", "md5sum -z", "b2sum -b", "cksum", "sum", "cksum -a sha1"] {
        let script = format!("LC_ALL=C {command} *");
        let (ours, theirs) = (output(&links, true, &script), output(&links, false, &script));
        assert!(ours == theirs, "{command}");
        assert_eq!(ours.status.code(), Some(0));
    }
    for command in ["md5sum", "sha256sum --tag"] {
        let check = command.split(' ').next().unwrap();
        // In a file that no other test has.
        let checked = |check: &str| {
            format!("m=$(mktemp) && {command} * > $m && {check} $m; code=$?; rm $m; exit $code")
        };
        let ran = output(&links, true, &checked(&format!("{check} -c")));
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.stdout.iter().filter(|&&b| b == b'\n').count(), names.len(), "one line each");
        // The other reads what one has written.
        let theirs = checked(&format!("/usr/bin/{check} -c --status"));
        let ran = output(&links, false, &format!("PATH=$(dirname $L):$PATH; {theirs}"));
        assert_eq!(ran.status.code(), Some(0));
    }
}

/// Messages about files that are not there, in both kinds of locale.
#[test]
fn quoted_in_messages() {
    let links = Links::new();
    let names: Vec<String> =
        (1..=255_u8).filter(|&b| b != b'/').map(|b| format!("$'x\\x{b:02x}y'")).collect();
    for locale in ["C", "C.UTF-8"] {
        let script = format!(
            "LC_ALL={locale} md5sum -- {} $'\\xc3\\xa9' $'\\xe2\\x82' '' \\# a\\# \\~ a~",
            names.join(" ")
        );
        let (ours, theirs) = (output(&links, true, &script), output(&links, false, &script));
        let lines = |output: &Output| -> Vec<String> {
            String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect()
        };
        for (ours, theirs) in lines(&ours).iter().zip(&lines(&theirs)) {
            assert_eq!(ours, theirs);
        }
        assert_eq!(ours.stderr.len(), theirs.stderr.len());
    }
}
