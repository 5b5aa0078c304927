//! The quick form: every hash is what is known of it, and the controls prove
//! that the suite can fail and can pass.

use quality::hashes::{self, Known};
use quality::suite::{self, Size};
use rayon::prelude::*;

#[test]
fn every_hash_is_what_is_known_of_it() {
    let pairs: Vec<_> =
        hashes::ALL.iter().flat_map(|hash| suite::ALL.iter().map(move |t| (hash, t))).collect();
    let surprises: Vec<_> = pairs
        .into_par_iter()
        .filter_map(|(hash, test)| {
            let outcome = test.run(hash, Size::Quick)?;
            let wrong = match hash.known {
                Known::Sound => !outcome.passed,
                Known::Fails(tests) => outcome.passed && tests.contains(&test.name),
            };
            wrong.then(|| format!("{}: {outcome:?}", hash.name))
        })
        .collect();
    assert!(surprises.is_empty(), "{surprises:#?}");
}

/// NABHash's failure is of whole digests, not of parts of them.
#[test]
fn nabhash_fails_sparse_at_its_full_width() {
    let nabhash = hashes::ALL.iter().find(|hash| hash.name == "nabhash").unwrap();
    let key = |place: usize, byte: u8| {
        let mut key = [0; 64];
        key[place] = byte;
        (nabhash.hash)(0, &key)
    };
    assert_eq!(key(16, 0xa8), key(32, 0x01));
    let sparse = suite::ALL.iter().find(|test| test.name == "Sparse").unwrap();
    let outcome = sparse.run(nabhash, Size::Quick).unwrap();
    assert!(!outcome.passed && outcome.case.contains("all 128 bits") && outcome.seen > 10.0, "{outcome:?}");
}
