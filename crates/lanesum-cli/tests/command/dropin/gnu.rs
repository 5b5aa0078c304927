//! The same script, run by GNU's commands and by ours: what the version that
//! Debian 12 has (9.1) does as 9.11 does.

use super::place::Links;
use crate::support::Ran;

/// Compares the two, for each line of `scripts`.
#[track_caller]
fn same(links: &Links, scripts: &str) {
    let version: Ran = links.system_bash("md5sum --version").output().unwrap().into();
    assert!(version.out.contains("GNU coreutils"), "these tests need GNU's commands");
    let mut wrong = Vec::new();
    for script in scripts.lines().map(str::trim).filter(|script| !script.is_empty()) {
        let theirs: Ran = links.system_bash(script).output().unwrap().into();
        let ours = links.run(script);
        if ours != theirs {
            wrong.push(format!("{script}\n  GNU's: {theirs:?}\n  ours:  {ours:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

fn manifests(links: &Links) {
    let ran: Ran = links
        .system_bash(
            r#"
            md5sum a empty > m
            md5sum --tag a > tagged
            { echo '# c'; echo; echo bad; md5sum a; md5sum a | tr a-f A-F
              echo 00000000000000000000000000000000  empty; } > mixed
            printf '900150983cd24fb0d6963f7d28e17f72 a\r\n' > reversed
            printf 'd41d8cd98f00b204e9800998ecf8427e  nope\nd41d8cd98f00b204e9800998ecf8427e  empty\n' > missing
            printf 'd41d8cd98f00b204e9800998ecf8427e  nope\n00000000000000000000000000000000  empty\n' > neither
            printf '900150983cd24fb0d6963f7d28e17f72  d\n' > directory
            printf -- '900150983cd24fb0d6963f7d28e17f72  -\n' > dash
            printf '900150983cd24fb0d6963f7d28e17f72 a\n900150983cd24fb0d6963f7d28e17f72  a\n' > spoofed
            printf '900150983cd24fb0d6963f7d28e17f72  a\n900150983cd24fb0d6963f7d28e17f72 a\n' > spoofed2
            printf ' \t 900150983cd24fb0d6963f7d28e17f72 *a\n #no comment\n' > blanks
            printf '\\900150983cd24fb0d6963f7d28e17f72  a\\x\n\\415290769594460e2e485922904f345d  n\\nl\n' > escaped
            printf 'MD5(a)= 900150983cd24fb0d6963f7d28e17f72\nMD5 (a)=900150983cd24fb0d6963f7d28e17f72\n' > openssl
            printf 'MD5  (a) = 900150983cd24fb0d6963f7d28e17f72\nMD5 (a) 900150983cd24fb0d6963f7d28e17f72\n' > untidy
            printf 'MD5 () = 900150983cd24fb0d6963f7d28e17f72\n900150983cd24fb0d6963f7d28e17f72  \n' > unnamed
            printf '900150983cd24fb0d6963f7d28e17f7  a\n900150983cd24fb0d6963f7d28e17f722  a\nx00150983cd24fb0d6963f7d28e17f72  a\n' > lengths
            printf '900150983cd24fb0d6963f7d28e17f72  a' > unended
            printf '900150983cd24fb0d6963f7d28e17f72  a \n900150983cd24fb0d6963f7d28e17f72   a\n' > significant
            printf '900150983cd24fb0d6963f7d28e17f72  a\0b\n' > nul
            { echo '-----BEGIN PGP SIGNED MESSAGE-----'; echo 'Hash: SHA256'; echo; md5sum a
              echo '-----BEGIN PGP SIGNATURE-----'; echo iQ/+=; echo '-----END PGP SIGNATURE-----'; } > armoured
            md5sum a empty | sed 's/$/\r/' > crlf
            "#,
        )
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn digests() {
    same(
        &Links::with_files(),
        r#"
        md5sum a 'b c' empty nope d "q'q" $'n\nl'
        sha1sum a empty
        sha224sum a empty
        sha256sum a empty
        sha384sum a empty
        sha512sum a empty
        b2sum a empty
        b2sum -l 128 a empty
        b2sum -l 8 a --tag
        b2sum -l 0 --tag a
        b2sum -l ' +16' a
        b2sum --length=512 --tag a
        md5sum
        md5sum - a - < a
        md5sum < a
        md5sum -b a
        md5sum -t a
        md5sum -bt a
        md5sum -tb a
        md5sum -z a $'n\nl' | od -c
        md5sum --zero a | od -c
        md5sum --tag a $'n\nl'
        md5sum --tag -b a
        md5sum --tag -z $'n\nl' | od -c
        sha512sum --tag a
        md5sum -- a
        md5sum a --tag
        md5sum -- --tag
        POSIXLY_CORRECT=1 md5sum a --tag
        md5sum '' a/b 'no such' "it's" $'a\tb' '~' '{' 'a=b' $'\377' é
        LC_ALL=C md5sum 'no such' "it's" $'a\tb' $'\377' é $'é\n'
        md5sum /proc/version
        md5sum /proc/self/mem
        md5sum a nope a 2>&1
        "#,
    );
}

#[test]
fn numbers() {
    same(
        &Links::with_files(),
        r#"
        cksum a empty
        cksum < a
        cksum -
        cksum $'n\nl'
        cksum -z a | od -c
        cksum --untagged a
        cksum --tag a
        cksum nope a
        sum a empty
        sum < a
        sum -s a empty
        sum --sysv a
        sum --s < a
        sum -r a
        sum -s -r a
        sum -r -s a
        sum $'n\nl'
        sum nope a
        cksum -a bsd a
        cksum -a sysv a
        cksum -a crc a
        cksum -a sysv -z a | od -c
        cksum -a md5 a $'n\nl'
        cksum -a sha1 --untagged a
        cksum -a sha224 --untag a
        cksum -a sha256 a
        cksum -a sha384 a
        cksum -a sha512 a
        cksum -a blake2b a
        cksum -a blake2b -l 16 a
        cksum -a sm3 a empty
        cksum --algorithm=md5 a
        cksum -amd5 a
        cksum -a md5 --tag --untagged a
        cksum -a md5 --untagged --tag a
        cksum -a md5 -z a | od -c
        cksum -a md5 -l 0 a
        head -c 1023 /dev/zero | sum
        head -c 1025 /dev/zero | sum
        head -c 513 /dev/zero | sum -s
        head -c 100000 /dev/zero | tr '\0' '\377' | sum -s
        head -c 100000 /dev/zero | tr '\0' '\377' | sum
        head -c 100000 /dev/zero | tr '\0' '\377' | cksum
        "#,
    );
}

#[test]
fn command_lines() {
    same(
        &Links::with_files(),
        r#"
        md5sum --foo
        md5sum --foo=bar
        md5sum --ch=3
        md5sum --st
        md5sum --s
        md5sum --t
        md5sum -y
        md5sum -cyz
        md5sum -$'\351'
        md5sum --tag=
        md5sum --tag -t
        md5sum -c --tag a
        md5sum -c --tag -z a
        md5sum -cb a
        md5sum -ct a
        md5sum -cz a
        md5sum --tag -c -t
        md5sum -t --tag -c
        md5sum --text --tag --quiet a
        md5sum -t --tag --strict -z a
        md5sum --quiet
        md5sum --strict
        md5sum --status
        md5sum --warn
        md5sum -w a
        md5sum --ignore-missing
        md5sum --ig --str
        md5sum --strict --quiet
        md5sum -a=md5
        sha512sum -l 8 a
        b2sum -l
        b2sum --length
        b2sum --length=
        b2sum -l x
        b2sum -l 9
        b2sum -l 520
        b2sum -l 8x
        b2sum -l $'x\377\n'
        b2sum -l "x'y\\"
        LC_ALL=C b2sum -l "x'y\\"
        LC_ALL=C b2sum -l é
        b2sum --=
        b2sum --ver=x
        cksum -a
        cksum --algorithm
        cksum --un=3
        sum -y
        sum -c
        sum --sysv=3
        sum --zzz
        "#,
    );
}

#[test]
fn checks() {
    let links = Links::with_files();
    manifests(&links);
    same(
        &links,
        r#"
        md5sum -c m
        md5sum --check m
        md5sum -c m m
        md5sum -c < m
        md5sum -c - < m
        md5sum -c - - < m
        md5sum -c < /dev/null
        md5sum -c nope m
        md5sum -c d
        md5sum -c tagged
        md5sum -c mixed
        md5sum -c -w mixed
        md5sum -c --strict mixed
        md5sum -c --quiet m mixed tagged
        md5sum -c --status mixed
        md5sum -c --status --warn mixed
        md5sum -c --warn --status mixed
        md5sum -c --warn --quiet mixed
        md5sum -c --quiet --warn mixed
        md5sum -cw --strict armoured
        md5sum -c armoured
        md5sum -c crlf
        md5sum -c reversed
        md5sum -c missing
        md5sum -c --status missing
        md5sum -c --ignore-missing missing
        md5sum -c --ignore-missing --quiet missing
        md5sum -c --ignore-missing neither
        md5sum -c --ignore-missing --status neither
        md5sum -c directory
        md5sum -c --ignore-missing directory
        md5sum -c dash < a
        md5sum -cw < dash
        md5sum -cw spoofed2
        md5sum -cw blanks
        md5sum -cw openssl
        md5sum -cw untidy
        md5sum -cw lengths
        md5sum -cw unended
        md5sum -cw nul
        sha1sum -cw m
        sha1sum -cw tagged
        sha256sum --tag a | sed s/SHA256/SHA2-256/ | sha256sum -cw
        printf 'MD5 x\nbad\nSHA1 (\n \\\\SHA256-\nCRC (a) = 1\n' | cksum -cw
        md5sum a | sed 's/ .*/ /' | md5sum -cw
        printf 'AAA=  a\n' | b2sum -cw
        md5sum -c dash - < m
        md5sum -c dash - m < m
        LC_ALL=xx_YY.UTF-8 md5sum é
        md5sum $'\u0378' $'a\u2028b' $'\u00ad' $'\u200b' $'\ue000' $'\U10FFFE' $'\u0085' $'\u2029'
        cksum -c tagged
        cksum -c m
        cksum -cw mixed
        cksum -a md5 -c m
        cksum -a md5 -c tagged
        cksum -a md5 -cw mixed
        cksum -a sha1 -cw tagged
        cksum -a blake2b -c tagged
        cksum --untagged -c tagged
        for s in md5 sha1 sha224 sha256 sha384 sha512 sm3 blake2b; do cksum -a $s a; done | cksum -c
        for s in 8 128 504 512; do b2sum -l $s a; done | b2sum -c
        for s in 8 128 504 512; do b2sum --tag -l $s a; done | b2sum -c
        for s in 8 128 504 512; do b2sum --tag -l $s a; done | b2sum -c -l 16
        for s in 1 12 0 520 1024; do echo "BLAKE2b-$s (a) = 900150983cd24fb0d6963f7d28e17f72"; done | b2sum -cw
        "#,
    );
}
