//! Manual pages, from the table of options.

use super::help::{equivalent, listed_types, sorted};
use super::tool::{Family, Tool};
use crate::dropin::option::Place;
use crate::dropin::roff::{head, text};
use std::fmt::Write;

/// The page of a command, for `man`.
pub(in crate::dropin) fn page(tool: &Tool) -> String {
    let name = tool.name;
    let mut page = head(name, tool.about.trim_end_matches('.'));
    let _ = write!(
        page,
        ".SH SYNOPSIS\n\\fB{name}\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n.SH DESCRIPTION\n{}\nThe checksums are \
         those of {}.\n.PP\nWith no FILE, or when FILE is \\-, read standard input.\n",
        text(tool.about),
        text(tool.source),
    );
    page.push_str(".SH OPTIONS\n");
    options(tool, Place::Main, &mut page);
    if tool.options.iter().any(|opt| opt.place == Place::Check) {
        page.push_str(".SS Only when verifying checksums\n");
        options(tool, Place::Check, &mut page);
        page.push_str(".SS About\n");
    }
    options(tool, Place::About, &mut page);
    if tool.family == Family::Cksum {
        page.push_str(".SH TYPES\n");
        for (name, kind) in listed_types() {
            write_item(&mut page, &format!("\\fB{}\\fR", text(name)), equivalent(kind));
        }
    }
    page.push_str(
        ".SH EXIT STATUS\n0 if all is good, 1 otherwise.\n.SH ENVIRONMENT\n.TP\n\\fBPOSIXLY_CORRECT\\fR\nOptions end \
         at the first FILE.\n.TP\n\\fBLANESUM_ISA\\fR\nCaps the instruction sets that are used: see \
         \\fBlanesum\\fR(1).\n.TP\n\\fBLANESUM_COSTS\\fR\nSays where the costs of kernels come from: see \
         \\fBlanesum\\fR(1).\n.SH NOTES\n",
    );
    let _ = writeln!(
        page,
        "This is lanesum, called by the name of a command of GNU coreutils, whose options and output it has.\n.SH SEE \
         ALSO\n\\fBlanesum\\fR(1), \\fBlanesum\\-links\\fR(1)"
    );
    page
}

fn options(tool: &Tool, place: Place, page: &mut String) {
    for opt in sorted(tool, place) {
        let short = opt.short.map(|letter| format!("\\fB\\-{}\\fR", letter as char));
        let value = opt.value.map_or(String::new(), |value| format!("=\\fI{value}\\fR"));
        let long = (!opt.long.is_empty()).then(|| format!("\\fB\\-\\-{}\\fR{value}", text(opt.long)));
        let names: Vec<_> = short.into_iter().chain(long).collect();
        write_item(page, &names.join(", "), &opt.help.replace('\n', " "));
    }
}

fn write_item(page: &mut String, what: &str, about: &str) {
    let _ = writeln!(page, ".TP\n{what}\n{}", text(about));
}
