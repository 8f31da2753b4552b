//! What is told of a request that was taken otherwise than it was sent.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{Answer, Refusal};

/// How many places of each kind are told.
const TOLD: usize = 32;
/// How much of a name is told, in characters.
const NAME: usize = 120;
/// What would end or part the names in a header.
const PARTING: &AsciiSet = &CONTROLS.add(b' ').add(b',').add(b'%');

/// What was unknown in a request, and what was taken for something else. Fields are named as in
/// `contributors.0.email`.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unknown: Vec<Note>,
    coerced: Vec<Note>,
}

#[derive(Debug)]
struct Note {
    place: String,
    /// What would be right.
    remedy: String,
}

impl Notes {
    /// Notes a field or a parameter that is none of `known`.
    pub(crate) fn unknown<'k>(&mut self, place: String, known: impl Iterator<Item = &'k str>) {
        let name = place.rsplit('.').next().unwrap_or_default();
        let remedy = match nearest(name, known) {
            Some(nearest) => format!("This is not known; {nearest} is."),
            None => "This is not known.".to_owned(),
        };
        add(&mut self.unknown, place, remedy);
    }

    /// Notes a place that was taken for what it is meant to be, and why it is not that.
    pub(crate) fn coerced(&mut self, place: String, why: impl Into<String>) {
        let place = if place.is_empty() { "body".to_owned() } else { place };
        add(&mut self.coerced, place, why.into());
    }

    /// The names of what was unknown, for headers and the record.
    pub(crate) fn unknown_places(&self) -> Vec<String> {
        places(&self.unknown)
    }

    /// The names of what was taken for something else.
    pub(crate) fn coerced_places(&self) -> Vec<String> {
        places(&self.coerced)
    }

    /// Tells an answer's reader.
    pub(crate) fn tell(&self, mut answer: Answer) -> Answer {
        for (name, notes) in
            [("x-sandbox-unknown", &self.unknown), ("x-sandbox-coerced", &self.coerced)]
        {
            if !notes.is_empty() {
                answer = answer.header(name, places(notes).join(", "));
            }
        }
        answer
    }

    /// Why a strict sandbox does not take the request.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        let notes = self.unknown.iter().chain(&self.coerced);
        let fields: Vec<_> = notes.map(|note| (note.place.clone(), note.remedy.clone())).collect();
        (!fields.is_empty()).then(|| Refusal::fields(fields))
    }
}

fn add(notes: &mut Vec<Note>, place: String, remedy: String) {
    let place = beginning(&place);
    let repeated = notes.iter().any(|note| note.place == place);
    if notes.len() < TOLD && !repeated {
        notes.push(Note { place, remedy });
    }
}

fn beginning(name: &str) -> String {
    name.chars().take(NAME).collect()
}

fn places(notes: &[Note]) -> Vec<String> {
    let places = notes.iter().map(|note| &note.place);
    places.map(|place| utf8_percent_encode(place, PARTING).to_string()).collect()
}

/// Returns the known name that is the most like this one, if any is.
pub(crate) fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    // The cost of a comparison grows with the length.
    let name = beginning(name);
    let alike = |known: &str| strsim::jaro_winkler(&name, known);
    known.filter(|known| alike(known) > 0.8).max_by(|a, b| alike(a).total_cmp(&alike(b)))
}
