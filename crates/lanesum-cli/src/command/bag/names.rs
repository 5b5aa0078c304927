//! What the files of a bag are called.

use lanesum::Algorithm;

/// An algorithm in the name of a manifest: in lower case, with nothing but letters and
/// digits (RFC 8493, 2.4).
pub(super) fn of(algorithm: Algorithm) -> String {
    algorithm.name().to_string().replace(|c: char| !c.is_ascii_alphanumeric(), "")
}

/// What a file of a bag is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A manifest of the payload.
    Payload,
    /// A manifest of the other files.
    Tags,
}

/// What a manifest is of. None for another file; no algorithm for one that is not known.
pub(super) fn manifest(file: &str) -> Option<(Kind, Option<Algorithm>)> {
    let name = file.strip_suffix(".txt")?;
    let (kind, name) = match name.strip_prefix("tagmanifest-") {
        Some(name) => (Kind::Tags, name),
        None => (Kind::Payload, name.strip_prefix("manifest-")?),
    };
    // Some keep the `_` or the `-` of the algorithm's name.
    let plain = name.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "");
    Some((kind, Algorithm::ALL.into_iter().find(|&algorithm| of(algorithm) == plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests() {
        for algorithm in Algorithm::ALL {
            let name = format!("manifest-{}.txt", of(algorithm));
            assert_eq!(manifest(&name), Some((Kind::Payload, Some(algorithm))));
        }
        assert_eq!(manifest("tagmanifest-sha3_256.txt"), Some((Kind::Tags, Some(Algorithm::Sha3_256))));
        assert_eq!(manifest("manifest-tiger.txt"), Some((Kind::Payload, None)));
        assert_eq!(manifest("manifest.txt"), None);
        assert_eq!(manifest("bagit.txt"), None);
    }
}
