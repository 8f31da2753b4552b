//! The life of the things that can be created, read, changed and deleted, and what must be true of
//! each at any time.

use super::items::{self, Kind, Seen};
use crate::hand::{Ending, Hand, Rule, Told};

/// How many things of a kind a task keeps before it rather deletes.
const KEPT: usize = 6;

/// A thing that a task has made, or may have.
#[derive(Debug)]
pub(crate) struct Thing {
    pub(crate) kind: Kind,
    pub(crate) marker: String,
    /// Known where the service answered it.
    pub(crate) id: Option<i64>,
    pub(crate) there: There,
    /// What it may hold: more than one, where it is not known whether a change has taken effect.
    pub(crate) values: Vec<String>,
}

/// Whether a thing exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum There {
    Yes,
    No,
    Perhaps,
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

    fn check(&self, seen: &Seen, hand: &Hand) {
        if let Some(trouble) = self.trouble(seen) {
            hand.violation(trouble);
        }
    }

    /// An answer that says it does not exist, while it must.
    fn check_loss<T>(&self, told: &Told<T>, hand: &Hand) {
        if self.there == There::Yes && told.is_not_found() && told.ending() == Ending::Nothing {
            hand.violation(format!("{:?} {} is lost", self.kind, self.marker));
        }
    }
}

/// Does something with the things of a kind.
pub(crate) async fn step(hand: &mut Hand, things: &mut Vec<Thing>, kind: Kind) {
    let known: Vec<usize> = (0..things.len())
        .filter(|index| things[*index].kind == kind && things[*index].id.is_some())
        .collect();
    let alive: Vec<usize> = known
        .iter()
        .copied()
        .filter(|index| things[*index].there == There::Yes)
        .collect();
    let dice = hand.random.u8(..100);
    let (Some(any), Some(one)) = (hand.random.choice(&known), hand.random.choice(&alive)) else {
        return create(hand, things, kind).await;
    };
    match dice {
        0..30 if alive.len() < KEPT => create(hand, things, kind).await,
        30..55 if kind != Kind::Comment => update(hand, &mut things[*one]).await,
        55..75 => delete(hand, &mut things[*one]).await,
        _ => read(hand, &mut things[*any]).await,
    }
}

async fn create(hand: &mut Hand, things: &mut Vec<Thing>, kind: Kind) {
    let raw = kind == Kind::Status && hand.random.u8(..4) == 0;
    let place = items::place(hand);
    let count = hand.random.usize(1..=kind.at_once());
    let wanted: Vec<_> = (0..count)
        .map(|_| (hand.marker(), items::value(kind, place, &mut hand.random)))
        .collect();
    let body = wanted.clone();
    let told = hand
        .call(kind.operations().create, Rule::Once, |client, project| {
            items::create(kind, client, project, body, raw)
        })
        .await;
    let there = match told.ending() {
        Ending::Done => There::Yes,
        Ending::Nothing => There::No,
        Ending::Perhaps => There::Perhaps,
    };
    let seen = match told {
        Told::Done(seen) => seen,
        _ => Vec::new(),
    };
    for (marker, value) in wanted {
        let answered = seen.iter().find(|seen| seen.marker == marker);
        let thing = Thing {
            kind,
            marker,
            id: answered.map(|seen| seen.id),
            there,
            values: vec![value],
        };
        if let Some(seen) = answered {
            thing.check(seen, hand);
        }
        things.push(thing);
    }
}

async fn read(hand: &mut Hand, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let (kind, value) = (thing.kind, thing.values[0].clone());
    let told = hand
        .call(kind.operations().read, Rule::Free, |client, project| {
            items::read(kind, client, project, id, value)
        })
        .await;
    thing.check_loss(&told, hand);
    if let Told::Done(seen) = &told {
        thing.check(seen, hand);
        if thing.there == There::No {
            hand.violation(format!(
                "{kind:?} {} was deleted, and is there",
                thing.marker
            ));
        }
    }
    // A deletion that may have taken effect has, or has not.
    match (thing.there, &told) {
        (There::Perhaps, Told::Done(_)) => thing.there = There::Yes,
        (There::Perhaps, told) if told.is_not_found() => thing.there = There::No,
        _ => {}
    }
}

async fn update(hand: &mut Hand, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let (kind, marker) = (thing.kind, thing.marker.clone());
    let wanted = items::value(kind, items::place(hand), &mut hand.random);
    let value = wanted.clone();
    let told = hand
        .call(kind.operations().update, Rule::Again, |client, project| {
            items::update(kind, client, project, id, (marker, value))
        })
        .await;
    thing.check_loss(&told, hand);
    match told.ending() {
        Ending::Done => thing.values = vec![wanted],
        Ending::Perhaps => thing.values.push(wanted),
        Ending::Nothing => {}
    }
    if let Told::Done(Some(seen)) = &told {
        thing.check(seen, hand);
    }
}

async fn delete(hand: &mut Hand, thing: &mut Thing) {
    let Some(id) = thing.id else { return };
    let raw = thing.kind == Kind::Status && hand.random.u8(..4) == 0;
    let (kind, value) = (thing.kind, thing.values[0].clone());
    let told = hand
        .call(kind.operations().delete, Rule::Again, |client, project| {
            items::delete(kind, client, project, id, value, raw)
        })
        .await;
    thing.check_loss(&told, hand);
    thing.there = match (&told, told.ending()) {
        (Told::Done(false), _) => {
            let marker = &thing.marker;
            hand.violation(format!("{kind:?} {marker}: its deletion is denied"));
            There::Perhaps
        }
        (_, Ending::Done) => There::No,
        // An earlier request of the call has deleted it.
        (told, Ending::Perhaps) if told.is_not_found() => There::No,
        (_, Ending::Perhaps) => There::Perhaps,
        (_, Ending::Nothing) => There::Yes,
    };
}
