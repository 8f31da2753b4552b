//! A task: random calls on items of its own, and what must hold of each item at any time.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use fastrand::Rng;

use crate::caller::{CallResult, Caller, Outcome, Rule, Shared};
use crate::items::{self, Kind, Seen, Target};

/// How many items of a kind a task keeps before it stops creating more.
const KEPT: usize = 6;
/// Files are rarer: the sandbox imports them one after another.
const DRAWN: [Kind; 7] = {
    use Kind::{Comment, File, Key, Status};
    [Status, Comment, Key, Status, Comment, Key, File]
};
/// How many items of each kind are there before the calls begin.
const STABLE: usize = 25;

/// An item that a task has created, or may have.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    marker: String,
    /// Known once a response has shown it.
    id: Option<i64>,
    exists: Exists,
    /// What it may hold: several values if a change may have taken effect.
    values: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exists {
    Yes,
    No,
    Unknown,
}

impl Item {
    /// What is wrong with it as a response shows it.
    fn problem(&self, seen: &Seen) -> Option<String> {
        let Self { kind, marker, id, values, .. } = self;
        if seen.marker != *marker || id.is_some_and(|id| id != seen.id) {
            return Some(format!("{kind:?} {marker} ({id:?}): {seen:?} came in its place"));
        }
        let value = seen.value.as_ref()?;
        let known = values.contains(value);
        (!known).then(|| format!("{kind:?} {marker} holds {value}, not {}", values.join(" or ")))
    }

    /// What is wrong with it among all items of its kind.
    pub(crate) fn problems(&self, all: &[Seen]) -> Vec<String> {
        let found: Vec<_> = all.iter().filter(|seen| seen.marker == self.marker).collect();
        let mut problems: Vec<_> = found.iter().filter_map(|seen| self.problem(seen)).collect();
        let right = match self.exists {
            Exists::Yes => found.len() == 1,
            Exists::No => found.is_empty(),
            Exists::Unknown => found.len() <= 1,
        };
        if !right {
            let Self { kind, marker, exists, .. } = self;
            let count = found.len();
            problems.push(format!("{kind:?} {marker} exists: {exists:?}, but {count} are listed"));
        }
        problems
    }
}

pub(crate) struct Worker {
    caller: Caller,
    stable: Arc<Vec<(Kind, Vec<Seen>)>>,
    pub(crate) items: Vec<Item>,
}

impl Worker {
    pub(crate) fn new(
        mut random: Rng,
        shared: Arc<Shared>,
        stable: Arc<Vec<(Kind, Vec<Seen>)>>,
    ) -> Self {
        let key = random.choice(shared.project.key_ids).unwrap_or_default();
        Self { caller: Caller { random, shared, key }, stable, items: Vec::new() }
    }

    pub(crate) async fn run(mut self) -> Self {
        while self.caller.shared.next.load(Ordering::Relaxed) < self.caller.shared.calls {
            let kind = self.caller.random.choice(DRAWN).unwrap_or(Kind::Key);
            match self.caller.random.u8(..100) {
                0..88 => self.step(kind).await,
                _ => self.walk(kind).await,
            }
        }
        self
    }

    /// Creates, reads, changes or deletes an item.
    async fn step(&mut self, kind: Kind) {
        let known: Vec<_> = (0..self.items.len())
            .filter(|index| self.items[*index].kind == kind && self.items[*index].id.is_some())
            .collect();
        let is_there = |index: &usize| self.items[*index].exists == Exists::Yes;
        let there: Vec<_> = known.iter().copied().filter(is_there).collect();
        let random = &mut self.caller.random;
        let (dice, any, one) = (random.u8(..100), random.choice(&known), random.choice(&there));
        let (Some(any), Some(one)) = (any, one) else {
            return self.create(kind).await;
        };
        let (caller, [update_of, delete_of]) = (&mut self.caller, kind.change_operations());
        match (dice, update_of, delete_of) {
            (0..30, ..) if there.len() < KEPT => self.create(kind).await,
            (30..55, Some(operation), _) => update(caller, operation, &mut self.items[*one]).await,
            (55..75, _, Some(operation)) => delete(caller, operation, &mut self.items[*one]).await,
            _ => read(caller, &mut self.items[*any]).await,
        }
    }

    async fn create(&mut self, kind: Kind) {
        let caller = &mut self.caller;
        let most = if matches!(kind, Kind::Comment | Kind::Key) { 3 } else { 1 };
        let count = caller.random.usize(1..=most);
        let mut wanted = Vec::new();
        for _ in 0..count {
            let marker = format!("soak-{:016x}", caller.random.u64(..));
            wanted.push((marker, kind.value(caller.random.u32(..1_000_000))));
        }
        let body = wanted.clone();
        let make = |target| items::create(kind, target, body);
        let [create_of, ..] = kind.operations();
        let result = caller.call(create_of, Rule::AtMostOnce, make).await;
        let exists = match result.outcome() {
            Outcome::Done => Exists::Yes,
            Outcome::NoEffect => Exists::No,
            Outcome::Unknown => Exists::Unknown,
        };
        for (marker, value) in wanted {
            let mut item = Item { kind, marker, id: None, exists, values: vec![value] };
            // Some variants of a response show one item of several.
            let created = if let CallResult::Done(created) = &result { &created[..] } else { &[] };
            if let Some(seen) = created.iter().find(|seen| seen.marker == item.marker) {
                check(caller, &item, seen);
                item.id = Some(seen.id);
            }
            self.items.push(item);
        }
    }

