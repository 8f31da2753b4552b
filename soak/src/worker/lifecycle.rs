//! The life of the things that can be created, read, changed and deleted, and what must be true of
//! each at any time.

use super::items::{self, Kind, Seen};
use crate::caller::{CallResult, Caller};
use crate::log::{Outcome, Rule};

/// How many things of a kind a task keeps before it rather deletes.
const KEPT: usize = 6;

/// A thing that a task has made, or may have.
#[derive(Debug)]
pub(crate) struct Thing {
    pub(crate) kind: Kind,
    pub(crate) marker: String,
    /// Known where the service answered it.
    pub(crate) id: Option<i64>,
    pub(crate) there: Exists,
    /// What it may hold: more than one, where it is not known whether a change has taken effect.
    pub(crate) values: Vec<String>,
}

/// Whether a thing exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exists {
    Yes,
    No,
    Unknown,
}

impl From<Outcome> for Exists {
    /// What that says of what was to be made.
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::Yes,
            Outcome::NoEffect => Self::No,
            Outcome::Unknown => Self::Unknown,
        }
    }
}

impl Thing {
    /// What is wrong with it as it was seen.
    pub(crate) fn trouble(&self, seen: &Seen) -> Option<String> {
        let name = format!("{:?} {}", self.kind, self.marker);
        if seen.marker != self.marker {
            return Some(format!("{name}: {} came in its place", seen.marker));
        }
        if self.id.is_some_and(|id| id != seen.id) {
            return Some(format!("{name}: its id is {}, not {:?}", seen.id, self.id));
        }
        (!self.values.contains(&seen.value)).then(|| {
            let allowed = self.values.join(" or ");
            format!("{name}: it holds {}, not {allowed}", seen.value)
        })
    }

    fn check(&self, seen: &Seen, caller: &Caller) {
        if let Some(trouble) = self.trouble(seen) {
            caller.violation(trouble);
        }
    }

    /// An answer that says it does not exist, while it must.
    fn check_loss<T>(&self, told: &CallResult<T>, caller: &Caller) {
        if self.there == Exists::Yes && told.is_not_found() && told.outcome() == Outcome::NoEffect {
            caller.violation(format!("{:?} {} is lost", self.kind, self.marker));
        }
    }
}

/// Does something with the things of a kind.
pub(crate) async fn step(caller: &mut Caller, things: &mut Vec<Thing>, kind: Kind) {
    let known: Vec<usize> = (0..things.len())
        .filter(|index| things[*index].kind == kind && things[*index].id.is_some())
        .collect();
    let alive: Vec<usize> =
        known.iter().copied().filter(|index| things[*index].there == Exists::Yes).collect();
    let dice = caller.random.u8(..100);
    let (Some(any), Some(one)) = (caller.random.choice(&known), caller.random.choice(&alive))
    else {
        return create(caller, things, kind).await;
    };
    match dice {
        0..30 if alive.len() < KEPT => create(caller, things, kind).await,
        30..55 if kind != Kind::Comment => update(caller, &mut things[*one]).await,
        55..75 => delete(caller, &mut things[*one]).await,
        _ => read(caller, &mut things[*any]).await,
    }
}

async fn create(caller: &mut Caller, things: &mut Vec<Thing>, kind: Kind) {
    let raw = kind == Kind::Status && caller.random.u8(..4) == 0;
    let place = items::place(caller);
    let count = caller.random.usize(1..=kind.at_once());
    let wanted: Vec<_> = (0..count)
        .map(|_| (caller.marker(), items::value(kind, place, &mut caller.random)))
        .collect();
    let body = wanted.clone();
    let told = caller
        .call(kind.operations().create, Rule::AtMostOnce, |client, project| {
            items::create(kind, client, project, body, raw)
        })
        .await;
    let there = told.outcome().into();
    let seen = match told {
        CallResult::Done(seen) => seen,
        _ => Vec::new(),
    };
    for (marker, value) in wanted {
        let answered = seen.iter().find(|seen| seen.marker == marker);
        let thing =
            Thing { kind, marker, id: answered.map(|seen| seen.id), there, values: vec![value] };
        if let Some(seen) = answered {
            thing.check(seen, caller);
        }
        things.push(thing);
    }
}

async fn read(caller: &mut Caller, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let (kind, value) = (thing.kind, thing.values[0].clone());
    let told = caller
        .call(kind.operations().read, Rule::Unchecked, |client, project| {
            items::read(kind, client, project, id, value)
        })
        .await;
    thing.check_loss(&told, caller);
    if let CallResult::Done(seen) = &told {
        thing.check(seen, caller);
        if thing.there == Exists::No {
            caller.violation(format!("{kind:?} {} was deleted, and is there", thing.marker));
        }
    }
    // A deletion that may have taken effect has, or has not.
    match (thing.there, &told) {
        (Exists::Unknown, CallResult::Done(_)) => thing.there = Exists::Yes,
        (Exists::Unknown, told) if told.is_not_found() => thing.there = Exists::No,
        _ => {}
    }
}

async fn update(caller: &mut Caller, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let (kind, marker) = (thing.kind, thing.marker.clone());
    let wanted = items::value(kind, items::place(caller), &mut caller.random);
    let value = wanted.clone();
    let told = caller
        .call(kind.operations().update, Rule::Idempotent, |client, project| {
            items::update(kind, client, project, id, (marker, value))
        })
        .await;
    thing.check_loss(&told, caller);
    match told.outcome() {
        Outcome::Done => thing.values = vec![wanted],
        Outcome::Unknown => thing.values.push(wanted),
        Outcome::NoEffect => {}
    }
    if let CallResult::Done(Some(seen)) = &told {
        thing.check(seen, caller);
    }
}

async fn delete(caller: &mut Caller, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let raw = thing.kind == Kind::Status && caller.random.u8(..4) == 0;
    let (kind, value) = (thing.kind, thing.values[0].clone());
    let told = caller
        .call(kind.operations().delete, Rule::Idempotent, |client, project| {
            items::delete(kind, client, project, id, value, raw)
        })
        .await;
    thing.check_loss(&told, caller);
    thing.there = match (&told, told.outcome()) {
        (CallResult::Done(false), _) => {
            let marker = &thing.marker;
            caller.violation(format!("{kind:?} {marker}: its deletion is denied"));
            Exists::Unknown
        }
        (_, Outcome::Done) => Exists::No,
        // An earlier request of the call has deleted it.
        (told, Outcome::Unknown) if told.is_not_found() => Exists::No,
        (_, Outcome::Unknown) => Exists::Unknown,
        (_, Outcome::NoEffect) => Exists::Yes,
    };
}
