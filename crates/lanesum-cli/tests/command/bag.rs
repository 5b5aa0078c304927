//! `lanesum bag`: bags are made, validated, and found wanting.

use crate::support::{ABC_SHA256, Place, bytes};
use rustix::fs::{Mode, OFlags, mkdirat, openat};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::Command;

/// Files whose names a manifest cannot have as they are, and some that are called as
/// files of a bag.
fn place() -> Place {
    let place = Place::new();
    place
        .file("bag/a", "abc")
        .file("bag/data/x", "")
        .file("bag/manifest-sha512.txt", "mine")
        .file("bag/bag-info.txt", "");
    place.file(bytes(b"bag/new\nline"), "z").file("bag/100%", "v").file("bag/d/e/f", "y");
    place
}

fn made() -> Place {
    let place = place();
    place.run(&["bag", "make", "-a", "sha256,md5", "--info", "Source-Organization: Archive", "bag"]).says("");
    place
}

/// The names below the bag.
fn names(place: &Place) -> String {
    place.shell("cd bag && find . -type f -print0 | LC_ALL=C sort -z | tr '\\0\\n' '  '").out
}

#[test]
fn made_and_valid() {
    let place = made();
    let expected = "./bag-info.txt ./bagit.txt ./data/100% ./data/a ./data/bag-info.txt ./data/d/e/f ./data/data/x \
                    ./data/manifest-sha512.txt ./data/new line ./manifest-md5.txt ./manifest-sha256.txt \
                    ./tagmanifest-md5.txt ./tagmanifest-sha256.txt ";
    assert_eq!(names(&place), expected);
    let read = |name: &str| fs::read_to_string(place.path().join("bag").join(name)).unwrap();
    assert_eq!(read("bagit.txt"), "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    let info = read("bag-info.txt");
    assert!(info.contains("\nSource-Organization: Archive\nPayload-Oxum: 10.7\n"), "{info}");
    assert!(info.contains("\nBagging-Date: 20"), "{info}");
    let manifest = read("manifest-sha256.txt");
    assert!(manifest.contains(&format!("{ABC_SHA256}  data/a\n")), "{manifest}");
    assert!(manifest.contains("  data/new%0Aline\n") && manifest.contains("  data/100%25\n"), "{manifest}");
    assert_eq!(read("tagmanifest-md5.txt").lines().count(), 4);
    place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
    place.run(&["bag", "validate", "--complete", "bag"]).says("bag: COMPLETE\n");
    place.shell("cd bag && $L bag validate .").says(".: VALID\n");
    // It is one already.
    place.run(&["bag", "make", "bag"]).fails("", "lanesum: bag: a bag already: it has a bagit.txt\n");
    assert_eq!(names(&place), expected);
    // Without a payload, too.
    fs::create_dir(place.path().join("none")).unwrap();
    place.run(&["bag", "make", "none"]).says("");
    place.run(&["bag", "validate", "none"]).says("none: VALID\n");
}

/// What is complete need not be valid, and the other way round.
#[test]
fn complete_and_valid_are_told_apart() {
    let place = made();
    place.file("bag/data/a", "abd");
    place.run(&["bag", "validate", "--complete", "bag"]).says("bag: COMPLETE\n");
    let ran = place.run(&["bag", "validate", "bag"]);
    // All manifests say so of one reading.
    let count = |name: &str| format!("lanesum: bag/{name}: WARNING: 1 computed checksum did NOT match\n");
    ran.fails(
        "data/a: FAILED\nbag: COMPLETE, NOT VALID\n",
        ["manifest-md5.txt", "manifest-sha256.txt"].map(count).concat(),
    );
    // A digest that is wrong is in one manifest.
    let place = made();
    place.shell("sed -i '/data.a$/s/^.../000/' bag/manifest-sha256.txt");
    let ran = place.run(&["bag", "validate", "bag"]);
    ran.fails(
        "data/a: FAILED in manifest-sha256.txt\nmanifest-sha256.txt: FAILED\nbag: COMPLETE, NOT VALID\n",
        ["manifest-sha256.txt", "tagmanifest-md5.txt", "tagmanifest-sha256.txt"].map(count).concat(),
    );
    // No file is to be listed twice.
    let place = made();
    place.shell("sed -n '/data.a$/s/^.../000/p' bag/manifest-sha256.txt >> bag/manifest-sha256.txt");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!(
        ran.out,
        "data/a: LISTED TWICE in manifest-sha256.txt, with different digests\n\
         data/a: FAILED in manifest-sha256.txt\nmanifest-sha256.txt: FAILED\nbag: NOT COMPLETE\n"
    );

    let place = made();
    place.file("bag/data/more", "");
    fs::remove_file(place.path().join("bag/data/100%")).unwrap();
    let expected = "data/100%: MISSING\ndata/more: NOT LISTED in manifest-md5.txt\n\
                    data/more: NOT LISTED in manifest-sha256.txt\n";
    for complete in [&["bag", "validate", "--complete", "bag"][..], &["bag", "validate", "bag"]] {
        let ran = place.run(complete);
        assert_eq!((ran.code, ran.out), (Some(1), format!("{expected}bag: NOT COMPLETE\n")));
        assert!(
            ran.err.contains("Payload-Oxum is 10.7, and the payload has 9.7 (bytes.files)"),
            "{}",
            ran.err
        );
    }
    // The other files of a bag count.
    let place = made();
    place.file("bag/bag-info.txt", "Payload-Oxum: 10.7\n");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), "bag-info.txt: FAILED\nbag: COMPLETE, NOT VALID\n"));
    fs::remove_file(place.path().join("bag/bag-info.txt")).unwrap();
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!(ran.out, "bag-info.txt: MISSING\nbag: NOT COMPLETE\n");
}

