//! Which algorithms a digest may be of, where nothing tells but its length and the name of
//! its manifest.

use super::digests::of_length;
use crate::function::Function;
use lanesum::Algorithm;
use std::ffi::OsStr;
use std::path::Path;

/// The algorithms with digests of `len` bytes, the most common one first. BLAKE2 has
/// digests of any length, but is tried only where another has such ones.
fn all(len: usize) -> Vec<Algorithm> {
    let mut algorithms: Vec<_> = of_length(len).collect();
    if algorithms.iter().any(|algorithm| algorithm.is_cryptographic()) {
        for family in ["blake2b", "blake2s"] {
            let shortened = format!("{family}-{}", 8 * len).parse();
            algorithms.extend(shortened.ok().filter(|algorithm| !algorithms.contains(algorithm)));
        }
    }
    algorithms
}

/// The same, those first that lines without a name are of, and how many those are: the
/// most common one, and of 32 bytes SHA-256 and BLAKE3, for both are common.
pub fn in_order(len: usize) -> (Vec<Algorithm>, usize) {
    let mut algorithms = all(len);
    match algorithms.iter().position(|&algorithm| algorithm == Algorithm::Blake3) {
        None => (algorithms, 1),
        Some(blake3) => {
            algorithms[1..=blake3].rotate_right(1);
            (algorithms, 2)
        }
    }
}

/// Whether a reader takes a digest of `function` for one without being told.
pub fn is_evident(function: &Function) -> bool {
    let Some(algorithm) = function.algorithm() else { return false };
    let (algorithms, evident) = in_order(function.output_len());
    algorithms[..evident.min(algorithms.len())].contains(&algorithm)
}

/// The algorithm that digests of `len` bytes are of in a manifest of this name: the one that
/// it means, or the most common one. None of 32 bytes where it means none.
pub fn one(manifest: &OsStr, len: usize) -> Option<Algorithm> {
    let (algorithms, evident) = in_order(len);
    let mut functions = algorithms.into_iter().map(Function::from).collect();
    let sure = by_name(manifest, &mut functions, evident) || evident == 1;
    functions.first().filter(|_| sure)?.algorithm()
}

/// Puts the function first that the name of a manifest means, and leaves behind it only the
/// `evident` ones, which were first. Says whether the name means one: then that one alone is
/// to be tried at first.
pub fn by_name(manifest: &OsStr, functions: &mut Vec<Function>, evident: usize) -> bool {
    let Some(named) = named(manifest, functions) else { return false };
    functions[..=named].rotate_right(1);
    functions.truncate(evident + usize::from(named >= evident));
    true
}

/// Which of some functions the name of a manifest means, as `SHA256SUMS`, `disk.iso.blake3`
/// and `B2SUMS` do. Of several that which it ends with: `SHA256SUMS.b3` has BLAKE3's.
fn named(manifest: &OsStr, functions: &[Function]) -> Option<usize> {
    let is_mark = |c: char| !c.is_ascii_alphanumeric();
    let name = Path::new(manifest).file_name()?.to_str()?.to_ascii_lowercase();
    // The commands are called so; in other words that means nothing.
    let word = |word| match word {
        "b2" | "b2sum" | "b2sums" => "blake2b",
        "b3" | "b3sum" | "b3sums" => "blake3",
        word => word,
    };
    let name: String = name.split(is_mark).map(word).collect();
    let end = |of: &str| name.rfind(of).map(|at| (at + of.len(), of.len()));
    let means = |function: &Function| {
        let of = function.name();
        // BLAKE2 has digests of any length, of which its name says nothing.
        let family = of.split_once('-').map(|(family, _)| family).filter(|name| name.starts_with("blake2"));
        end(&of.replace(is_mark, "")).max(family.and_then(end))
    };
    let found = functions.iter().enumerate().filter_map(|(at, function)| Some((means(function)?, at)));
    found.max().map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evident() {
        let evident = Algorithm::ALL.into_iter().filter(|&algorithm| is_evident(&algorithm.into()));
        let names: Vec<_> = evident.map(|algorithm| algorithm.to_string()).collect();
        assert_eq!(
            names,
            ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake3", "crc32", "crc64nvme"]
        );
        assert_eq!(in_order(32).0[..2], [Algorithm::Sha256, Algorithm::Blake3]);
    }

    #[test]
    fn names_of_manifests() {
        for (manifest, len, expected) in [
            ("SHA256SUMS", 32, Some("sha256")),
            ("dir/B3SUMS", 32, Some("blake3")),
            ("a.iso.b3", 32, Some("blake3")),
            ("b3/SHA-256.txt", 32, Some("sha256")),
            ("SHA256SUMS.b3", 32, Some("blake3")),
            ("b3sums_sha256", 32, Some("sha256")),
            ("web3", 32, None),
            ("sha512_256.txt", 32, Some("sha512-256")),
            ("SHA3-256", 32, Some("sha3-256")),
            ("B2SUMS", 64, Some("blake2b")),
            ("B2SUMS", 32, Some("blake2b-256")),
            ("x.blake2s", 32, Some("blake2s")),
            ("x.blake2s", 16, Some("blake2s-128")),
            ("SHA256SUMS", 16, None),
            ("sums/", 32, None),
            ("..", 32, None),
            ("-", 32, None),
            ("", 32, None),
        ] {
            let functions: Vec<_> = in_order(len).0.into_iter().map(Function::from).collect();
            let found = named(OsStr::new(manifest), &functions).map(|at| functions[at].name());
            assert_eq!(found.as_deref(), expected, "{manifest}, {len}");
        }
    }
}
