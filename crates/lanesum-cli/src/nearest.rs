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

/// How many characters have to be put in, taken out or changed (Levenshtein, 1965).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut above_left = row[0];
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (above_left + usize::from(a != b)).min(above + 1).min(row[j] + 1);
            above_left = above;
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, n) in [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("sha265", "sha256", 2)] {
            assert_eq!(distance(a, b), n);
            assert_eq!(distance(b, a), n);
        }
        assert_eq!(of("--star", ["--start", "--count"], 2), Some("--start"));
        assert_eq!(of("--outb", ["--outboard"], 2), None);
    }
}