#[test]
fn what_is_no_bag() {
    let place = Place::new();
    place.file("bag/data/a", "abc");
    place.run(&["bag", "validate", "bag"]).fails("", "lanesum: bag: not a bag: it has no bagit.txt\n");
    for (text, why) in [
        ("x\n", "it does not say `BagIt-Version: M.N`"),
        (
            "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n",
            "a bag of version 2.0; lanesum knows versions up to 1.0",
        ),
        (
            "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-16\n",
            "its files are in UTF-16; lanesum reads only UTF-8",
        ),
    ] {
        place.file("bag/bagit.txt", text);
        place.run(&["bag", "validate", "bag"]).fails("", format!("lanesum: bag/bagit.txt: {why}\n"));
    }
    place.file("bag/bagit.txt", "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!((ran.code, &*ran.out), (Some(1), "bag: NOT COMPLETE\n"));
    assert!(ran.err.contains("it has no manifest of its payload"), "{}", ran.err);
    // Before 1.0 each file is in one manifest at least.
    place.file("bag/data/b", "").file("bag/manifest-sha256.txt", format!("{ABC_SHA256}  data/a\n"));
    place.file("bag/manifest-md5.txt", "d41d8cd98f00b204e9800998ecf8427e data/b\n");
    place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
    place.file("bag/bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!(
        ran.out,
        "data/a: NOT LISTED in manifest-md5.txt\ndata/b: NOT LISTED in manifest-sha256.txt\nbag: NOT COMPLETE\n"
    );
}

/// Manifests in orders of their own, of more files than are sorted in memory.
#[test]
fn many_files_in_any_order() {
    const FILES: u32 = 20_000;
    let place = Place::new();
    for i in 0..FILES {
        place.file(format!("bag/{}/f{i}", i % 300), i.to_string());
    }
    place.run(&["bag", "make", "-a", "md5,sha1", "bag"]).says("");
    let shuffle = "cd bag && sort -o manifest-md5.txt manifest-md5.txt && rm tagmanifest-*";
    assert_eq!(place.shell(shuffle).code, Some(0));
    let bad = [7, 10_000, FILES - 1].map(|i: u32| format!("data/{}/f{i}", i % 300));
    for threads in ["1", "2", "4"] {
        place.run(&["bag", "validate", "-j", threads, "bag"]).says("bag: VALID\n");
    }
    for name in &bad {
        let path = place.path().join("bag").join(name);
        let long = fs::metadata(&path).unwrap().len() as usize;
        fs::write(path, "x".repeat(long)).unwrap();
    }
    place.shell("sed -i 's:^....\\(.*data/17/f17\\)$:0000\\1:' bag/manifest-sha1.txt");
    let mut expected: Vec<_> = bad.iter().map(|name| format!("{name}: FAILED\n")).collect();
    expected.push("data/17/f17: FAILED in manifest-sha1.txt\n".to_owned());
    expected.sort_unstable();
    for threads in ["1", "2", "4"] {
        let ran = place.run(&["bag", "validate", "-j", threads, "bag"]);
        ran.fails(
            format!("{}bag: COMPLETE, NOT VALID\n", expected.concat()),
            "lanesum: bag/manifest-md5.txt: WARNING: 3 computed checksums did NOT match\n\
             lanesum: bag/manifest-sha1.txt: WARNING: 4 computed checksums did NOT match\n",
        );
    }
}

/// Names that lead out, algorithms that there are not, and files to be fetched.
#[test]
fn what_a_bag_must_not_say() {
    let place = made();
    let append = |name: &str, text: &str| {
        let path = place.path().join("bag").join(name);
        let old = fs::read_to_string(&path).unwrap_or_default();
        fs::write(path, old + text).unwrap();
    };
    append("manifest-md5.txt", "d41d8cd98f00b204e9800998ecf8427e  ../secret\njunk\n");
    append("manifest-tiger.txt", "");
    append("tagmanifest-md5.txt", "d41d8cd98f00b204e9800998ecf8427e  ../secret\n");
    append(
        "fetch.txt",
        "https://example.org/x - data/x\nhttps://example.org/y 3 data/../../y\nhttps://example.org/% - data/100%25\n",
    );
    place.file("secret", "");
    let ran = place.run(&["bag", "validate", "bag"]);
    assert_eq!(ran.code, Some(1));
    for what in [
        "bag/manifest-md5.txt: 8: names a file that is not in data",
        "bag/manifest-md5.txt: 9: improperly formatted line",
        "bag/tagmanifest-md5.txt: 5: names a file that is not in the bag",
        "bag/manifest-tiger.txt: lanesum does not have its algorithm",
        "bag/fetch.txt: 2: not `URL LENGTH data/...`",
        "bag/fetch.txt: 1 file is still to be fetched",
    ] {
        assert!(ran.err.contains(what), "{what}: {}", ran.err);
    }
    assert_eq!(ran.out, "manifest-md5.txt: FAILED\nbag: NOT COMPLETE\n");
}

/// What is no file is in no manifest, and is not passed over in silence.
#[test]
fn links_are_no_payload() {
    let place = made();
    symlink("a", place.path().join("bag/data/link")).unwrap();
    place.run(&["bag", "validate", "bag"]).fails(
        "bag: NOT COMPLETE\n",
        "lanesum: bag/data: 1 symbolic link or special file in it cannot be in a bag\n",
    );
}

/// Nothing is moved where something cannot be in a bag.
#[test]
fn not_made() {
    let place = place();
    symlink("a", place.path().join("bag/link")).unwrap();
    let before = names(&place);
    let ran = place.run(&["bag", "make", "bag"]);
    ran.fails(
        "",
        "lanesum: bag: 1 symbolic link or special file in it cannot be in a bag\n\
         lanesum: bag: not made a bag; nothing was moved\n",
    );
    assert_eq!(names(&place), before);
    fs::remove_file(place.path().join("bag/link")).unwrap();
    place.file(bytes(b"bag/\xff"), "");
    let ran = place.run(&["bag", "make", "bag"]);
    assert!(
        ran.code == Some(1) && ran.err.contains("bagit has no way to write a name that is not UTF-8"),
        "{ran:?}"
    );
    fs::remove_file(place.path().join(bytes(b"bag/\xff"))).unwrap();
    assert_eq!(names(&place), before);
    // What an interrupted run has left is in nobody's way.
    place.file("bag/.lanesum-bag-1/manifest-md5.txt", "");
    fs::create_dir_all(place.path().join("bag/d/empty")).unwrap();
    let ran = place.run(&["bag", "make", "bag"]);
    assert!(ran.code == Some(0) && ran.err.contains("1 empty directory in it is in no manifest"), "{ran:?}");
    place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
    place.file("other/a", "");
    place.run(&["bag", "make", "other/a"]).is_wrong_usage("not a directory");
    place
        .run(&["bag", "make", "--info", "Payload-Oxum: 1.1", "other"])
        .is_wrong_usage("lanesum writes Payload-Oxum itself");
    assert_eq!(place.run(&["bag", "make", "nope"]).code, Some(1));
}

/// The manifests are too long for what is left, when their first part is written or the last:
/// nothing was moved, and the message says which file it was.
#[test]
fn no_room() {
    for files in [30, 300] {
        let place = Place::new();
        for i in 0..files {
            place.file(format!("bag/{i}"), "");
        }
        let before = names(&place);
        let ran = place.shell("ulimit -f 2; $L bag make bag");
        assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{files}: {}", ran.err);
        assert!(ran.err.contains("/bag/.lanesum-bag-"), "{files}: {}", ran.err);
        assert!(ran.err.ends_with("/manifest-sha512.txt: File too large\n"), "{files}: {}", ran.err);
        assert_eq!((names(&place), place.shell("ls -A bag | grep lanesum").out), (before, String::new()));
    }
}

/// As bagit 1.9.0 of PyPI has made it; and, where that is installed, the other way round.
#[test]
fn of_bagit_python() {
    let place = Place::new();
    place.file("bag/data/a", "abc").file(bytes(b"bag/data/new\nline"), "z");
    place.file("bag/bagit.txt", "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n");
    let info = "Bag-Software-Agent: bagit.py v1.9.0 <https://github.com/LibraryOfCongress/bagit-python>\n\
                Bagging-Date: 2026-11-22\nPayload-Oxum: 4.2\n";
    let manifest = format!(
        "{ABC_SHA256}  data/a\n594e519ae499312b29433b7dd8a97ff068defcba9755b6d5d00e84c524d67b06  data/new%0Aline\n"
    );
    place.file("bag/bag-info.txt", info).file("bag/manifest-sha256.txt", manifest);
    let tags = place.shell("cd bag && sha256sum manifest-sha256.txt bagit.txt bag-info.txt | sed 's/  / /'");
    place.file("bag/tagmanifest-sha256.txt", tags.out);
    place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
    if Command::new("bagit.py").arg("--version").output().is_ok() {
        place.file("own/a", "abc").file("own/d/b c", "x");
        place.run(&["bag", "make", "-a", "sha256,sha512", "own"]).says("");
        let ran = place.shell("bagit.py --validate own");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        place.file("theirs/a", "abc").file("theirs/d/b c", "x");
        place.shell("bagit.py --sha256 --sha512 --contact-name me theirs && $L bag validate theirs >&2");
        place.run(&["bag", "validate", "theirs"]).says("theirs: VALID\n");
    }
}

/// What a killed run may leave, moment by moment; the next one goes on from there.
#[test]
fn goes_on_after_an_interruption() {
    let make = |place: &Place| place.run(&["bag", "make", "bag"]);
    let whole = place();
    assert_eq!(make(&whole).code, Some(0));
    let files = |place: &Place| place.shell("cd bag/data && find . -type f -exec sha256sum {} + | sort").out;
    let expected = files(&whole);
    let tops = ["100%", "a", "bag-info.txt", "d", "data", "manifest-sha512.txt", "new\nline"];
    // Some of the files were moved.
    for moved in 0..=tops.len() {
        let place = place();
        let bag = place.path().join("bag");
        let staging = bag.join(".lanesum-bag-AbCdEf");
        fs::create_dir_all(staging.join("data")).unwrap();
        fs::write(staging.join("manifest-sha512.txt"), "").unwrap();
        for name in &tops[..moved] {
            fs::rename(bag.join(name), staging.join("data").join(name)).unwrap();
        }
        let ran = make(&place);
        assert_eq!(ran.code, Some(0), "{moved}: {}", ran.err);
        assert!(ran.err.contains("are moved back, and read again"), "{}", ran.err);
        assert_eq!(files(&place), expected, "{moved}");
        place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
    }
    // All were, and some of the rest.
    let rest = ["manifest-sha512.txt", "data", "tagmanifest-sha512.txt", "bag-info.txt"];
    for moved in 0..=rest.len() {
        let place = place();
        assert_eq!(make(&place).code, Some(0));
        let bag = place.path().join("bag");
        let staging = bag.join(".lanesum-bag-whole");
        fs::create_dir(&staging).unwrap();
        for name in rest[moved..].iter().chain(&["bagit.txt"]) {
            fs::rename(bag.join(name), staging.join(name)).unwrap();
        }
        let ran = make(&place);
        assert_eq!(ran.code, Some(0), "{moved}: {}", ran.err);
        assert_eq!(files(&place), expected, "{moved}");
        place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
        assert!(!staging.exists());
    }
    // All was, and only an empty directory is left.
    let left = whole.path().join("bag/.lanesum-bag-whole");
    fs::create_dir(&left).unwrap();
    make(&whole).fails("", "lanesum: bag: a bag already: it has a bagit.txt\n");
    assert!(!left.exists());
    // What is in it is not touched.
    whole.file("bag/.lanesum-bag-whole/a", "");
    assert_eq!(make(&whole).code, Some(1));
    assert!(left.join("a").exists());
    // A file that came meanwhile is not written over.
    let place = place();
    let bag = place.path().join("bag");
    let data = bag.join(".lanesum-bag-AbCdEf/data");
    fs::create_dir_all(&data).unwrap();
    fs::rename(bag.join("a"), data.join("a")).unwrap();
    place.file("bag/a", "another");
    let ran = make(&place);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("bag/a is in the way of the file of that name in here"), "{}", ran.err);
    assert_eq!(fs::read(bag.join("a")).unwrap(), b"another");
    assert_eq!(fs::read(data.join("a")).unwrap(), b"abc");
}

