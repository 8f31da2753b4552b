//! A change of the document, and what it does to callers.

use std::fmt;

/// What a change does to callers, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Only the text differs.
    Documentation,
    /// What worked still works; there may be more of it.
    Additive,
    /// What worked may not work any more.
    Breaking,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Documentation => "documentation",
            Self::Additive => "additive",
            Self::Breaking => "breaking",
        })
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// An operation or a component, and the part of it.
    pub(super) place: String,
    pub(super) what: String,
    pub(super) effect: Effect,
}

/// On which side of a call a part of the document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Side {
    pub(super) requests: bool,
    pub(super) responses: bool,
}

impl Side {
    pub(super) const REQUESTS: Self = Self { requests: true, responses: false };
    pub(super) const RESPONSES: Self = Self { requests: false, responses: true };

    /// What a change of the values that are allowed does on this side.
    pub(super) const fn effect(self, shift: Shift) -> Effect {
        let harms = match shift {
            Shift::Loosened => self.responses,
            Shift::Tightened => self.requests,
            Shift::Replaced => true,
        };
        if harms { Effect::Breaking } else { Effect::Additive }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.requests, self.responses) {
            (true, true) => "requests and responses",
            (true, false) => "requests",
            (false, true) => "responses",
            (false, false) => "open",
        })
    }
}

/// How the values that are allowed somewhere changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    /// More of them.
    Loosened,
    /// Fewer of them.
    Tightened,
    /// Others.
    Replaced,
}

impl Shift {
    /// Of a limit that is added, removed or changed.
    pub(super) const fn of_limit(before: bool, after: bool) -> Self {
        match (before, after) {
            (false, true) => Self::Tightened,
            (true, false) => Self::Loosened,
            _ => Self::Replaced,
        }
    }
}

/// Where a comparison is.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub(super) place: String,
    pub(super) side: Side,
}

impl Spot {
    pub(super) fn new(place: impl Into<String>, side: Side) -> Self {
        Self { place: place.into(), side }
    }

    /// A part of this place.
    pub(super) fn part(&self, name: impl AsRef<str>) -> Self {
        Self::new(format!("{}{}", self.place, name.as_ref()), self.side)
    }
}