    /// Reads a whole list while others write. What was there before the round comes once, in order.
    async fn walk(&mut self, kind: Kind) {
        let (limit, prefetch) = (self.caller.random.u32(5..60), self.caller.random.usize(0..6));
        let mut found = Vec::new();
        let seen = &mut found;
        let [.., list] = kind.operations();
        let result = self
            .caller
            .call(list, Rule::Reads, |target| items::list(kind, target, limit, prefetch, seen));
        let result = result.await;
        let stable = self.stable.iter().find(|(of, _)| *of == kind).map_or(&[][..], |(_, all)| all);
        let whole = matches!(result, CallResult::Done(()));
        if let Some(problem) = out_of_order(kind, stable, &found, whole) {
            let violation = format!("a list of {kind:?}, {limit} a page, {prefetch}: {problem}");
            self.caller.violation(violation);
        }
    }
}

fn check(caller: &Caller, item: &Item, seen: &Seen) {
    if let Some(problem) = item.problem(seen) {
        caller.violation(problem);
    }
}

/// Reports an error that says an item does not exist although it must.
fn check_loss<T>(caller: &Caller, item: &Item, result: &CallResult<T>) {
    let not_found = result.is_not_found() && result.outcome() == Outcome::NoEffect;
    if item.exists == Exists::Yes && not_found {
        caller.violation(format!("{:?} {} is lost", item.kind, item.marker));
    }
}

async fn read(caller: &mut Caller, item: &mut Item) {
    let (Some(id), kind, marker) = (item.id, item.kind, item.marker.clone()) else { return };
    let make = |target| items::read(kind, target, id, marker);
    let [_, read_of, _] = kind.operations();
    let result = caller.call(read_of, Rule::Reads, make).await;
    check_loss(caller, item, &result);
    if let CallResult::Done(Some(seen)) = &result {
        check(caller, item, seen);
        if item.exists == Exists::No {
            caller.violation(format!("{kind:?} {} was deleted and still exists", item.marker));
        }
    }
    match (item.exists, &result) {
        (Exists::Unknown, CallResult::Done(Some(_))) => item.exists = Exists::Yes,
        (Exists::Unknown, result) if result.is_not_found() => item.exists = Exists::No,
        _ => {}
    }
}

async fn update(caller: &mut Caller, operation: &'static str, item: &mut Item) {
    let (Some(id), kind, marker) = (item.id, item.kind, item.marker.clone()) else { return };
    let wanted = kind.value(caller.random.u32(..1_000_000));
    let value = wanted.clone();
    let make = |target| items::update(kind, target, id, (marker, value));
    let result = caller.call(operation, Rule::Idempotent, make).await;
    check_loss(caller, item, &result);
    match result.outcome() {
        Outcome::Done => item.values = vec![wanted],
        Outcome::Unknown => item.values.push(wanted),
        Outcome::NoEffect => {}
    }
    if let CallResult::Done(Some(seen)) = &result {
        check(caller, item, seen);
    }
}

async fn delete(caller: &mut Caller, operation: &'static str, item: &mut Item) {
    let (Some(id), kind) = (item.id, item.kind) else { return };
    let make = |target| items::delete(kind, target, id);
    let result = caller.call(operation, Rule::Idempotent, make).await;
    check_loss(caller, item, &result);
    item.exists = match (&result, result.outcome()) {
        (CallResult::Done(false), _) => {
            caller.violation(format!("{kind:?} {}: not deleted", item.marker));
            Exists::Unknown
        }
        (_, Outcome::Done) => Exists::No,
        // An earlier attempt has deleted it.
        (result, Outcome::Unknown) if result.is_not_found() => Exists::No,
        (_, Outcome::Unknown) => Exists::Unknown,
        (_, Outcome::NoEffect) => Exists::Yes,
    };
}

/// What is wrong with the order of a list.
fn out_of_order(kind: Kind, stable: &[Seen], found: &[Seen], whole: bool) -> Option<String> {
    if let Some((wanted, came)) = stable.iter().zip(found).find(|(wanted, came)| wanted != came) {
        return Some(format!("{came:?} came in the place of {wanted:?}"));
    }
    if whole && found.len() < stable.len() {
        return Some(format!("it ended after {} of {}", found.len(), stable.len()));
    }
    let of_stable: HashSet<_> = stable.iter().map(|seen| (seen.id, &seen.marker)).collect();
    let mut known = of_stable.clone();
    // Deletions move the later items of a list that is read by page number, but not by cursor.
    let others = found.iter().skip(stable.len()).map(|seen| (seen.id, &seen.marker));
    others
        .filter(|one| !known.insert(*one))
        .find(|one| kind == Kind::Key || of_stable.contains(one))
        .map(|(id, marker)| format!("{marker} ({id}) came twice"))
}

/// Creates items that nobody changes, and lists them with those of the seed.
pub(crate) async fn prepare(target: &Target) -> Result<Vec<(Kind, Vec<Seen>)>, l10n_client::Error> {
    let mut stable = Vec::new();
    for kind in Kind::ALL {
        for number in 0..STABLE {
            let wanted = vec![(format!("stable-{number}"), kind.value(0))];
            items::create(kind, target.clone(), wanted).await?;
        }
        let mut all = Vec::new();
        items::list(kind, target.clone(), 500, 1, &mut all).await?;
        stable.push((kind, all));
    }
    Ok(stable)
}
