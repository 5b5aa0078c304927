//! 10,000 random manifests: nothing panics, and what a line says, written again, says the
//! same. The fuzz target `manifest` does this with what libFuzzer makes.

#[path = "manifests/again.rs"]
mod again;

use again::there_and_back;
use lanesum_files::manifest::{Entry, Known, Of, Parsed, Parser};

/// A sequence of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}

const PARTS: [&[u8]; 26] = [
    b"900150983cd24fb0d6963f7d28e17f72",
    b"a9993e364706816aba3e25717850c26c9cd0d89d",
    b"kAFQmDzST7DWlj99KOF/cg==",
    b"MD5 (",
    b"SHA2-256 (",
    b"BLAKE3-128(",
    b"BLAKE2b-8 (",
    b") = ",
    b")= ",
    b"  ",
    b" *",
    b" ",
    b"\t",
    b"\\",
    b"\\n",
    b"\\\\",
    b"a",
    b"name",
    b"\xff\xfe",
    b"\0",
    b"\r",
    b"# lanesum: check with --seek ",
    b"#",
    b"(",
    b"9",
    b"35",
];

fn line(random: &mut Random) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..random.below(7) {
        line.extend_from_slice(PARTS[random.below(PARTS.len())]);
    }
    // One byte is another, at times.
    if !line.is_empty() && random.below(4) == 0 {
        let at = random.below(line.len());
        line[at] = random.below(256) as u8;
    }
    line
}

#[test]
fn random_manifests() {
    let mut random = Random(18);
    let mut entries = 0;
    for _ in 0..10_000 {
        let mut parser = Parser::new(Known::default());
        for _ in 0..random.below(6) {
            entries += u32::from(there_and_back(&mut parser, &line(&mut random)));
        }
    }
    assert!(entries > 100, "{entries}");
}

/// A name that is read without the rest of its line is the one that the whole line has, and
/// the line is of an unnamed function.
#[test]
fn names_alone() {
    let mut random = Random(19);
    let parts: [&[u8]; 16] = [
        b"900150983cd24fb0d6963f7d28e17f72",
        b"900150983CD24FB0D6963F7D28E17F72",
        b"900150983cd24fb0d6963f7d28e17f7",
        b"kAFQmDzST7DWlj99KOF/cg==",
        b"MD5 (",
        b") = ",
        b"  ",
        b"  ",
        b" *",
        b" ",
        b"\\",
        b"a",
        b"name (b) = c",
        b"\0",
        b"\r",
        b"#",
    ];
    let mut alike = 0;
    for _ in 0..20_000 {
        let mut parser = Parser::new(Known::default());
        for _ in 0..4 {
            let mut line = parts[random.below(4)].to_vec();
            for _ in 0..random.below(4) {
                line.extend_from_slice(parts[random.below(parts.len())]);
            }
            let found = parser.alike(&line);
            let whole = parser.line(&line);
            let Some(found) = found else { continue };
            alike += 1;
            assert_eq!(found.text, line);
            let own = Known::default().unnamed(found.digest).map(|(_, digest)| digest);
            match whole {
                Parsed::Entry(Entry { algorithm: Of::Unnamed, name, digest }) => {
                    assert_eq!((found.name, own), (&*name, Some(digest)));
                }
                other => panic!("{other:?}: {:?}", String::from_utf8_lossy(&line)),
            }
        }
    }
    assert!(alike > 100, "{alike}");
}
