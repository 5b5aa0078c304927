//! What the binary says about itself and the CPU, and progress.

use crate::support::{ABC_B3, Place, Ran};
use std::fs;

#[test]
fn algorithms() {
    let place = Place::new();
    let ran = place.run(&["algorithms"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    let md5 = ran.out.lines().find(|line| line.starts_with("md5 ")).unwrap();
    assert!(md5.contains(" 128 ") && md5.contains(" accidents ") && md5.contains(" on "), "{md5}");
    let widest = ran.out.lines().map(str::len).max();
    assert!(widest <= Some(80), "{widest:?}");
    let ran = place.run(&["algorithms", "--json"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(lines.len(), lanesum::Algorithm::ALL.len());
    for (line, algorithm) in lines.iter().zip(lanesum::Algorithm::ALL) {
        assert_eq!(line["algorithm"], algorithm.name());
        assert_eq!(line["digest_bits"], 8 * algorithm.digest_len());
        assert_eq!(line["broken"], algorithm.is_broken());
        assert_eq!(line["kernels"].as_array().unwrap().len(), algorithm.kernels().len());
    }
    // Each kernel with what it costs.
    let ran = place.run(&["algorithms", "-v"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    for kernel in lanesum::Algorithm::Md5.kernels() {
        let (name, lanes, cost) = (kernel.to_string(), kernel.lanes(), kernel.cost());
        let row: Vec<_> = ["md5".into(), name, lanes.to_string(), cost.to_string()].into();
        let is = |line: &str| line.split_whitespace().take(4).eq(row.iter().map(String::as_str));
        assert!(ran.out.lines().any(is), "{row:?} in {}", ran.out);
    }
    assert!(ran.out.contains(&table_source()), "{}", ran.out);
    // Where they come from can be said. Beside other work a measure may come out
    // implausible, and is not used: one of many is.
    for (costs, source) in [("model", "model"), ("measured", "measured"), ("table", &*table_source())] {
        let said = || {
            let ran = place.command(&["algorithms", "-v"]).env("LANESUM_COSTS", costs).output().unwrap();
            let ran = Ran::from(ran);
            ran.out.lines().any(|line| line.starts_with("md5 ") && line.ends_with(source))
        };
        assert!((0..1000).any(|_| said()), "{costs}");
    }
    // What is capped is not there.
    let output = place.command(&["algorithms", "--json"]).env("LANESUM_ISA", "portable").output().unwrap();
    for line in Ran::from(output).out.lines() {
        let line: serde_json::Value = line.parse().unwrap();
        assert!(line["kernels"].as_array().unwrap().iter().all(|kernel| kernel["isa"] == "portable"));
    }
}

/// Where the costs come from before anything is measured.
fn table_source() -> String {
    lanesum::Algorithm::Md5.kernels()[0].cost_source().to_string()
}

#[test]
fn bench() {
    let place = Place::new();
    let ran = place.run(&["bench", "-a", "md5,sha256", "--json"]);
    assert_eq!((ran.code, &*ran.err, ran.out.lines().count()), (Some(0), "", 2));
    for line in ran.out.lines() {
        let line: serde_json::Value = line.parse().unwrap();
        assert!(line["one_gb_per_s"].as_f64().unwrap() > 0.0);
        assert!(line["many_gb_per_s"].as_f64().unwrap() > 0.0);
    }
    let ran = place.run(&["bench", "-a", "sha1"]);
    assert!(ran.out.lines().nth(1).unwrap().starts_with("sha1 "), "{}", ran.out);
}

#[test]
fn help_and_version() {
    let place = Place::new();
    let version = place.run(&["--version"]);
    version.says(concat!("lanesum ", env!("CARGO_PKG_VERSION"), "\n"));
    for command in ["hash", "check", "verify", "bao", "algorithms", "bench", "links", "completions", "man"] {
        let ran = place.run(&[command, "--help"]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert!(ran.out.contains("Examples:\n  "), "{command} has none");
    }
}

#[test]
fn completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = place.run(&["completions", shell]);
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        assert!(ran.out.contains("files0-from"), "{shell}");
    }
    let script = "$L completions bash >c; . ./c; complete -p lanesum";
    let ran = place.shell(&format!("bash -c '{script}'"));
    assert!(ran.out.contains("_lanesum"), "{ran:?}");
}

#[test]
fn manual() {
    let place = Place::new();
    let ran = place.run(&["man"]);
    assert!(ran.out.contains(".TH lanesum 1"), "{}", ran.out);
    place.run(&["man", "a/b"]).says("");
    for name in ["lanesum", "lanesum-hash", "lanesum-check", "lanesum-verify", "lanesum-man", "lanesum-bao"] {
        let page = fs::read_to_string(place.path().join(format!("a/b/{name}.1"))).unwrap();
        assert!(page.contains(".SH EXAMPLES\n.nf\n\\&  lanesum "), "{name}: {page}");
    }
    assert!(place.path().join("a/b/lanesum-bao-encode.1").exists());
    assert!(!place.path().join("a/b/lanesum-help.1").exists());
    place.file("file", "");
    place.run(&["man", "file"]).fails("", "lanesum: file: File exists (os error 17)\n");
}

#[test]
fn progress() {
    let place = Place::new();
    place.file("a", "abc").file("d/b", "abc");
    let lines = format!("{ABC_B3}  a\n{ABC_B3}  d/b\n");
    for when in ["auto", "never"] {
        place.run(&["hash", "--progress", when, "a", "d"]).says(&lines);
    }
    let ran = place.run(&["hash", "--progress", "always", "a", "d"]);
    assert_eq!((ran.code, ran.out), (Some(0), lines));
    // Where no total is known yet, none is shown.
    let shown = ran.err.trim_end().rsplit('\n').next().unwrap();
    let shown = shown.strip_prefix("lanesum: 2 ").unwrap_or_else(|| panic!("{}", ran.err));
    assert!(shown.contains("files, 6 B") && shown.ends_with("/s"), "{}", ran.err);
}
