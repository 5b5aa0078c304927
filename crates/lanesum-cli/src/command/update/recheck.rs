//! Which files are read though they seem not to have changed.

use std::str::FromStr;

/// One share of all files, of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recheck(u64);

impl Recheck {
    pub(super) const ALL: Self = Self(1);

    /// Whether a file is in the share of this generation. Each is in that of one
    /// generation of every round.
    pub(super) fn selects(self, name: &[u8], generation: u64) -> bool {
        // FNV-1a: names that differ a little are in different shares.
        let hash = name
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        (hash >> 16) % self.0 == generation % self.0
    }
}

impl FromStr for Recheck {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent: Option<f64> = text.strip_suffix('%').unwrap_or(text).parse().ok();
        match percent.filter(|percent| *percent >= 0.001 && *percent <= 100.0) {
            Some(percent) => Ok(Self((100.0 / percent).ceil() as u64)),
            None => Err("not a share from 0.001% to 100%".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_once_in_a_round() {
        for (text, runs) in [("5%", 20), ("100", 1), ("30%", 4), ("0.1%", 1000)] {
            let recheck: Recheck = text.parse().unwrap();
            for file in 0..200 {
                let name = format!("./{file}");
                let times = (7..7 + runs).filter(|&run| recheck.selects(name.as_bytes(), run)).count();
                assert_eq!(times, 1, "{text}");
            }
            let share = (0..10_000).filter(|i| recheck.selects(format!("f{i}").as_bytes(), 3)).count() as f64;
            assert!((share * runs as f64 / 10_000.0 - 1.0).abs() < 0.5 || runs > 100, "{text}: {share}");
        }
        for wrong in ["", "0", "x", "101%", "-5%", "NaN"] {
            assert!(wrong.parse::<Recheck>().is_err(), "{wrong}");
        }
    }
}
