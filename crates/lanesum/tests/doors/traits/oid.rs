//! Object identifiers, against those that OpenSSL knows.

use digest::const_oid::AssociatedOid;
use lanesum::AssociatedAlgorithm;
use std::process::Command;

#[test]
fn as_openssl() {
    let output = Command::new("openssl").args(["list", "-digest-algorithms"]).output();
    let output = output.expect("the command `openssl`, of the package of that name");
    // `{ 2.16.840.1.101.3.4.2.1, SHA2-256, SHA-256, SHA256 } @ default`
    let list = String::from_utf8(output.stdout).expect("it prints ASCII");
    let check = |oid: String, tag: &str| {
        let line = list.lines().find(|line| line.contains(&format!("{{ {oid},")));
        let line = line.unwrap_or_else(|| panic!("{tag}: OpenSSL has no {oid}"));
        let named = line.split([' ', ',']).any(|name| name.replace('/', "-") == tag.replace('/', "-"));
        assert!(named, "{tag}: {line}");
    };
    macro_rules! each {
        ($($hash:ident)+) => {
            $(check(lanesum::$hash::OID.to_string(), lanesum::$hash::ALGORITHM.tag());)+
        };
    }
    each! { Md5 Sha1 Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 }
    each! { Sha3_224 Sha3_256 Sha3_384 Sha3_512 Shake128 Shake256 Sm3 }
}
