//! Hash trees beside a manifest: which parts of a file are bad.

use crate::support::Place;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

const GROUP: u64 = 16 << 10;

fn age(place: &Place, name: &str) {
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_500_000_000);
    File::options().append(true).open(place.path().join(name)).unwrap().set_modified(old).unwrap();
}

fn bytes(len: u64) -> Vec<u8> {
    (0..len).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect()
}

/// Changes bytes in the middle of a file, so that its times do not tell.
fn rot(place: &Place, name: &str, at: u64) {
    let path = place.path().join(name);
    let mut byte = [0];
    let file = File::options().read(true).write(true).open(path).unwrap();
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ 1], at).unwrap();
    age(place, name);
}

fn trees(place: &Place, directory: &str) -> Vec<PathBuf> {
    let all = |path: PathBuf| fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = all(place.path().join(directory)).flat_map(all).collect();
    found.sort();
    found
}

#[test]
fn says_which_groups() {
    let place = Place::new();
    let len = 40 * GROUP + 5;
    place.file("t/large", bytes(len)).file("t/small", bytes(GROUP)).file("t/copy", bytes(len));
    place.file("t/edge", bytes(2 * GROUP)).file("t/grown", bytes(GROUP + 1)).file("t/cut", bytes(3 * GROUP));
    for name in ["large", "small", "copy", "edge", "grown", "cut"] {
        age(&place, &format!("t/{name}"));
    }
    std::thread::sleep(Duration::from_millis(3100));
    // In the tree itself, of which it is no part.
    let update = place.run(&["update", "--outboards", "t/trees", "M", "t"]);
    assert_eq!(update.code, Some(0), "{}", update.err);
    assert!(update.err.contains("6 files"), "{}", update.err);
    // One for each content, and none for a single group.
    let made = trees(&place, "t/trees");
    assert_eq!(made.len(), 4, "{made:?}");
    let audit = ["audit", "--outboards", "t/trees", "M", "t"];
    let clean = place.run(&audit);
    assert_eq!((clean.code, &*clean.out), (Some(0), ""), "{}", clean.err);
    // It is bao's.
    let digest = place.run(&["hash", "t/large"]).out[..64].to_owned();
    let tree = format!("t/trees/{}/{}.obao", &digest[..2], &digest[2..]);
    assert_eq!(
        place.run(&["bao", "verify", "--chunk-group=4", &digest, "t/large", "--outboard", &tree]).code,
        Some(0)
    );

    for at in [0, 3 * GROUP - 1, 3 * GROUP, 7 * GROUP + 9, 40 * GROUP + 4] {
        rot(&place, "t/large", at);
    }
    rot(&place, "t/edge", GROUP);
    let mut grown = File::options().append(true).open(place.path().join("t/grown")).unwrap();
    grown.write_all(b"more").unwrap();
    File::options().write(true).open(place.path().join("t/cut")).unwrap().set_len(GROUP + 1).unwrap();
    rot(&place, "t/small", 5);
    let ran = place.run(&audit);
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    assert_eq!(
        ran.out,
        "t/cut: CHANGED bytes 16384-49152\n\
         t/edge: ROTTEN bytes 16384-32768\n\
         t/grown: CHANGED 4 bytes more than there were\n\
         t/large: ROTTEN bytes 0-16384, 32768-65536, 114688-131072, 655360-655365\n\
         t/small: ROTTEN\n"
    );
    let json = place.run(&["audit", "--json", "--outboards", "t/trees", "M", "t"]).out;
    let line = |name: &str| -> serde_json::Value {
        json.lines()
            .map(|line| line.parse().unwrap())
            .find(|line: &serde_json::Value| line["path"] == name)
            .unwrap()
    };
    assert_eq!(line("t/edge")["bad"], serde_json::json!([[16384, 32768]]));
    assert_eq!(line("t/grown")["more"], 4);
    assert!(line("t/copy").get("bad").is_none() && line("t/small").get("bad").is_none());
}

