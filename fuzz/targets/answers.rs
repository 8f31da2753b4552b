//! Bodies of answers: what decodes is written and decodes to the same. The first line names the
//! schema.

#![no_main]

use std::fmt::Debug;

use l10n_client::types::*;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|data: &[u8]| -> Corpus {
    let mut parts = data.splitn(2, |byte| *byte == b'\n');
    let (Some(schema), Some(body)) = (parts.next(), parts.next()) else {
        return Corpus::Reject;
    };
    match read(schema, body) {
        true => Corpus::Keep,
        false => Corpus::Reject,
    }
});

/// The macro over all bodies of the document.
#[macro_use]
#[allow(unused_macros)]
mod tables {
    include!("../../tests/it/tables.rs");
}

/// Whether there is such a schema.
fn read(schema: &[u8], body: &[u8]) -> bool {
    macro_rules! by_name {
        ([] $($name:ident)*) => {
            $(if schema == stringify!($name).as_bytes() {
                again::<$name>(body);
                return true;
            })*
        };
    }
    bodies!(by_name);
    false
}

fn again<T: DeserializeOwned + Serialize + PartialEq + Debug>(body: &[u8]) {
    let Ok(first) = serde_json::from_slice::<T>(body) else {
        return;
    };
    let text = serde_json::to_string(&first).expect("what was read can be written");
    let second: T = serde_json::from_str(&text).expect("what was written can be read");
    assert_eq!(first, second, "{text}");
    assert_eq!(text, serde_json::to_string(&second).expect("as the first time"));
}
