//! What a manifest says of itself.

use lanesum::Algorithm;

/// The first line: `# lanesum: generation 7, 2026-11-22T18:30:00Z, sha256`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    /// How often it was written, this time included.
    pub(crate) generation: u64,
    /// When, as `2026-11-22T18:30:00Z`.
    pub(crate) date: String,
    /// What each file has a line of. None where it does not say.
    pub(crate) algorithms: Vec<Algorithm>,
}

const BEGINNING: &str = "# lanesum: generation ";

impl Header {
    /// Reads a line. None for one that is something else.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line.strip_prefix(BEGINNING.as_bytes())?).ok()?;
        let mut fields = line.split(", ");
        let generation = fields.next()?.parse().ok()?;
        let date = fields.next()?.to_owned();
        let algorithms = fields.map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(Self { generation, date, algorithms })
    }

    /// The line, with its end.
    pub(crate) fn line(&self) -> String {
        let algorithms: String = self.algorithms.iter().map(|algorithm| format!(", {algorithm}")).collect();
        format!("{BEGINNING}{}, {}{algorithms}\n", self.generation, self.date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for algorithms in [vec![], vec![Algorithm::Sha256], vec![Algorithm::Md5, Algorithm::Blake3]] {
            let header = Header { generation: 7, date: "2026-11-22T18:30:00Z".to_owned(), algorithms };
            let line = header.line();
            assert_eq!(Header::read(line.trim_end().as_bytes()), Some(header));
        }
        assert_eq!(Header::read(b"# lanesum: check with --key-file"), None);
    }
}
