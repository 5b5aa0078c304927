//! Times in UTC.

use lanesum_files::status::Time;

/// A time as RFC 3339 writes it, in UTC. None for a year it has no room for.
pub(crate) fn time(time: Time) -> Option<String> {
    let (days, seconds) = (time.seconds.div_euclid(86_400), time.seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    if !(0..=9999).contains(&year) {
        return None;
    }
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = match time.nanoseconds {
        0 => String::new(),
        nanoseconds => format!(".{nanoseconds:09}").trim_end_matches('0').to_owned(),
    };
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
}

/// The year, month and day that begin so many days after 1970, in the Gregorian
/// calendar (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021,
/// `civil_from_days`). A crate for this takes a tenth of the command's build.
fn date(days: i64) -> (i64, i64, i64) {
    // Years that begin in March end with the leap day. 400 of them have always as many
    // days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let first = (153 * month + 2) / 5;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (400 * era + year + next, month, day - first + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `date -u -Ins -d @SECONDS` prints them.
    #[test]
    fn as_date_prints_them() {
        for (seconds, nanoseconds, expected) in [
            (0, 0, "1970-01-01T00:00:00Z"),
            (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
            (951_827_696, 120_000_000, "2000-02-29T12:34:56.12Z"),
            (1_700_000_000, 1, "2023-11-14T22:13:20.000000001Z"),
            (4_107_542_399, 0, "2100-02-28T23:59:59Z"),
            (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
            (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
            (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(time(Time { seconds, nanoseconds }).as_deref(), Some(expected));
        }
        for seconds in [-62_167_219_201, 253_402_300_800, i64::MIN, i64::MAX] {
            assert_eq!(time(Time { seconds, nanoseconds: 0 }), None, "{seconds}");
        }
    }

    /// Day by day, with the rule for leap years.
    #[test]
    fn all_days_of_a_thousand_years() {
        let mut expected = (1600, 1, 1);
        for days in -135_140..230_103 {
            assert_eq!(date(days), expected);
            let (year, month, day) = expected;
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 => 28 + i64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                (_, day) if day == last => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
        assert_eq!(expected, (2600, 1, 1));
    }
}
