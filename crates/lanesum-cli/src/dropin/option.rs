//! The options that GNU's checksum commands know, as data.
//!
//! Parsing, `--help` and the manual pages all come from these. A list has the
//! order in which GNU lists what an abbreviation might mean.

/// What an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    Algorithm,
    Base64,
    Binary,
    Bsd,
    Check,
    Debug,
    Help,
    IgnoreMissing,
    Length,
    Quiet,
    Raw,
    Status,
    Strict,
    Sysv,
    Tag,
    Text,
    Untagged,
    Version,
    Warn,
    Zero,
}

/// Where the help says something about an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Among those for everybody.
    Main,
    /// Among those that only mean something with `--check`.
    Check,
    /// At the end.
    About,
    /// Nowhere: it is kept for those who know it.
    Hidden,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opt {
    pub(super) id: Id,
    /// Its letter.
    pub(super) short: Option<u8>,
    /// Its long name; empty where it has none.
    pub(super) long: &'static str,
    /// What its value is called, if it takes one.
    pub(super) value: Option<&'static str>,
    pub(super) place: Place,
    /// What it does. Lines that follow the first are indented.
    pub(super) help: &'static str,
}

const fn opt(id: Id, short: Option<u8>, long: &'static str, place: Place, help: &'static str) -> Opt {
    Opt { id, short, long, value: None, place, help }
}

const fn with_value(opt: Opt, value: &'static str) -> Opt {
    Opt { value: Some(value), ..opt }
}

const fn hidden(opt: Opt) -> Opt {
    Opt { place: Place::Hidden, ..opt }
}

const ALGORITHM: Opt = with_value(
    opt(Id::Algorithm, Some(b'a'), "algorithm", Place::Main, "select the digest type to use; see below"),
    "TYPE",
);
const BASE64: Opt = opt(Id::Base64, None, "base64", Place::Main, "write digests in base64, not hexadecimal");
const BINARY: Opt = opt(Id::Binary, Some(b'b'), "binary", Place::Main, "mark files as read in binary mode");
const BSD: Opt =
    opt(Id::Bsd, Some(b'r'), "", Place::Main, "use the sum of BSD, and blocks of 1 KiB (default)");
const CHECK: Opt =
    opt(Id::Check, Some(b'c'), "check", Place::Main, "read digests from the FILEs and check them");
const DEBUG: Opt = opt(Id::Debug, None, "debug", Place::Main, "say which instructions of the CPU are used");
const HELP: Opt = opt(Id::Help, None, "help", Place::About, "display this help and exit");
const IGNORE_MISSING: Opt =
    opt(Id::IgnoreMissing, None, "ignore-missing", Place::Check, "pass over files that do not exist");
const LENGTH: Opt = with_value(
    opt(Id::Length, Some(b'l'), "length", Place::Main, "digest length in bits; at most 512, a multiple of 8"),
    "BITS",
);
const LENGTH_OF_SOME: Opt = Opt {
    help: "digest length in bits, for blake2b (a multiple of 8,\nat most 512), sha2 and sha3 (224, 256, 384 or 512)",
    ..LENGTH
};
const QUIET: Opt = opt(Id::Quiet, None, "quiet", Place::Check, "write no line for a file that is OK");
const RAW: Opt = opt(Id::Raw, None, "raw", Place::Main, "write the bytes of the digest, and nothing else");
const STATUS: Opt = opt(Id::Status, None, "status", Place::Check, "write nothing; the exit status says it");
const STRICT: Opt = opt(Id::Strict, None, "strict", Place::Check, "fail for improperly formatted lines");
const SYSV: Opt =
    opt(Id::Sysv, Some(b's'), "sysv", Place::Main, "use the sum of System V, and blocks of 512 bytes");
const TAG: Opt = opt(Id::Tag, None, "tag", Place::Main, "write BSD lines, which name the algorithm");
const TAG_DEFAULT: Opt = Opt { help: "write BSD lines, which name the algorithm (default)", ..TAG };
const TEXT: Opt = opt(Id::Text, Some(b't'), "text", Place::Main, "mark files as read in text mode (default)");
const UNTAGGED: Opt = opt(Id::Untagged, None, "untagged", Place::Main, "write lines without the algorithm");
const VERSION: Opt = opt(Id::Version, None, "version", Place::About, "output version information and exit");
const WARN: Opt = opt(Id::Warn, Some(b'w'), "warn", Place::Check, "warn about improperly formatted lines");
const ZERO: Opt = opt(
    Id::Zero,
    Some(b'z'),
    "zero",
    Place::Main,
    "end each line with NUL, not newline,\nand do not escape file names",
);

/// `md5sum` and its like.
pub(super) const DIGEST: &[Opt] =
    &[CHECK, IGNORE_MISSING, QUIET, STATUS, WARN, STRICT, TAG, ZERO, BINARY, TEXT, HELP, VERSION];

/// `b2sum`.
pub(super) const BLAKE2: &[Opt] =
    &[LENGTH, CHECK, IGNORE_MISSING, QUIET, STATUS, WARN, STRICT, TAG, ZERO, BINARY, TEXT, HELP, VERSION];

/// `cksum`.
pub(super) const CKSUM: &[Opt] = &[
    LENGTH_OF_SOME,
    CHECK,
    IGNORE_MISSING,
    QUIET,
    STATUS,
    WARN,
    STRICT,
    TAG_DEFAULT,
    ZERO,
    ALGORITHM,
    BASE64,
    DEBUG,
    RAW,
    UNTAGGED,
    hidden(BINARY),
    hidden(TEXT),
    HELP,
    VERSION,
];

/// `sum`.
pub(super) const SUM: &[Opt] = &[BSD, SYSV, HELP, VERSION];
