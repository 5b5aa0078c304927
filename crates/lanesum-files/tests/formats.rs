//! Every format: what it writes it reads; what other programs write it reads; what is
//! none of its lines it does not take.

use lanesum::Algorithm;
use lanesum_files::format::{AnyReader, FORMATS, Format, Hashed, Listed, Said, Write, detect, pasted};
use lanesum_files::function::{Function, Value};
use lanesum_files::manifest::{Known, Of};

/// Names that one format or the other has trouble with.
const NAMES: [&str; 33] = [
    "a",
    "b c",
    " lead",
    "trail ",
    ";semi",
    "#hash",
    "com,ma\"q",
    "\"quoted\"",
    "new\nline",
    "cr\rx",
    "end\r",
    "back\\slash",
    "per%0Acent",
    "100%",
    "%25",
    "(a) = b",
    "*star",
    "\u{240a}symbol",
    "\u{201b}quote",
    "\u{201b}\u{240a}both",
    "\u{7f}\u{1}",
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= a",
    "x 12345678",
    "{\"path\": 1}",
    "  ",
    "\tlead",
    "{",
    "\u{feff}mark",
    "%%%% HASHDEEP-1.0",
    "d41d8cd98f00b204e9800998ecf8427e",
    "d41d8cd98f00b204e9800998ecf8427e  a",
    "MD5 (a) = d41d8cd98f00b204e9800998ecf8427e",
    "WHIRLPOOL (a) = 19fa61d75522a466",
];

fn functions(format: &Format) -> Vec<Function> {
    format.algorithms.iter().map(|&algorithm| algorithm.into()).collect()
}

/// A manifest of one file. None where its name cannot be written.
fn written(format: &Format, name: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    let functions = functions(format);
    (format.takes)(&functions).unwrap();
    let digests: Vec<_> =
        format.algorithms.iter().map(|&algorithm| Value::from(lanesum::hash(algorithm, message))).collect();
    let hashed = Hashed { name, size: message.len() as u64, functions: &functions, digests: &digests };
    let mut text = Vec::new();
    match &format.write {
        Write::Form(form) => form.line(|| functions[0].tag(), &digests[0], name, false, &mut text),
        Write::Json => return None,
        Write::Lines { header, line } => {
            text.extend_from_slice(header(&functions).as_bytes());
            line(&hashed, &mut text).ok()?;
        }
    }
    Some(text)
}

fn entries(reader: &mut AnyReader, text: &[u8]) -> Vec<Listed> {
    let lines = text.strip_suffix(b"\n").unwrap_or(text).split(|&b| b == b'\n');
    let listed = lines.filter_map(|line| match reader.line(line) {
        Said::Entry(listed) => Some(listed),
        Said::Nothing => None,
        other => panic!("{other:?}: {}", String::from_utf8_lossy(line)),
    });
    listed.collect()
}

#[test]
fn there_and_back() {
    for format in FORMATS {
        let mut refused = Vec::new();
        for name in NAMES {
            let Some(text) = written(format, name.as_bytes(), b"abc") else {
                refused.push(name);
                continue;
            };
            let mut reader = AnyReader::new(Known::default(), Some(format));
            let [listed] = &entries(&mut reader, &text)[..] else { panic!("{}: {name:?}", format.name) };
            let read = String::from_utf8_lossy(&listed.name);
            assert_eq!(read.strip_prefix("./").unwrap_or(&read), name, "{}", format.name);
            assert_eq!(listed.digests.len(), format.algorithms.len());
            for ((_, digest), &algorithm) in listed.digests.iter().zip(format.algorithms) {
                assert_eq!(*digest, lanesum::hash(algorithm, b"abc"));
            }
            assert!(listed.size.is_none_or(|size| size == 3));
            // Alone in a manifest it tells the format, whatever the name is.
            if !matches!(format.name, "bagit" | "rclone") {
                let mut reader = AnyReader::new(Known::default(), None);
                let [listed] = &entries(&mut reader, &text)[..] else { panic!("{}: {name:?}", format.name) };
                let read = String::from_utf8_lossy(&listed.name);
                let read = read.strip_prefix("./").unwrap_or(&read);
                let found = reader.format().unwrap().name;
                assert_eq!((read, found), (name, format.name));
            }
        }
        let expected: &[&str] = match format.name {
            "hashdeep" => &["new\nline"],
            "sfv" => &[";semi", "new\nline", "cr\rx", "end\r", "  "],
            "sri" | "record" => &["new\nline", "cr\rx", "end\r"],
            "bagit" => &[" lead", "*star", "  ", "\tlead"],
            "json" => &NAMES,
            _ => &[],
        };
        assert_eq!(refused, expected, "{}", format.name);
    }
}

