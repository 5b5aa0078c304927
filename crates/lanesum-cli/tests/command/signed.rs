//! Manifests that are signed.

use crate::support::{Place, Ran};
use std::fs;
use std::process::Command;

/// Somebody with keys of both programs, and a tree with its manifest.
fn place() -> Place {
    let place = Place::new();
    place.file("t/a", "abc").file("t/b", "").file("t/c/d", "x");
    for (key, who) in [("key", "alice@example.org"), ("other", "mallory@example.org")] {
        let made = place.shell(&format!(
            "ssh-keygen -q -t ed25519 -N '' -C {who} -f {key} && \
             echo '{who} namespaces=\"lanesum\"' $(cut -d' ' -f1,2 {key}.pub) >{key}.allowed"
        ));
        assert_eq!(made.code, Some(0), "{}", made.err);
    }
    place
}

fn minisign_keys(place: &Place) {
    let made = place.shell("minisign -G -W -p mini.pub -s mini.key");
    assert_eq!(made.code, Some(0), "{}", made.err);
}

#[track_caller]
fn fails(ran: &Ran, why: &str) {
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains(why), "{ran:?}");
    // No line was believed.
    assert_eq!(ran.out, "");
}

#[test]
fn from_hash_to_audit() {
    let place = place();
    minisign_keys(&place);
    for (key, signers, end, says) in [
        ("key", "key.allowed", "sig", "good signature: alice@example.org"),
        ("mini.key", "mini.pub", "minisig", "good signature: timestamp:"),
    ] {
        let manifest = format!("M-{key}");
        let signature = format!("{manifest}.{end}");
        place.run(&["hash", "--tag", "-o", &manifest, "--sign", key, "t"]).says("");
        assert!(place.path().join(&signature).exists());
        assert!(!place.path().join(format!("{signature}.new")).exists());
        let verify = ["--verify-signature", signers, &manifest];
        let check = place.run(&[&["check"], &verify[..]].concat());
        assert_eq!((check.code, &*check.out), (Some(0), "t/a: OK\nt/b: OK\nt/c/d: OK\n"), "{}", check.err);
        assert!(check.err.contains(says), "{}", check.err);
        place.run(&[&["check", "--quiet"], &verify[..]].concat()).says("");
        assert_eq!(place.run(&[&["audit"], &verify[..], &["t"]].concat()).code, Some(0));
        // One letter of it, of which nobody says anything else.
        let good = fs::read(place.path().join(&manifest)).unwrap();
        place.file(&manifest, String::from_utf8(good.clone()).unwrap().replace("t/a", "t/e"));
        for command in ["check", "audit"] {
            fails(&place.run(&[&[command], &verify[..]].concat()), "not believed: the signature");
        }
        fails(&place.run(&[&["update", "--sign", key], &verify[..], &["t"]].concat()), "not believed");
        place.file(&manifest, &good);
        // An update holds the old one to its signature, and signs the new one.
        place.file("t/new", manifest.as_bytes());
        let update = place.run(&[&["update", "--sign", key], &verify[..], &["t"]].concat());
        assert_eq!((update.code, &*update.out), (Some(0), "t/new: NEW\n"), "{}", update.err);
        place.run(&[&["check", "--quiet"], &verify[..]].concat()).says("");
        fs::remove_file(place.path().join("t/new")).unwrap();
        // Without one it is not signed any more, and that is no accident.
        fails(&place.run(&["update", &manifest, "t"]), "it is signed");
        fails(&place.run(&["update", "--sign", key, &manifest, "t"]), "it is signed");
        fs::remove_file(place.path().join(&signature)).unwrap();
        fails(&place.run(&[&["check"], &verify[..]].concat()), &format!("{signature}: No such file"));
    }
    // The programs themselves take them.
    place.run(&["hash", "-o", "M", "--sign", "key", "t"]).says("");
    let verified =
        place.shell("ssh-keygen -Y verify -f key.allowed -I alice@example.org -n lanesum -s M.sig <M");
    assert_eq!(verified.code, Some(0), "{}", verified.err);
    place.run(&["hash", "-o", "M", "--sign", "mini.key", "t"]).says("");
    assert_eq!(place.shell("minisign -V -p mini.pub -m M").code, Some(0));
}

