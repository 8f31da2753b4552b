//! Notes on undocumented input that was accepted.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{Answer, Refusal};
use crate::state::suggestion;

const MAX_NOTES: usize = 32;
/// How much of a name is reported, in characters.
const MAX_NAME: usize = 120;
/// Characters that would end or separate the names in a header.
const SEPARATORS: &AsciiSet = &CONTROLS.add(b' ').add(b',').add(b'%');

/// Unknown fields and parameters, converted values, and options without an effect: their places, as
/// in `contributors.0.email`, and how to correct them.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unknown: Vec<(String, String)>,
    coerced: Vec<(String, String)>,
    ignored: Vec<(String, String)>,
}

impl Notes {
    pub(crate) fn unknown<'k>(&mut self, place: String, known: impl Iterator<Item = &'k str>) {
        let name = place.rsplit('.').next().unwrap_or_default();
        let remedy = match suggestion(name, known) {
            near if near.is_empty() => "Unknown.".to_owned(),
            near => format!("Unknown{near}"),
        };
        add(&mut self.unknown, &place, remedy);
    }

    pub(crate) fn coerced(&mut self, place: String, why: impl Into<String>) {
        let place = if place.is_empty() { "body" } else { &place };
        add(&mut self.coerced, place, why.into());
    }

    pub(crate) fn ignored(&mut self, option: &str) {
        add(&mut self.ignored, option, "This option has no effect in the sandbox.".to_owned());
    }

    /// The places of unknown fields, of converted values, and of options without an effect.
    pub(crate) fn places(&self) -> [Vec<String>; 3] {
        [&self.unknown, &self.coerced, &self.ignored].map(|notes| {
            let places = notes.iter().map(|(place, _)| place);
            places.map(|place| utf8_percent_encode(place, SEPARATORS).to_string()).collect()
        })
    }

    pub(crate) fn report(&self, mut answer: Answer) -> Answer {
        let names = ["x-sandbox-unknown", "x-sandbox-coerced", "x-sandbox-ignored"];
        for (name, places) in names.into_iter().zip(self.places()) {
            if !places.is_empty() {
                answer = answer.header(name, places.join(", "));
            }
        }
        answer
    }

    /// Why a strict sandbox rejects the request.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        let fields = [&*self.unknown, &self.coerced, &self.ignored].concat();
        (!fields.is_empty()).then(|| Refusal::fields(fields))
    }
}

fn add(notes: &mut Vec<(String, String)>, place: &str, remedy: String) {
    let place: String = place.chars().take(MAX_NAME).collect();
    if notes.len() < MAX_NOTES && !notes.iter().any(|(noted, _)| *noted == place) {
        notes.push((place, remedy));
    }
}
