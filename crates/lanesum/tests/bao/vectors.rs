//! The published vectors.

use super::*;
use lanesum::blake3::{Hash, Mode, hash};
use serde_json::Value;

fn bytes(hexadecimal: &Value) -> Option<Vec<u8>> {
    hexadecimal.as_str().map(|text| hex::decode(text).expect("it is hexadecimal"))
}

#[test]
fn published() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../vectors/bao.json")).expect("it is a list");
    assert!(cases.len() > 200);
    for case in &cases {
        let number = |value: &Value| value.as_u64().expect("a number");
        let text = |name: &str| case[name].as_str().expect("a string");
        let mut format = grouped(number(&case["chunk_group"]) as u8);
        if let Some(key) = bytes(&case["key"]) {
            format = format.with_mode(Mode::keyed(&key.try_into().expect("32 bytes")));
        }
        let message = message(number(&case["len"]) as usize);
        let expected: Hash = text("hash").parse().expect("a hash");
        let (root, combined) = format.encode(&message);
        assert_eq!(root, expected, "{case}");
        let encoding = match text("kind") {
            "combined" => combined,
            "outboard" => format.outboard(&message).1,
            "slice" => {
                let pairs = case["ranges"].as_array().expect("a list");
                let ranges: Vec<_> = pairs.iter().map(|pair| number(&pair[0])..number(&pair[1])).collect();
                let slice = format.slice(&combined, &ranges).expect("it is whole");
                let decoded = format.decode_slice(&root, &slice, &ranges).expect("it is right");
                assert_eq!(hash(&decoded).to_string(), text("decoded_hash"), "{case}");
                slice
            }
            kind => panic!("what is {kind}?"),
        };
        assert_eq!(encoding.len() as u64, number(&case["encoding_len"]), "{case}");
        assert_eq!(hash(&encoding).to_string(), text("encoding_hash"), "{case}");
        if let Some(expected) = bytes(&case["encoding"]) {
            assert_eq!(encoding, expected, "{case}");
        }
    }
}