/// By the first line of each that means something.
#[test]
fn detected() {
    for format in FORMATS {
        let Some(text) = written(format, b"a", b"abc") else { continue };
        let mut reader = AnyReader::new(Known::default(), None);
        assert_eq!(entries(&mut reader, &text).len(), 1, "{}", format.name);
        let found = reader.format().unwrap().name;
        // Those look like GNU's.
        let expected = if matches!(format.name, "bagit" | "rclone") { "gnu" } else { format.name };
        assert_eq!(found, expected);
    }
    let name = |line: &str| detect(line.as_bytes()).map(|format| format.name);
    assert_eq!(name("d41d8cd98f00b204e9800998ecf8427e  file 12345678"), Some("gnu"));
    assert_eq!(name("WHIRLPOOL (a) = 19fa61d75522a466"), Some("bsd"));
    assert_eq!(name("{}"), Some("json"));
    assert_eq!(name("RECORD,,"), Some("record"));
    for line in ["", "garbage", "a,b,c", "a 1234567", " 12345678", "sha1-kmVM3Fi1M1lMyM3Fi1M= a"] {
        assert_eq!(name(line), None, "{line}");
    }
}

/// The name and the size in a line, and its digests with their algorithms.
type Read = (String, Option<u64>, Vec<(String, String)>);

/// What is read of a line alone.
fn read(line: &str, format: Option<&str>) -> Option<Read> {
    let known = Known::default();
    let listed = match format {
        None => pasted(line.as_bytes(), &known)?,
        Some(format) => match AnyReader::new(known, Format::named(format)).line(line.as_bytes()) {
            Said::Entry(listed) => listed,
            _ => return None,
        },
    };
    let digests = listed.digests.iter().map(|(of, digest)| {
        let name = match of {
            Of::Function(function) => function.name().into_owned(),
            Of::Unnamed => String::new(),
        };
        (name, digest.to_string())
    });
    Some((String::from_utf8_lossy(&listed.name).into_owned(), listed.size, digests.collect()))
}

fn digests(algorithms: &[Algorithm], message: &[u8]) -> Vec<(String, String)> {
    let digest = |&algorithm: &Algorithm| {
        (algorithm.name().to_string(), lanesum::hash(algorithm, message).to_string())
    };
    algorithms.iter().map(digest).collect()
}

