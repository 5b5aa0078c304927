//! The names of algorithms with digests of any length, which end in the bits of
//! one that is not the longest: `blake2b`, `blake2b-256`.

/// A name, and zeros.
type Name = [u8; 12];

/// The names and tags of one algorithm's digests, by their bytes: of `n` bytes at
/// `n - 1`.
pub(crate) struct Shorter {
    names: &'static [Name],
    tags: &'static [Name],
}

impl Shorter {
    pub(crate) const fn new(names: &'static [Name], tags: &'static [Name]) -> Self {
        Self { names, tags }
    }

    /// The name with a digest of `len` bytes.
    pub(super) const fn name(&self, len: usize) -> &'static str {
        text(&self.names[len - 1])
    }

    /// The tag with a digest of `len` bytes.
    pub(super) const fn tag(&self, len: usize) -> &'static str {
        text(&self.tags[len - 1])
    }
}

/// Reads the bits of a digest, and says its bytes.
pub(super) fn parse(bits: &[u8]) -> Option<usize> {
    if !bits.iter().all(u8::is_ascii_digit) || bits.first() == Some(&b'0') {
        return None;
    }
    let bits: usize = str::from_utf8(bits).ok()?.parse().ok()?;
    bits.is_multiple_of(8).then_some(bits / 8)
}

const fn text(name: &'static Name) -> &'static str {
    let mut end = 0;
    while end < name.len() && name[end] != 0 {
        end += 1;
    }
    match str::from_utf8(name.split_at(end).0) {
        Ok(name) => name,
        Err(_) => panic!("a name is ASCII"),
    }
}

/// The names for digests of 1 to `N` bytes.
pub(super) const fn names<const N: usize>(hash: &str) -> [Name; N] {
    let mut names = [[0; 12]; N];
    let mut i = 0;
    while i < N {
        let mut end = 0;
        while end < hash.len() {
            names[i][end] = hash.as_bytes()[end];
            end += 1;
        }
        if i + 1 < N {
            names[i][end] = b'-';
            let bits = 8 * (i + 1);
            let mut unit = if bits < 10 {
                1
            } else if bits < 100 {
                10
            } else {
                100
            };
            while unit > 0 {
                end += 1;
                names[i][end] = b'0' + (bits / unit % 10) as u8;
                unit /= 10;
            }
        }
        i += 1;
    }
    names
}
