//! Operands that the parser of arguments need not see.
//!
//! It makes four copies of each argument, one by one: of 50,000 names, as the shell makes of
//! `*`, half of the time in which two threads then hash 200 MB. So it gets those only that
//! may be something else, and the others are put behind them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// How many arguments behind the last option the parser sees. The first may be the value of
/// that option, or, where there is none, the first two are the name of the program and of a
/// command; one more shows that there are operands.
const SEEN: usize = 3;

/// Splits the arguments of a command, whose last operand may be repeated and whose options
/// take a value at most, into those that the parser sees, and operands behind them. An empty
/// argument, which may be refused, is not one of those.
pub(crate) fn split<A: AsRef<OsStr>>(mut args: Vec<A>) -> (Vec<A>, Vec<A>) {
    let may_be_else = |arg: &OsStr| arg.is_empty() || arg.as_bytes().starts_with(b"-");
    let seen = args.iter().rposition(|arg| may_be_else(arg.as_ref())).map_or(0, |last| last + 1) + SEEN;
    let seen = args.drain(..seen.min(args.len())).collect();
    (seen, args)
}

/// Says whether each option of a command takes a value at most, as [`split`] expects.
#[cfg(test)]
pub(crate) fn fits(command: &clap::Command) -> bool {
    command.get_opts().all(|option| option.get_num_args().is_none_or(|values| values.max_values() <= 1))
        && command.get_positionals().count() == 1
        && !command.has_subcommands()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_sees() {
        for (all, seen) in [
            ("lanesum hash", "lanesum hash"),
            ("lanesum hash a", "lanesum hash a"),
            ("lanesum hash a b c", "lanesum hash a"),
            ("lanesum hash a b -a md5", "lanesum hash a b -a md5"),
            ("lanesum hash a b -a md5 c d e f", "lanesum hash a b -a md5 c d"),
            ("lanesum hash -- -x a b c d", "lanesum hash -- -x a b c"),
            ("lanesum hash a b c d  e f g h", "lanesum hash a b c d  e f g"),
            ("lanesum hash a b c d -", "lanesum hash a b c d -"),
        ] {
            let args: Vec<_> = all.split(' ').map(OsStr::new).collect();
            let (first, rest) = split(args.clone());
            assert_eq!(first.join(" ".as_ref()), seen);
            assert_eq!([first, rest].concat(), args);
        }
    }
}