/// Lines as hashdeep 4.4, RHash 1.4.3, cfv 3.2.0, rclone 1.60.1, bagit 1.9.0 and pip 23 write
/// them, of a file `a` with `abc` in it and others with one letter.
#[test]
fn of_other_programs() {
    let (md5, sha1, sha256) = (Algorithm::Md5, Algorithm::Sha1, Algorithm::Sha256);
    let hashdeep = "3,900150983cd24fb0d6963f7d28e17f72,a9993e364706816aba3e25717850c26c9cd0d89d,\
                    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad,\
                    2aab1484e8c158f2bfb8c5ff41b57a525129131c957b5f93,./com,ma \"q";
    // tiger is not here: the others are checked.
    let expected = ("./com,ma \"q".to_owned(), Some(3), digests(&[md5, sha1, sha256], b"abc"));
    assert_eq!(read(hashdeep, None).as_ref(), Some(&expected));
    // A name may look like a digest.
    let (name, digest) = ("d41d8cd98f00b204e9800998ecf8427e", "900150983cd24fb0d6963f7d28e17f72");
    for name in [name, &format!("{name},x")] {
        let expected = (name.to_owned(), Some(3), digests(&[md5], b"abc"));
        assert_eq!(read(&format!("3,{digest},{name}"), None), Some(expected));
    }
    let header = "%%%% HASHDEEP-1.0\n%%%% size,md5,sha1,sha256,tiger,filename\n\
                  ## Invoked from: /tmp\n## # hashdeep -c md5,sha1,sha256,tiger -l a\n## \n";
    let mut reader = AnyReader::new(Known::default(), None);
    let listed = entries(&mut reader, format!("{header}{hashdeep}\n").as_bytes());
    assert_eq!((listed.len(), listed[0].digests.len()), (1, 3));

    let crc = |message| digests(&[Algorithm::Crc32], message);
    for (line, name, message) in [
        ("a 352441C2", "a", "abc"),
        (" lead 9606C2FE", " lead", "l"),
        ("trail  856a5aa8", "trail ", "t"),
        ("com,ma\"q fbdb2615\r", "com,ma\"q", "y"),
    ] {
        let read = read(line, Some("sfv")).unwrap();
        assert_eq!(read, (name.to_owned(), None, crc(message.as_bytes())), "{line}");
    }

    for (line, name, message) in [
        ("8ce4b16b22b58894aa86c421e8759df3  cr\u{240d}x", "cr\rx", "k"),
        ("fbade9e36a3f36d3d676c1b808451dd7  new\u{240a}line", "new\nline", "z"),
        ("LXEWQrcmsEQBYnyp-6wy9chTD7GQPMTbAiWHF5IaSIE=  b c", "b c", "x"),
    ] {
        let (read, _, found) = read(line, Some("rclone")).unwrap();
        let algorithm = if found[0].1.len() == 32 { md5 } else { sha256 };
        assert_eq!((&*read, &found[0].1), (name, &digests(&[algorithm], message.as_bytes())[0].1));
    }
    for line in ["UNSUPPORTED  a", "                                  a", "ERROR  a"] {
        assert_eq!(read(line, Some("rclone")), None);
    }

    let bag = "594e519ae499312b29433b7dd8a97ff068defcba9755b6d5d00e84c524d67b06  data/new%0Aline";
    assert_eq!(read(bag, Some("bagit")).unwrap().0, "data/new\nline");

    let record = "a,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
    assert_eq!(read(record, None), Some(("a".to_owned(), Some(3), digests(&[sha256], b"abc"))));
    let record = "\"com,ma\"\"q\",sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,";
    assert_eq!(read(record, None), Some(("com,ma\"q".to_owned(), None, digests(&[sha256], b"abc"))));
    assert_eq!(read("../a.pyc,,", None), None);

    let sri = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
    for line in [format!("{sri} a"), format!("{sri}  a"), format!("{sri}?ct=text/plain {sri} a")] {
        assert_eq!(read(&line, None).unwrap().0, "a");
    }
}

#[test]
fn malformed() {
    for (format, line) in [
        ("hashdeep", "3,900150983cd24fb0d6963f7d28e17f72,a"),
        ("hashdeep", "%%%% size,filename"),
        ("sfv", "a 352441C"),
        ("sfv", "352441C2"),
        ("sri", "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ("sri", "sha256-ungW a"),
        ("record", "a,sha256=ungW,3"),
        ("record", "a,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3x"),
        ("record", "\"a,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3"),
        ("record", ",sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3"),
        ("bagit", "900150983cd24fb0d6963f7d28e17f72"),
        ("bagit", "900150983cd24fb0d6963f7d28e17f72  "),
        ("rclone", "900150983cd24fb0d6963f7d28e17f72 a"),
        ("json", "{\"path\": \"a\"}"),
        ("json", "{\"path\": \"a\", \"digests\": {\"md5\": \"9001\"}}"),
        ("json", "{\"path\": \"a\", \"digests\": {}}"),
        ("json", "[]"),
        ("json", "{\"path\": \"a\", \"error\": \"No such file or directory\"}"),
    ] {
        let said = AnyReader::new(Known::default(), Format::named(format)).line(line.as_bytes());
        let nothing = line.starts_with("%%%%") && matches!(said, Said::Nothing);
        assert!(matches!(said, Said::Malformed) || nothing, "{format}: {line}: {said:?}");
    }
}