/// Names that the command gives its own directories may be somebody's: nothing is lost, and all
/// that is moved is listed.
#[test]
fn names_like_its_own() {
    let place = Place::new();
    place.file("bag/a", "").file("bag/.lanesum-bag-mine/photo", "the only one");
    place.file("bag/.lanesum-bag-mine/manifest-md5.txt", "");
    place.run(&["bag", "make", "bag"]).fails(
        "",
        "lanesum: bag/.lanesum-bag-mine: `bag make` calls its own directories so: rename it first\n",
    );
    assert_eq!(fs::read(place.path().join("bag/.lanesum-bag-mine/photo")).unwrap(), b"the only one");
    // Nor is what has the name of a manifest, and is none.
    place.shell(
        "cd bag/.lanesum-bag-mine && rm manifest-md5.txt && mkdir manifest-.txt && mv photo manifest-.txt",
    );
    assert_eq!(place.run(&["bag", "make", "bag"]).code, Some(1));
    assert!(place.path().join("bag/.lanesum-bag-mine/manifest-.txt/photo").exists());
    place.shell("rm -r bag/.lanesum-bag-mine; ln -s .. bag/.lanesum-bag-mine");
    assert_eq!(place.run(&["bag", "make", "bag"]).code, Some(1));
    place.shell("rm bag/.lanesum-bag-mine");
    // Below the top it is one of the files.
    place.file("bag/d/.lanesum-bag-AbCdEf/data/f", "x").file("bag/d/.lanesum-bag-note", "y");
    place.run(&["bag", "make", "bag"]).says("");
    place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
}