/// A tree is believed no more than the file.
#[test]
fn damaged_trees() {
    let place = Place::new();
    let len = 8 * GROUP;
    place.file("t/a", bytes(len));
    place.run(&["hash", "--tag", "--outboards", "trees", "-o", "M", "t"]).says("");
    let [tree] = &trees(&place, "trees")[..] else { panic!() };
    let good = fs::read(tree).unwrap();
    rot(&place, "t/a", 5 * GROUP);
    let audit = || place.run(&["audit", "--outboards", "trees", "M", "t"]).out;
    assert_eq!(audit(), "t/a: CHANGED bytes 81920-98304\n");
    // Every byte of it in turn: what it says is true, or that it is damaged.
    for at in 8..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x80;
        fs::write(tree, &bad).unwrap();
        if at % 37 == 0 || at < 8 + 64 {
            let out = audit();
            let damaged = out.contains("its hash tree is damaged for bytes ");
            assert!(damaged, "{at}: {out}");
            // The root's parent: nothing is known of anything.
            assert!(
                at >= 8 + 64 || out == "t/a: CHANGED its hash tree is damaged for bytes 0-131072\n",
                "{out}"
            );
        }
    }
    for (bytes, expected) in [
        (&good[..good.len() - 1], "its hash tree is damaged for bytes 0-131072"),
        (&good[..3], "its hash tree is damaged for bytes 0-131072"),
        (&[], "its hash tree is damaged for bytes 0-131072"),
    ] {
        fs::write(tree, bytes).unwrap();
        assert_eq!(audit(), format!("t/a: CHANGED {expected}\n"));
    }
    fs::remove_file(tree).unwrap();
    assert_eq!(audit(), "t/a: CHANGED\n");
    // Made again, where it is not whole or not there, though the file is kept.
    place.file("t/a", bytes(len));
    age(&place, "t/a");
    std::thread::sleep(Duration::from_millis(3100));
    let update = || place.run(&["update", "-q", "--outboards", "trees", "M", "t"]).says("");
    update();
    for left in [None, Some(&good[..9])] {
        match left {
            None => fs::remove_file(tree).unwrap(),
            Some(bytes) => fs::write(tree, bytes).unwrap(),
        }
        update();
        assert!(fs::read(tree).unwrap() == good);
    }
}

