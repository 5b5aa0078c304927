//! Which of the files that a manifest lists are missing.

/// A bit for each file, up to the last one that is missing.
#[derive(Default)]
pub(super) struct Missing {
    words: Vec<u64>,
    count: u64,
}

/// Where the bit of a file is: of the one that so many are listed before.
fn place(index: u64) -> (usize, u64) {
    (usize::try_from(index / 64).unwrap_or(usize::MAX), 1 << (index % 64))
}

impl Missing {
    pub(super) fn add(&mut self, index: u64) {
        let (word, bit) = place(index);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.count += u64::from(self.words[word] & bit == 0);
        self.words[word] |= bit;
    }

    pub(super) fn has(&self, index: u64) -> bool {
        let (word, bit) = place(index);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Says whether it was missing.
    pub(super) fn remove(&mut self, index: u64) -> bool {
        let had = self.has(index);
        if had {
            let (word, bit) = place(index);
            self.words[word] &= !bit;
            self.count -= 1;
        }
        had
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_and_removes() {
        let mut missing = Missing::default();
        for index in [0, 63, 64, 1000, 64] {
            missing.add(index);
        }
        assert!(!missing.has(1) && !missing.has(65) && !missing.has(u64::MAX));
        for index in [64, 0, 1000, 63] {
            assert!(!missing.is_empty());
            assert!(missing.has(index) && missing.remove(index) && !missing.remove(index));
        }
        assert!(missing.is_empty() && !missing.remove(5000));
    }
}