/// What is no good signature, though it is one.
#[test]
fn not_anybodys() {
    let place = place();
    place.run(&["hash", "-o", "M", "--sign", "key", "t"]).says("");
    let check = |args: &[&str]| place.run(&[&["check"], args].concat());
    fails(&check(&["--verify-signature", "other.allowed", "M"]), "not believed");
    fails(&check(&["--verify-signature", "key.allowed", "--signer", "bob", "M"]), "not believed");
    let alice = ["--verify-signature", "key.allowed", "--signer", "alice@example.org", "--quiet", "M"];
    check(&alice).says("");
    // Made for something else than manifests.
    assert_eq!(place.shell("rm M.sig; ssh-keygen -q -Y sign -f key -n git M").code, Some(0));
    fails(&check(&["--verify-signature", "key.allowed", "M"]), "not believed");
    place.file("M.sig", "nothing");
    fails(&check(&["--verify-signature", "key.allowed", "M"]), "not believed");
    fails(&check(&["--verify-signature", "nope", "M"]), "nope: No such file");
    fails(&place.run_with(&["check", "--verify-signature", "key.allowed"], "x"), "standard input");
    fails(&check(&["--verify-signature", "key.allowed", "none"]), "none: No such file");
    place.run(&["hash", "--sign", "key", "t"]).is_wrong_usage("-o");
    place.run(&["check", "--signer", "alice", "M"]).is_wrong_usage("--verify-signature");
    minisign_keys(&place);
    fails(&check(&["--verify-signature", "mini.pub", "--signer", "alice", "M"]), "mini.pub: --signer is for");
    // All of them, before a line of the first.
    place.run(&["hash", "-o", "N", "--sign", "key", "t"]).says("");
    fails(&check(&["--verify-signature", "key.allowed", "N", "M"]), "M: not believed");
}

/// Where it cannot be signed, or the program is not there, the old manifest stays.
#[test]
fn unsigned() {
    let place = place();
    place.run(&["hash", "-o", "M", "--sign", "key", "t"]).says("");
    let old = fs::read(place.path().join("M")).unwrap();
    place.file("bad", "-----BEGIN OPENSSH PRIVATE KEY-----\nnothing\n").file("t/e", "e");
    fs::set_permissions(place.path().join("bad"), std::os::unix::fs::PermissionsExt::from_mode(0o600))
        .unwrap();
    fails(&place.run(&["hash", "-o", "M", "--sign", "bad", "t"]), "M: not signed");
    fails(&place.run(&["hash", "-o", "M", "--sign", "nope", "t"]), "nope: No such file");
    for args in
        [&["hash", "-o", "M", "--sign", "key", "t"][..], &["check", "--verify-signature", "key.allowed", "M"]]
    {
        let mut command: Command = place.command(args);
        let ran = Ran::from(command.env("PATH", place.path()).output().unwrap());
        fails(&ran, "there is no ssh-keygen: install OpenSSH");
    }
    assert_eq!(fs::read(place.path().join("M")).unwrap(), old);
    place.run(&["check", "--quiet", "--verify-signature", "key.allowed", "M"]).says("");
}

/// A process that ends between two names leaves one of them with the signature.
#[test]
fn between_two_names() {
    let place = place();
    place.run(&["hash", "-o", "M", "--sign", "key", "t"]).says("");
    place.run(&["hash", "-o", "N", "t"]).says("");
    place.shell("cp M.sig old; mv M.sig M.sig.new; ssh-keygen -q -Y sign -n lanesum -f key <other >M.sig");
    let check = ["check", "--quiet", "--verify-signature", "key.allowed", "M"];
    place.run(&check).says("");
    // The signatures are none of the files beside the manifest.
    let audit = place.run(&["audit", "--allow=new", "--json", "M"]);
    assert!(!audit.out.contains("M.sig"), "{}", audit.out);
}

/// Nobody makes an update sign what nobody has read: what an interrupted run has left is not
/// signed, and so not believed.
#[test]
fn journals_are_not_believed() {
    let place = place();
    std::thread::sleep(std::time::Duration::from_millis(3100));
    place.run(&["update", "-q", "--sign", "key", "M", "t"]).says("");
    let text = fs::read_to_string(place.path().join("M")).unwrap();
    place.file("t/b", "changed");
    let stat = place.shell("stat -c '#= %s %.9Y %.9Z %i' t/b").out;
    let line = text.lines().find(|line| line.ends_with("t/b")).unwrap();
    place.file(".lanesum-M.resume-1", format!("{stat}{}\n", line.replace(&line[..8], "01234567")));
    let update = place.run(&["update", "--sign", "key", "--verify-signature", "key.allowed", "M", "t"]);
    assert_eq!((update.code, &*update.out), (Some(0), "t/b: CHANGED\n"), "{}", update.err);
    assert!(!place.path().join(".lanesum-M.resume-1").exists());
    place.run(&["check", "--quiet", "M"]).says("");
}

