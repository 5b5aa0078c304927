//! Digests that the installed commands do not know.

use super::place::Links;

#[test]
fn types() {
    let links = Links::with_files();
    for (script, out) in [
        ("cksum -a crc32b a", "891568578 3 a\n"),
        ("cksum -a sha2 -l 224 a", "SHA224 (a) = 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7\n"),
        (
            "cksum -a sha2 -l 256 --untagged a",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n",
        ),
        (
            "cksum -a sha3 -l 224 a",
            "SHA3-224 (a) = e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf\n",
        ),
        (
            "cksum -a sha3 -l 256 a",
            "SHA3-256 (a) = 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532\n",
        ),
        (
            "cksum -a sha3 -l 384 --untagged a",
            "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25  a\n",
        ),
        (
            "cksum -a sha3 -l 512 --untagged a",
            "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39340\
             57340b4cf408d5a56592f8274eec53f0  a\n",
        ),
        ("cksum -a sm3 a", "SM3 (a) = 66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0\n"),
        ("cksum -a blake2b -l 16 a", "BLAKE2b-16 (a) = ae1e\n"),
        ("cksum -a md5 --base64 a", "MD5 (a) = kAFQmDzST7DWlj99KOF/cg==\n"),
        ("cksum -a md5 --base64 --untagged a", "kAFQmDzST7DWlj99KOF/cg==  a\n"),
        ("cksum -a md5 --untagged -b a", "900150983cd24fb0d6963f7d28e17f72 *a\n"),
        ("cksum -a md5 -b --untagged a", "900150983cd24fb0d6963f7d28e17f72 *a\n"),
        ("cksum -a md5 --tag -b --untagged a", "900150983cd24fb0d6963f7d28e17f72  a\n"),
        ("cksum -a md5 --untagged -t a", "900150983cd24fb0d6963f7d28e17f72  a\n"),
        ("cksum --base64 a", "1219131554 3 a\n"),
        ("cksum -a md5 --raw a | od -An -tx1", " 90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72\n"),
        ("cksum --raw a | od -An -tx1", " 48 aa 78 a2\n"),
        ("cksum -a crc32b --raw a | od -An -tx1", " 35 24 41 c2\n"),
        ("cksum -a bsd --raw a | od -An -tx1", " 40 ac\n"),
        ("cksum -a sysv --raw a | od -An -tx1", " 01 26\n"),
        ("cksum -a sm3 < a", "SM3 (-) = 66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0\n"),
    ] {
        let ran = links.run(script);
        assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), out, ""), "{script}");
    }
}

/// `md5sum` is `cksum -a md5 --untagged`, and so on.
#[test]
fn emulation() {
    let links = Links::with_files();
    links.run("md5sum a > m");
    for (name, rest) in
        [("md5sum", "a -b"), ("md5sum", "-c m"), ("md5sum", "-z a"), ("sha1sum", "-t a"), ("md5sum", "d")]
    {
        let algorithm = name.trim_end_matches("sum");
        let expected = links.run(&format!("{name} {rest} 2>&1"));
        let ran = links.run(&format!("cksum -a {algorithm} --untagged {rest} 2>&1"));
        assert_eq!(ran.out, expected.out.replace(&format!("{name}:"), "cksum:"));
    }
}
