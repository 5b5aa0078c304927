//! `--help`, from the table of options.

use super::tool::{Family, TYPES, Tool, Type};
use crate::dropin::option::{Opt, Place};

/// Where the text about an option begins.
const COLUMN: usize = 24;

/// What `--help` prints.
pub(super) fn help(tool: &Tool) -> String {
    let mut text = format!("Usage: {} [OPTION]... [FILE]...\n{}\n\n", tool.name, tool.about);
    text.push_str("With no FILE, or when FILE is -, read standard input.\n\n");
    if tool.family == Family::Sum {
        text.push_str("Options:\n");
    }
    options(tool, Place::Main, &mut text);
    if has(tool, Place::Check) {
        text.push_str("\nThe following five options mean something only when verifying checksums:\n");
        options(tool, Place::Check, &mut text);
    }
    text.push('\n');
    options(tool, Place::About, &mut text);
    if tool.family == Family::Cksum {
        text.push_str("\nTYPE determines the algorithm and the default format of the output:\n");
        for (name, kind) in listed_types() {
            text.push_str(&format!("  {name:<9} {}\n", equivalent(kind)));
        }
        text.push_str("sha224, sha256, sha384 and sha512 are also known: sha2 of that length.\n");
    }
    text.push_str(&format!(
        "\nThis is lanesum, called {}: the same output, many files at once.\n",
        tool.name
    ));
    text.push_str(&format!("The checksums are those of {}.\nSee also `lanesum --help`.\n", tool.source));
    text
}

/// The types that the help lists, in its order, which begins with `sysv`: those
/// that stand for one algorithm of SHA-2 alone are not among them.
pub(super) fn listed_types() -> impl Iterator<Item = (&'static str, Type)> {
    let [bsd, sysv, rest @ ..] = TYPES;
    let listed = [sysv, bsd].into_iter().chain(rest);
    listed.filter(|(name, _)| !matches!(*name, "sha224" | "sha256" | "sha384" | "sha512"))
}

/// Which command does the same.
pub(super) fn equivalent(kind: Type) -> &'static str {
    match kind.label().as_str() {
        "BSD" => "(equivalent to sum -r)",
        "SYSV" => "(equivalent to sum -s)",
        "CRC" => "(equivalent to cksum)",
        "MD5" => "(equivalent to md5sum)",
        "SHA1" => "(equivalent to sha1sum)",
        "SHA2" => "(equivalent to sha{224,256,384,512}sum)",
        "BLAKE2b" => "(equivalent to b2sum)",
        _ => "(only available through cksum)",
    }
}

fn has(tool: &Tool, place: Place) -> bool {
    tool.options.iter().any(|opt| opt.place == place)
}

/// The options of a place, by name.
pub(super) fn sorted(tool: &Tool, place: Place) -> Vec<&'static Opt> {
    let mut options: Vec<_> = tool.options.iter().filter(|opt| opt.place == place).collect();
    options.sort_by_key(|opt| if opt.long.is_empty() { "bsd" } else { opt.long });
    options
}

fn options(tool: &Tool, place: Place, text: &mut String) {
    for opt in sorted(tool, place) {
        let short = opt.short.map_or("   ".to_owned(), |letter| {
            format!("-{}{}", letter as char, if opt.long.is_empty() { "" } else { "," })
        });
        let long = if opt.long.is_empty() { String::new() } else { format!(" --{}", opt.long) };
        let value = opt.value.map_or(String::new(), |value| format!("={value}"));
        let mut line = format!("  {short}{long}{value}");
        for (i, part) in opt.help.lines().enumerate() {
            let indent = if i == 0 { COLUMN } else { COLUMN + 2 };
            let gap = indent.saturating_sub(line.len()).max(2);
            line.push_str(&" ".repeat(gap));
            text.push_str(&line);
            text.push_str(part);
            text.push('\n');
            line.clear();
        }
    }
}