/// The vectors of minisign's own tests, and of its verifier.
#[test]
fn published() {
    let place = Place::new();
    place.file("pub", "untrusted comment: minisign public key E7620F1842B4E81F\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n");
    place.file("line", "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3");
    place.file("M", "test");
    place.file(
        "M.minisig",
        "untrusted comment: signature from minisign secret key\n\
         RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=\n\
         trusted comment: timestamp:1556193335\tfile:test\n\
         y/rUw2y8/hOUYjZU71eHp/Wo1KZ40fGy2VJEDl34XMJM+TX48Ss/17u3IvIfbVR1FkZZSNCisQbuQY+bHwhEBg==\n",
    );
    for key in ["pub", "line"] {
        // It is good, and of bytes that are no manifest.
        let ran = place.run(&["check", "--verify-signature", key, "M"]);
        assert!(ran.err.contains("good signature: timestamp:1556193335"), "{}", ran.err);
        assert!(ran.err.contains("no properly formatted checksum lines"), "{}", ran.err);
    }
    let signature = fs::read_to_string(place.path().join("M.minisig")).unwrap();
    for (from, to) in [("RUQf6LRC", "RUQf6LRD"), ("1556193335", "1556193336"), ("559r3g7V", "559r3g7W")] {
        place.file("M.minisig", signature.replace(from, to));
        fails(&place.run(&["check", "--verify-signature", "pub", "M"]), "not believed");
    }
    place.file("M.minisig", &signature).file("M", "Test");
    fails(&place.run(&["check", "--verify-signature", "pub", "M"]), "not believed");
    // The old kind signs no hash, but all bytes at once.
    place.file("M", "test").file(
        "M.minisig",
        "untrusted comment: signature from minisign secret key\n\
         RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=\n\
         trusted comment: timestamp:1555779966\tfile:test\n\
         QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==\n",
    );
    fails(&place.run(&["check", "--verify-signature", "pub", "M"]), "minisign -l");
}

/// An old manifest with its old signature is good, unless somebody says how old it may be.
#[test]
fn rollback() {
    let place = place();
    let sign = ["--sign", "key", "--verify-signature", "key.allowed", "M", "t"];
    assert_eq!(place.run(&["update", "--sign", "key", "M", "t"]).code, Some(0));
    let old = ["M", "M.sig"].map(|name| fs::read(place.path().join(name)).unwrap());
    place.file("t/e", "new");
    assert_eq!(place.run(&[&["update"], &sign[..]].concat()).code, Some(0));
    let verify = ["--verify-signature", "key.allowed"];
    let least = |command: &'static str, n: &'static str| {
        place.run(&[&[command, "--min-generation", n], &verify[..], &["M"]].concat())
    };
    for command in ["check", "audit"] {
        let ran = least(command, "2");
        assert!(ran.err.contains("M: good signature: alice@example.org; generation 2, 20"), "{}", ran.err);
        fails(&least(command, "3"), "M: not believed: it is of generation 2 (20");
    }
    let json = place.run(&[&["check", "--json"], &verify[..], &["M"]].concat());
    let first: serde_json::Value = json.out.lines().next().unwrap().parse().unwrap();
    assert_eq!(first["status"], "signed");
    assert_eq!((&first["manifest"], &first["generation"]), (&"M".into(), &2.into()));
    assert_eq!(first["signer"], "alice@example.org");
    assert!(first["date"].as_str().is_some_and(|date| date.ends_with('Z')), "{first}");
    let json = place.run(&[&["audit", "--json"], &verify[..], &["M", "t"]].concat());
    assert!(json.out.starts_with("{\"manifest\":\"M\",\"status\":\"signed\",\"signer\""), "{}", json.out);
    // Somebody puts the old one back, with its signature.
    place.file("M", &old[0]).file("M.sig", &old[1]);
    for command in ["check", "audit"] {
        let ran = place.run(&[&[command], &verify[..], &["M"]].concat());
        assert!(ran.err.contains("generation 1, 20"), "{}", ran.err);
        fails(&least(command, "2"), "M: not believed: it is of generation 1 (20");
    }
    let update = place.run(&[&["update", "--min-generation", "2"], &sign[..]].concat());
    fails(&update, "and --min-generation asks for 2");
    // One of `hash` does not say, and a line below the first has no word in it.
    place.run(&["hash", "-o", "M", "--sign", "key", "t"]).says("");
    fails(&least("check", "1"), "it does not say its generation");
    place.run(&["check", "--min-generation", "1", "M"]).is_wrong_usage("--verify-signature");
}