/// A name that `bag validate` does not read is in no bag: nothing is moved.
#[test]
fn names_too_long() {
    let place = Place::new();
    place.file("bag/a", "");
    let part = "p".repeat(255);
    let mut directory = File::open(place.path().join("bag")).unwrap().into();
    for _ in 0..240 {
        mkdirat(&directory, &*part, Mode::from_raw_mode(0o700)).unwrap();
        directory = openat(&directory, &*part, OFlags::DIRECTORY, Mode::empty()).unwrap();
    }
    openat(&directory, "f", OFlags::CREATE | OFlags::WRONLY, Mode::from_raw_mode(0o600)).unwrap();
    let ran = place.run(&["bag", "make", "bag"]);
    let left = fs::read_dir(place.path().join("bag")).unwrap().count();
    assert_eq!(place.shell("rm -rf bag/p*").code, Some(0));
    assert_eq!((ran.code, left), (Some(1), 2));
    let what = "p/f: no manifest of a bag can have a name of more than 61440 bytes\n\
                lanesum: bag: not made a bag; nothing was moved\n";
    assert!(ran.err.ends_with(what), "{}", &ran.err[ran.err.len().saturating_sub(300)..]);
}

/// Killed at any moment, there is no bag or a whole one, and each file is there once; the
/// next run makes the bag. 200 times with `LANESUM_CHAOS=200`.
#[test]
fn killed() {
    let runs: u32 = std::env::var("LANESUM_CHAOS").map_or(12, |runs| runs.parse().unwrap());
    const FILES: usize = 400;
    let fresh = || {
        let place = Place::new();
        for i in 0..FILES {
            // Half of them are moved one by one.
            let directory = if i % 2 == 0 { "" } else { "d/" };
            place.file(format!("bag/{directory}f{i}"), format!("file {i}"));
        }
        place
    };
    let place = fresh();
    let start = std::time::Instant::now();
    place.run(&["bag", "make", "bag"]).says("");
    let whole = start.elapsed();
    let contents = |place: &Place| {
        let found =
            place.shell("find bag -type f \\( -name 'f[0-9]*' \\) -exec cat {} + | tr f '\\n' | sort");
        found.out.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let all = contents(&place);
    assert_eq!(all.len(), FILES);
    let mut random = 18_u64;
    for run in 0..runs {
        let place = fresh();
        let mut child = place.command(&["bag", "make", "bag"]).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(whole.mul_f64((random >> 33) as f64 / f64::from(1_u32 << 31) * 1.1));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(contents(&place), all, "run {run}");
        let bag = place.path().join("bag");
        if bag.join("bagit.txt").exists() {
            place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
            let again = place.run(&["bag", "make", "bag"]);
            assert!(again.err.contains("a bag already"), "run {run}: {}", again.err);
            assert!(!place.shell("ls -A bag").out.contains(".lanesum-"), "run {run}");
            continue;
        }
        let ran = place.run(&["bag", "make", "bag"]);
        assert_eq!(ran.code, Some(0), "run {run}: {}", ran.err);
        place.run(&["bag", "validate", "bag"]).says("bag: VALID\n");
        assert_eq!(contents(&place), all, "run {run}");
        assert!(bag.join("data/f0").exists() && bag.join("data/d/f1").exists(), "run {run}");
    }
}