#[test]
fn what_has_none() {
    let place = Place::new();
    place.file("t/a", bytes(3 * GROUP)).file("key", "whats the Elvish word for friend");
    let ran = place.run(&["hash", "-a", "sha256", "--outboards", "trees", "t"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("--outboards needs digests of BLAKE3"), "{}", ran.err);
    assert!(place.run(&["audit", "--outboards", "nope", "M", "t"]).err.contains("M: No such file"));
    // Beside another digest, and under a key.
    place.run(&["hash", "-a", "md5,blake3", "-o", "M", "--outboards", "trees", "t"]).says("");
    place.run(&["hash", "--key-file", "key", "-o", "K", "--outboards", "trees", "t"]).says("");
    assert_eq!(trees(&place, "trees").len(), 2);
    rot(&place, "t/a", 0);
    for args in [&["M", "t"][..], &["--key-file", "key", "K", "t"]] {
        let ran = place.run(&[&["audit", "--outboards", "trees"], args].concat());
        assert_eq!(ran.out, "t/a: CHANGED bytes 0-16384\n", "{}", ran.err);
    }
    // A directory that cannot be written to: the file has no line, and the manifest none.
    place.file("flat", "");
    let ran = place.run(&["hash", "-o", "N", "--outboards", "flat", "t"]);
    assert!(ran.code == Some(1) && !place.path().join("N").exists(), "{}", ran.err);
    // What can be read only once has none.
    let ran = place.run_with(&["hash", "--outboards", "trees"], "abc");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

/// The trees of files that are gone or other ones are removed, and nothing else.
#[test]
fn old_trees_are_removed() {
    let place = Place::new();
    let content = |n: u64| bytes(2 * GROUP + n);
    for (name, n) in [("gone", 1), ("changed", 2), ("moved", 3), ("copied", 4), ("stays", 5), ("rots", 6)] {
        place.file(format!("t/{name}"), content(n));
        age(&place, &format!("t/{name}"));
    }
    std::thread::sleep(Duration::from_millis(3100));
    let update = |args: &[&str]| place.run(&[&["update", "--outboards", "trees", "M"], args].concat());
    assert_eq!(update(&["t"]).code, Some(0));
    let before = trees(&place, "trees");
    assert_eq!(before.len(), 6);
    // Files of somebody else: with a name of ours and another length, and with other names.
    let tree = |n: u64| {
        let digest = lanesum::hash(lanesum::Algorithm::Blake3, &content(n)).to_string();
        place.path().join(format!("trees/{}/{}.obao", &digest[..2], &digest[2..]))
    };
    let others = [tree(1).with_extension("obao2"), tree(2).with_file_name("notes"), tree(7)];
    for other in &others {
        fs::create_dir_all(other.parent().unwrap()).unwrap();
        fs::copy(tree(5), other).unwrap();
    }
    let at = |name: &str| place.path().join("t").join(name);
    fs::remove_file(at("gone")).unwrap();
    place.file("t/changed", content(8));
    fs::rename(at("moved"), at("elsewhere")).unwrap();
    fs::copy(at("copied"), at("copy")).unwrap();
    fs::remove_file(at("copied")).unwrap();
    rot(&place, "t/rots", 5);
    let ran = update(&["t"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.ends_with("1 ROTTEN; 2 hash trees removed\n"), "{}", ran.err);
    let mut expected: Vec<_> = [3, 4, 5, 6, 8].map(tree).into_iter().chain(others.clone()).collect();
    expected.sort();
    assert_eq!(trees(&place, "trees"), expected);
    // One that is not of the length that it says, and a link, stay.
    let stays = tree(5);
    File::options().append(true).open(&stays).unwrap().write_all(b"x").unwrap();
    fs::remove_file(at("stays")).unwrap();
    fs::remove_file(tree(3)).unwrap();
    std::os::unix::fs::symlink(tree(4), tree(3)).unwrap();
    fs::remove_file(at("elsewhere")).unwrap();
    let ran = update(&["t"]);
    assert!(!ran.err.contains("removed"), "{}", ran.err);
    assert!(stays.exists() && fs::symlink_metadata(tree(3)).is_ok());
}

/// What a run that was killed has noted: trees that it wrote, and trees that it was to remove
/// when its manifest had its place.
#[test]
fn a_killed_runs_trees_are_removed() {
    let place = Place::new();
    let content = |n: u64| bytes(2 * GROUP + n);
    for n in 1..=3 {
        place.file(format!("t/{n}"), content(n));
    }
    let update = |args: &[&str]| place.run(&[&["update"], args, &["M", "t"]].concat());
    assert_eq!(update(&["--outboards", "trees"]).code, Some(0));
    let digest = |n: u64| lanesum::hash(lanesum::Algorithm::Blake3, &content(n)).to_string();
    let tree = |n: u64| place.path().join(format!("trees/{}/{}.obao", &digest(n)[..2], &digest(n)[2..]));
    // One file is gone from the manifest, and its tree is still there; that of another was
    // written for a manifest that never came; a third is noted and listed.
    fs::remove_file(place.path().join("t/1")).unwrap();
    assert_eq!(update(&[]).code, Some(0));
    place.file("u/4", content(4));
    assert_eq!(place.run(&["update", "--outboards", "trees", "N", "u"]).code, Some(0));
    let lines = [1, 4, 2].map(digest).join("\n");
    place.file(".lanesum-M.trees", format!("{lines}\n{}", &digest(3)[..10]));
    // An audit does not take it for a file of the tree.
    let audit = place.run(&["audit", "M", "t", ".lanesum-M.trees"]);
    assert_eq!((audit.code, &*audit.out), (Some(0), ""), "{}", audit.err);
    let ran = update(&["--outboards", "trees"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.ends_with("; 2 hash trees removed\n"), "{}", ran.err);
    let mut expected = [2, 3].map(tree);
    expected.sort();
    assert_eq!(trees(&place, "trees"), expected);
    assert!(!place.path().join(".lanesum-M.trees").exists());
}

/// Killed at any moment, and with other files each time: in the end there are the trees of
/// what the manifest lists, and no others. 200 times with `LANESUM_CHAOS=200`.
#[test]
fn killed() {
    let runs: u64 = std::env::var("LANESUM_CHAOS").map_or(8, |runs| runs.parse().unwrap());
    let place = Place::new();
    let write = |i: u64, n: u64| {
        place.file(format!("t/{i:03}"), bytes(2 * GROUP + n));
    };
    (0..200).for_each(|i| write(i, i));
    let update = ["update", "-q", "--outboards", "trees", "M", "t"];
    let start = std::time::Instant::now();
    place.run(&update).says("");
    let whole = start.elapsed();
    let mut random = 7_u64;
    for run in 1..=runs {
        (0..40).for_each(|i| write((run * 31 + i) % 200, 1000 * run + i));
        fs::remove_file(place.path().join(format!("t/{:03}", (run * 31 + 50) % 200))).unwrap();
        let mut child = place.command(&update).stderr(std::process::Stdio::null()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(whole.mul_f64((random >> 33) as f64 / f64::from(1_u32 << 31) * 1.2));
        child.kill().unwrap();
        child.wait().unwrap();
        write((run * 31 + 50) % 200, run);
    }
    let last = place.run(&update);
    assert_eq!(last.code, Some(0), "{}", last.err);
    let manifest = fs::read_to_string(place.path().join("M")).unwrap();
    let digests = manifest.lines().filter(|line| !line.starts_with('#')).map(|line| &line[..64]);
    let tree = |digest: &str| place.path().join(format!("trees/{}/{}.obao", &digest[..2], &digest[2..]));
    let mut expected: Vec<_> = digests.map(tree).collect();
    assert_eq!(expected.len(), 200);
    expected.sort();
    expected.dedup();
    let mut found = trees(&place, "trees");
    // Where a file system has no files without names, a kill leaves one.
    found.retain(|path| path.extension().is_some_and(|end| end == "obao"));
    assert_eq!(found, expected);
    assert_eq!(place.names_after_kills(), ["M", "t", "trees"]);
}
