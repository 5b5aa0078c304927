//! Whole messages, each with its function: in lanes, and without a state for each.

use super::{Function, State, Value, finish_many, update_many};
use lanesum::Digest;

/// What comes of the messages, in their order. Those of one function share its lanes, and
/// are never copied.
pub fn hash_many(messages: &[(&Function, &[u8])]) -> Vec<Value> {
    let (groups, others) = sort(messages);
    if let ([group], []) = (&groups[..], &others[..]) {
        return group.hash(messages).collect();
    }
    let mut values = vec![None; messages.len()];
    for group in groups {
        for (&place, value) in group.places.iter().zip(group.hash(messages)) {
            values[place] = Some(value);
        }
    }
    for (place, value) in others.iter().zip(in_states(messages, &others)) {
        values[*place] = Some(value);
    }
    values.into_iter().map(|value| value.expect("each is in a group or among the others")).collect()
}

/// Messages of one function.
struct Group<'m> {
    function: &'m lanesum::Function,
    /// Which ones they are.
    places: Vec<usize>,
}

/// Sorts messages by their functions. The others have a function to themselves, or one whose
/// output is no digest: of some algorithms they share the lanes all the same.
fn sort<'m>(messages: &[(&'m Function, &[u8])]) -> (Vec<Group<'m>>, Vec<usize>) {
    let mut groups: Vec<Group<'m>> = Vec::new();
    let mut others = Vec::new();
    for (place, (function, _)) in messages.iter().enumerate() {
        match function {
            Function::Library(function) if function.output_len() <= Digest::MAX_LEN => {
                match groups.iter_mut().find(|group| group.function.is_same(function)) {
                    Some(group) => group.places.push(place),
                    None => groups.push(Group { function, places: vec![place] }),
                }
            }
            _ => others.push(place),
        }
    }
    others.extend(groups.extract_if(.., |group| group.places.len() == 1).flat_map(|group| group.places));
    (groups, others)
}

impl Group<'_> {
    fn hash(&self, messages: &[(&Function, &[u8])]) -> impl Iterator<Item = Value> {
        let messages: Vec<_> = self.places.iter().map(|&place| messages[place].1).collect();
        lanesum::hash_many(self.function, &messages).into_iter().map(Value::Digest)
    }
}

/// What comes of some of the messages, each with a state of its own.
fn in_states(messages: &[(&Function, &[u8])], places: &[usize]) -> Vec<Value> {
    let mut states: Vec<State> = places.iter().map(|&place| messages[place].0.begin()).collect();
    update_many(states.iter_mut().zip(places).map(|(state, &place)| (state, messages[place].1)));
    finish_many(&states.iter().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::{Foreign, ForeignState};
    use lanesum::Algorithm;

    /// Eight bytes: how many the message has.
    #[derive(Debug)]
    struct Length;

    impl Foreign for Length {
        fn tag(&self) -> String {
            "LENGTH".to_owned()
        }

        fn digest_len(&self) -> usize {
            8
        }

        fn begin(&self) -> Box<dyn ForeignState> {
            Box::new(Count(0))
        }
    }

    struct Count(u64);

    impl ForeignState for Count {
        fn update(&mut self, piece: &[u8]) {
            self.0 += piece.len() as u64;
        }

        fn finish(&self) -> Digest {
            Digest::from_bytes(&self.0.to_be_bytes()).unwrap()
        }
    }

    /// Each message gets the value of its own function, whichever others there are: one
    /// function for all, some, one for each, and such as share no lanes.
    #[test]
    fn each_by_its_function() {
        let blake3 = lanesum::Function::new(Algorithm::Blake3);
        let keyed = |byte| Function::from(blake3.with_key(&[byte; 32]).unwrap());
        let functions = [
            Algorithm::Md5.into(),
            Algorithm::Blake3.into(),
            Algorithm::Md5.into(),
            keyed(1),
            keyed(2),
            Function::foreign(Length),
            Function::from(blake3.with_output_len(1000).unwrap()),
            Algorithm::Sha256.into(),
        ];
        let bytes: Vec<u8> = (0..40_000).map(|i| (i / 7 % 251) as u8).collect();
        for (from, to) in [(0, 1), (0, 2), (0, 3), (2, 3), (3, 5), (3, 4), (5, 7), (0, 8)] {
            for count in [0, 1, 2, 7, 100] {
                let messages: Vec<_> = (0..count)
                    .map(|i| (&functions[from + i % (to - from)], &bytes[i..][..i * i * 3 % 30_000]))
                    .collect();
                let values = hash_many(&messages);
                assert_eq!(values.len(), count);
                for ((function, message), value) in messages.iter().zip(values) {
                    let mut state = function.begin();
                    update_many([(&mut state, *message)].into_iter());
                    let alone = finish_many(&[&state]).remove(0);
                    assert_eq!(
                        value.as_bytes(),
                        alone.as_bytes(),
                        "{} of {}",
                        function.name(),
                        message.len()
                    );
                }
            }
        }
    }
}
