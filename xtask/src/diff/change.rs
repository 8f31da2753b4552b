//! A change of the document, and what it does to callers.

use std::fmt;

/// Why the source of callers of the crate breaks.
pub(super) const TYPE: &str = "its type is another";
pub(super) const OPTION: &str = "its type is, or was, an `Option`";
pub(super) const NAME: &str = "a name in the source is gone";

/// What a change does to callers, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// Nothing but the text says something else.
    Documentation,
    /// What worked still works; there may be more of it.
    Additive,
    /// What worked may not work any more.
    Breaking,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Documentation => "documentation",
            Self::Additive => "additive",
            Self::Breaking => "breaking",
        })
    }
}

/// On which side of a call a part of the document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Use {
    pub(super) requests: bool,
    pub(super) answers: bool,
}

impl Use {
    pub(super) const REQUESTS: Self = Self { requests: true, answers: false };
    pub(super) const ANSWERS: Self = Self { requests: false, answers: true };

    /// What a change of the values that are allowed does on this side: who sends may go on sending
    /// less, who reads may go on reading more.
    pub(super) const fn effect(self, shift: Shift) -> Effect {
        let harms = match shift {
            Shift::Loosened => self.answers,
            Shift::Tightened => self.requests,
            Shift::Replaced => true,
        };
        if harms { Effect::Breaking } else { Effect::Additive }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.requests, self.answers) {
            (true, true) => "requests and answers",
            (true, false) => "requests",
            (false, true) => "answers",
            (false, false) => "unused",
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
    /// Of something that limits, when it comes, goes or changes.
    pub(super) const fn of_limit(before: bool, after: bool) -> Self {
        match (before, after) {
            (false, true) => Self::Tightened,
            (true, false) => Self::Loosened,
            _ => Self::Replaced,
        }
    }
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Where: an operation or a component, and the part of it.
    pub(super) place: String,
    /// What changed.
    pub(super) what: String,
    /// What it does to a program that talks to the service as the document said before.
    pub(super) effect: Effect,
    /// Why the crate breaks though that program does not: its source names a type or a value that
    /// is another now.
    pub(super) source: Option<&'static str>,
}

impl Change {
    /// What the change does to a program that uses the crate.
    pub(super) fn crate_effect(&self) -> Effect {
        match self.source {
            Some(_) => Effect::Breaking,
            None => self.effect,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Group(vec![self]))
    }
}

/// So many places of a group are named.
const NAMED: usize = 5;

/// Changes that are the same but for their places.
pub(super) struct Group<'c>(Vec<&'c Change>);

impl<'c> Group<'c> {
    /// All changes in groups, in the order of the first of each.
    pub(super) fn all(changes: &'c [Change]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for change in changes {
            let is_same = |one: &Change| {
                (one.effect, &one.what, one.source) == (change.effect, &change.what, change.source)
            };
            let known =
                groups.iter_mut().find(|group| group.0.first().is_some_and(|one| is_same(one)));
            match known {
                Some(group) => group.0.push(change),
                None => groups.push(Self(vec![change])),
            }
        }
        groups
    }
}

impl fmt::Display for Group<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else {
            return Ok(());
        };
        let Change { what, effect, source, .. } = first;
        match &self.0[..] {
            [change] => write!(f, "{effect:<13}  {}: {what}", change.place)?,
            all => {
                let places: Vec<_> = all.iter().map(|one| &*one.place).take(NAMED).collect();
                let more = if all.len() > NAMED { ", ..." } else { "" };
                let (count, places) = (all.len(), places.join(", "));
                write!(f, "{effect:<13}  {what}: {count} places, {places}{more}")?;
            }
        }
        match source {
            Some(reason) if *effect != Effect::Breaking => {
                write!(f, " (breaking for the crate: {reason})")
            }
            _ => Ok(()),
        }
    }
}
