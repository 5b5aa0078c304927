//! The formats of manifests, as an argument.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use lanesum_files::format::{FORMATS, Format};

/// Takes the name of one of them.
pub(super) fn parser() -> impl TypedValueParser<Value = &'static Format> {
    let values = FORMATS.map(|format| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(values)
        .map(|name| Format::named(&name).expect("the parser lets no other name through"))
}
