//! What is compared with what, and the targets.

use std::time::Duration;

use l10n_sandbox::Sandbox;

use crate::scenario::{Contestant, MIB, Scenario, Target, Task};
use crate::work::PAGE;

/// How much there is to be done.
struct Amounts {
    rounds: usize,
    comments: u32,
    /// The same, where memory is measured.
    many_comments: u32,
    gets: u32,
    /// MiB of a file.
    file: usize,
    /// The same, where memory is measured.
    large_file: usize,
}

const FULL: Amounts = Amounts {
    rounds: 11,
    comments: 200_000,
    many_comments: 2_000_000,
    gets: 20_000,
    file: 100,
    large_file: 1024,
};

const QUICK: Amounts = Amounts {
    rounds: 1,
    comments: 20_000,
    many_comments: 40_000,
    gets: 1_000,
    file: 4,
    large_file: 8,
};

/// All scenarios, in the order in which they run.
pub(crate) fn all(quick: bool) -> Vec<Scenario> {
    let amounts = if quick { QUICK } else { FULL };
    vec![
        list(&amounts),
        list_of_a_slow_service(&amounts),
        list_that_is_longer(&amounts),
        gets(&amounts),
        fixed_gets(&amounts),
        concurrent_gets(&amounts),
        upload(&amounts),
        large_upload(&amounts),
        bundle(&amounts),
        large_bundle(&amounts),
    ]
}

fn list(amounts: &Amounts) -> Scenario {
    let count = amounts.comments;
    let times = 1;
    let task = |ahead| Task::List { count, times, ahead };
    Scenario {
        name: "list",
        title: format!("{count} comments, {PAGE} a page"),
        sandbox: Sandbox::builder().comments(count),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task(None)),
            Contestant::client("one page at a time", task(Some(1)), [Target::Cpu(1.10)]),
            Contestant::client("default look-ahead", task(None), []),
        ],
    }
}

fn list_of_a_slow_service(amounts: &Amounts) -> Scenario {
    const LATENCY: Duration = Duration::from_millis(50);
    let count = amounts.comments;
    let times = 1;
    let task = |ahead| Task::List { count, times, ahead };
    Scenario {
        name: "list-latency",
        title: format!(
            "{count} comments, {PAGE} a page, {} ms latency a request",
            LATENCY.as_millis()
        ),
        sandbox: Sandbox::builder().comments(count),
        latency: Some(LATENCY),
        rounds: amounts.rounds.min(5),
        contestants: vec![
            Contestant::by_hand(task(None)),
            Contestant::client("default look-ahead", task(None), [Target::Wall(0.30)]),
            Contestant::client("look-ahead of 8", task(Some(8)), [Target::Wall(0.18)]),
        ],
    }
}

fn list_that_is_longer(amounts: &Amounts) -> Scenario {
    let (count, more) = (amounts.comments, amounts.many_comments);
    let ahead = None;
    let task = |count, times| Task::List { count, times, ahead };
    Scenario {
        name: "list-memory",
        title: format!("{more} comments, beside {count} of them"),
        sandbox: Sandbox::builder().comments(more),
        latency: None,
        rounds: amounts.rounds.min(3),
        contestants: vec![
            Contestant::client("the first of them", task(count, 1), []),
            Contestant::client("as often as all", task(count, more / count), []),
            Contestant::client("all of them", task(more, 1), [Target::Peak(1.0)]),
        ],
    }
}

fn gets(amounts: &Amounts) -> Scenario {
    let task = Task::Gets(amounts.gets);
    Scenario {
        name: "gets",
        title: format!("{} single GETs in sequence", amounts.gets),
        sandbox: Sandbox::builder(),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Cpu(1.10)]),
        ],
    }
}

/// What the sandbox and the threads of a runtime hide.
fn fixed_gets(amounts: &Amounts) -> Scenario {
    let task = Task::FixedGets { count: amounts.gets, at_once: 1 };
    Scenario {
        name: "fixed-gets",
        title: format!(
            "{} single GETs in sequence, on one thread, of a fixed answer",
            amounts.gets
        ),
        sandbox: Sandbox::builder(),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Cpu(1.00)]),
        ],
    }
}

/// How much work there can be at once.
fn concurrent_gets(amounts: &Amounts) -> Scenario {
    let task = Task::FixedGets { count: amounts.gets, at_once: 64 };
    Scenario {
        name: "concurrent-gets",
        title: format!("{} GETs, 64 at once, on one thread, of a fixed answer", amounts.gets),
        sandbox: Sandbox::builder(),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Wall(1.00)]),
        ],
    }
}

fn upload(amounts: &Amounts) -> Scenario {
    let task = Task::Upload(amounts.file);
    Scenario {
        name: "upload",
        title: format!("upload of {} MiB from a path", amounts.file),
        sandbox: Sandbox::builder(),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Cpu(1.00), Target::PeakMib(16)]),
        ],
    }
}

fn bundle(amounts: &Amounts) -> Scenario {
    let task = Task::Bundle(amounts.file);
    Scenario {
        name: "bundle",
        title: format!("bundle of {} MiB to a file", amounts.file),
        sandbox: Sandbox::builder().bundle_filler(amounts.file * MIB),
        latency: None,
        rounds: amounts.rounds,
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Cpu(1.10), Target::PeakMib(16)]),
        ],
    }
}

/// By hand the file would be in memory several times; only the client's memory has a target.
fn large_upload(amounts: &Amounts) -> Scenario {
    let task = Task::Upload(amounts.large_file);
    Scenario {
        name: "upload-memory",
        title: format!("upload of {} MiB from a path", amounts.large_file),
        sandbox: Sandbox::builder(),
        latency: None,
        rounds: amounts.rounds.min(3),
        contestants: vec![Contestant::client("client", task, [Target::PeakMib(16)])],
    }
}

fn large_bundle(amounts: &Amounts) -> Scenario {
    let task = Task::Bundle(amounts.large_file);
    Scenario {
        name: "bundle-memory",
        title: format!("bundle of {} MiB to a file", amounts.large_file),
        sandbox: Sandbox::builder().bundle_filler(amounts.large_file * MIB),
        latency: None,
        rounds: amounts.rounds.min(3),
        contestants: vec![
            Contestant::by_hand(task),
            Contestant::client("client", task, [Target::Cpu(1.10), Target::PeakMib(16)]),
        ],
    }
}
