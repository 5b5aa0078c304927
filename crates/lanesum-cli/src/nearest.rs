//! The word that was meant.

/// The one of `words` that `word` can be turned into with the fewest changes, each of
/// one character, but with no more than `most`.
pub(crate) fn of<'a>(word: &str, words: impl IntoIterator<Item = &'a str>, most: usize) -> Option<&'a str> {
    let changes = words.into_iter().map(|known| (distance(word, known), known));
    changes
        .filter(|(changes, _)| *changes <= most)
        .min_by_key(|(changes, _)| *changes)
        .map(|(_, known)| known)
}

/// How many characters have to be put in, taken out, changed, or swapped with the next
/// one (Damerau, 1964; no part is changed twice).
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for i in 0..from.len() {
        let mut row = vec![i + 1];
        for j in 0..to.len() {
            let changed = rows[i][j] + usize::from(from[i] != to[j]);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j] {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, n) in [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("sha265", "sha256", 1)] {
            assert_eq!(distance(a, b), n);
            assert_eq!(distance(b, a), n);
        }
        assert_eq!(of("--star", ["--start", "--count"], 2), Some("--start"));
        assert_eq!(of("--outb", ["--outboard"], 2), None);
    }
}
