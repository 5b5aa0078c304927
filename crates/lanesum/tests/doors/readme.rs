//! The README's table of algorithms is what the library says of them.

use lanesum::Algorithm;
use std::fmt::Write;
use std::path::Path;

fn table() -> String {
    let mut table = String::from(
        "| algorithm | also read | bits | key, bytes | protects against | specified in |\n|---|---|---|---|---|---|\n",
    );
    for algorithm in Algorithm::ALL {
        let also: Vec<_> = algorithm.other_names().iter().map(|name| format!("`{name}`")).collect();
        let longest = 8 * algorithm.digest_len();
        let bits = if algorithm.has_any_length() { format!("8 to {longest}") } else { longest.to_string() };
        let key = algorithm.key_lens().map_or(String::new(), |lens| match (lens.start(), lens.end()) {
            (min, max) if min == max => max.to_string(),
            (min, max) => format!("{min} to {max}"),
        });
        writeln!(
            table,
            "| `{algorithm}` | {} | {bits} | {key} | {} | {} |",
            also.join(", "),
            algorithm.protection(),
            algorithm.source(),
        )
        .expect("a String takes it");
    }
    table
}

#[test]
fn the_table_of_algorithms() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(path).expect("the README is there");
    let table = table();
    assert!(readme.contains(&table), "put this table into README.md:\n\n{table}");
}
