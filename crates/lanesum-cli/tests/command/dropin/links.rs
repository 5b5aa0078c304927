//! `lanesum links` and the manual pages.

use super::place::Links;
use std::fs;

#[test]
fn creates_links() {
    let links = Links::with_files();
    let made = links.run("$L links bin");
    assert_eq!((made.code, &*made.err), (Some(0), ""));
    links
        .run("ls bin")
        .says("b2sum\nb3sum\nbao\ncksum\nmd5sum\nsha1sum\nsha224sum\nsha256sum\nsha384sum\nsha512sum\nsum\n");
    links.run("bin/md5sum a").says("900150983cd24fb0d6963f7d28e17f72  a\n");
    // Again: they are there already.
    assert_eq!(links.run("$L links bin").code, Some(0));
    // What is not ours stays.
    links.run("rm bin/sum; echo precious > bin/sum").says("");
    let ran = links.run("$L links bin");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("bin/sum"), "{}", ran.err);
    links.run("cat bin/sum").says("precious\n");
    assert_eq!(links.run("$L links --force bin").code, Some(0));
    links.run("bin/sum < a").says("16556     1\n");
    let help = links.run("$L links --help");
    assert!(help.out.contains("Examples:\n"), "{}", help.out);
}

/// A page for each name, from the same table as `--help`.
#[test]
fn pages() {
    let links = Links::new();
    assert_eq!(links.run("$L man pages").code, Some(0));
    for name in super::place::NAMES.iter().chain(&["b3sum", "bao"]) {
        let page = fs::read_to_string(links.place.path().join(format!("pages/{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
    let page = fs::read_to_string(links.place.path().join("pages/cksum.1")).unwrap();
    for part in ["\\-\\-algorithm", "\\-\\-base64", "sha3", "\\-\\-ignore\\-missing"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}
