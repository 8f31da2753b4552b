//! `cargo xtask fleet`: what a fleet that shares budgets gets done, in virtual time and without a
//! network. The rules are those of the rate limiter in `redis/`: what it predicts is held against
//! eight processes that were measured.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

use crate::Done;

const USAGE: &str = "\
Usage: cargo xtask fleet [--OPTION NUMBER]..

  --machines 1000   processes that make calls
  --tokens 50       tokens, among which the machines are divided
  --projects 50     projects, among which the tokens are divided
  --calls 10        calls that each machine makes
  --tasks 4         calls that each machine makes at the same time
  --answer 100      milliseconds from the start of a request to its answer
  --store 1         milliseconds of a question to the store
  --margin 250      the margin of the rate limiter, in milliseconds
  --per-second 6    starts of a token in any second
  --in-flight 10    requests of a project at the same time";

/// A fleet. Times are in microseconds.
#[derive(Debug, Clone)]
struct Fleet {
    machines: u64,
    tokens: u64,
    projects: u64,
    calls: u64,
    tasks: u64,
    answer: u64,
    store: u64,
    margin: u64,
    per_second: u64,
    in_flight: u64,
}

const SECOND: u64 = 1_000_000;
/// The rate limiter frees a place so long after the answer, and tells a start so long before.
const AFTER_ANSWER: u64 = 1_005_000;
const SOON: u64 = 50_000;

/// What came of it.
#[derive(Debug)]
struct Outcome {
    /// When the first call started, and the last.
    first: u64,
    last: u64,
    /// How long each call waited, in order of length.
    waits: Vec<u64>,
    scripts: u64,
}

/// Runs the simulation; nothing where the arguments are not understood.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    if arguments == ["--help"] {
        println!("{USAGE}");
        return Some(Ok(()));
    }
    Some(Fleet::read(arguments).map(|fleet| println!("{}", fleet.told(&fleet.simulated()))))
}

impl Fleet {
    fn read(arguments: &[&str]) -> Result<Self, Box<dyn std::error::Error>> {
        let mut fleet = Self {
            machines: 1000,
            tokens: 50,
            projects: 50,
            calls: 10,
            tasks: 4,
            answer: 100_000,
            store: 1_000,
            margin: 250_000,
            per_second: 6,
            in_flight: 10,
        };
        for pair in arguments.chunks(2) {
            let (field, unit) = match pair[0] {
                "--machines" => (&mut fleet.machines, 1),
                "--tokens" => (&mut fleet.tokens, 1),
                "--projects" => (&mut fleet.projects, 1),
                "--calls" => (&mut fleet.calls, 1),
                "--tasks" => (&mut fleet.tasks, 1),
                "--answer" => (&mut fleet.answer, 1000),
                "--store" => (&mut fleet.store, 1000),
                "--margin" => (&mut fleet.margin, 1000),
                "--per-second" => (&mut fleet.per_second, 1),
                "--in-flight" => (&mut fleet.in_flight, 1),
                other => return Err(format!("{other} is no option\n\n{USAGE}").into()),
            };
            let number = pair.get(1).and_then(|number| number.parse().ok());
            let number: u64 = number
                .filter(|number| (u64::from(unit == 1)..=1_000_000).contains(number))
                .ok_or_else(|| format!("{} takes a number up to a million", pair[0]))?;
            *field = number * unit;
        }
        if fleet.machines * fleet.calls > 10_000_000 {
            return Err("more than ten million calls: fewer machines, or fewer calls".into());
        }
        Ok(fleet)
    }

    fn simulated(&self) -> Outcome {
        let mut run = Run::new(self);
        let tasks = self.tasks.min(self.calls);
        for task in 0..self.machines * tasks {
            let machine = task / tasks;
            let nth = task % tasks;
            let calls = self.calls / tasks + u64::from(nth < self.calls % tasks);
            let token = machine % self.tokens;
            run.tasks.push(Task { token, calls });
            run.events.push(Reverse((0, Event::Asks(task))));
        }
        while let Some(Reverse((now, event))) = run.events.pop() {
            run.happens(now, event);
        }
        run.outcome.waits.sort_unstable();
        run.outcome
    }

    fn told(&self, outcome: &Outcome) -> String {
        let calls = outcome.waits.len() as u64;
        let wait = |tenth: u64| {
            let place = (calls * tenth / 10).min(calls - 1);
            Duration::from_millis(outcome.waits[place as usize] / 1000)
        };
        let time = (outcome.last - outcome.first + SECOND) as f64 / SECOND as f64;
        format!(
            "{} machines, {} tokens, {} projects: {calls} calls in {time:.0} s\n\
             rate:  {:.1} a second, {:.1} % of what the tokens allow\n\
             waits: half of them {:?} at most, nine of ten {:?}, the longest {:?}\n\
             store: {:.1} scripts a call, {:.0} a second",
            self.machines,
            self.tokens,
            self.projects,
            calls as f64 / time,
            self.used(outcome) * 100.0,
            wait(5),
            wait(9),
            wait(10),
            outcome.scripts as f64 / calls as f64,
            outcome.scripts as f64 / time,
        )
    }

    /// How much of the rate was used, counted as the test of the eight processes does.
    fn used(&self, outcome: &Outcome) -> f64 {
        let time = (outcome.last - outcome.first + SECOND) as f64 / SECOND as f64;
        let tokens = self.tokens.min(self.machines);
        outcome.waits.len() as f64 / (time * (self.per_second * tokens) as f64)
    }

    /// How often the store is asked by a call that waits for so long, and told when it ends.
    fn scripts(&self, mut wait: u64) -> u64 {
        const LONGEST: u64 = 5 * SECOND;
        let cycle = SECOND + self.margin;
        let mut scripts = 2;
        while wait > SOON {
            let pause = match wait {
                _ if wait > cycle => cycle.max(wait / 4).min(LONGEST),
                _ if wait > cycle / 2 => wait - cycle / 2,
                _ => wait - SOON / 2,
            };
            wait -= pause;
            scripts += 1;
        }
        scripts
    }
}

struct Task {
    token: u64,
    /// Calls that it has not made yet.
    calls: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Asks(u64),
    Ends(u64),
    /// A place of a token is free.
    Frees(u64),
}

struct Run<'f> {
    fleet: &'f Fleet,
    events: BinaryHeap<Reverse<(u64, Event)>>,
    tasks: Vec<Task>,
    /// By token: when its places are free, and the tasks that wait, with the times at which they
    /// asked.
    places: Vec<BinaryHeap<Reverse<u64>>>,
    waiting: Vec<VecDeque<(u64, u64)>>,
    /// In flight, by project.
    running: Vec<u64>,
    outcome: Outcome,
}

impl<'f> Run<'f> {
    fn new(fleet: &'f Fleet) -> Self {
        Self {
            fleet,
            events: BinaryHeap::new(),
            tasks: Vec::new(),
            places: (0..fleet.tokens).map(|_| BinaryHeap::new()).collect(),
            waiting: (0..fleet.tokens).map(|_| VecDeque::new()).collect(),
            running: vec![0; fleet.projects as usize],
            outcome: Outcome { first: u64::MAX, last: 0, waits: Vec::new(), scripts: 0 },
        }
    }

    fn happens(&mut self, now: u64, event: Event) {
        match event {
            Event::Asks(task) => {
                let token = self.tasks[task as usize].token;
                self.waiting[token as usize].push_back((now, task));
                self.start(token, now);
            }
            Event::Frees(token) => self.start(token, now),
            Event::Ends(task) => {
                let Task { token, calls } = self.tasks[task as usize];
                let project = token % self.fleet.projects;
                self.running[project as usize] -= 1;
                if calls > 0 {
                    self.events.push(Reverse((now + self.fleet.store, Event::Asks(task))));
                }
                // All tokens of this project.
                for token in (project..self.fleet.tokens).step_by(self.fleet.projects as usize) {
                    self.start(token, now);
                }
            }
        }
    }

    /// Starts what may start with this token, in the order in which it asked.
    fn start(&mut self, token: u64, now: u64) {
        let fleet = self.fleet;
        let places = &mut self.places[token as usize];
        while places.peek().is_some_and(|Reverse(free)| *free <= now) {
            places.pop();
        }
        let running = &mut self.running[(token % fleet.projects) as usize];
        while places.len() < fleet.per_second as usize && *running < fleet.in_flight {
            let Some((asked, task)) = self.waiting[token as usize].pop_front() else {
                return;
            };
            let answer = now + fleet.store + fleet.answer;
            let free = (answer + AFTER_ANSWER).min(now + SECOND + fleet.margin);
            places.push(Reverse(free));
            *running += 1;
            self.tasks[task as usize].calls -= 1;
            self.events.push(Reverse((free, Event::Frees(token))));
            self.events.push(Reverse((answer, Event::Ends(task))));
            self.outcome.first = self.outcome.first.min(now);
            self.outcome.last = self.outcome.last.max(now);
            self.outcome.waits.push(now - asked);
            self.outcome.scripts += fleet.scripts(now - asked);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn simulated(options: &str) -> (Fleet, Outcome) {
        let options: Vec<_> = options.split_whitespace().collect();
        let fleet = Fleet::read(&options).unwrap();
        let outcome = fleet.simulated();
        (fleet, outcome)
    }

    /// The figures are those of `redis/src/fleets.md`: eight processes, 2,000 calls, one token.
    #[test]
    fn it_predicts_what_eight_processes_were_measured_to_do() {
        let eight = "--machines 8 --tokens 1 --projects 1 --calls 250 --answer 1";
        let (fleet, outcome) = simulated(eight);
        let (used, scripts) = (fleet.used(&outcome), outcome.scripts as f64 / 2_000.0);
        assert!((used - 0.976).abs() < 0.02, "{used}");
        assert!((scripts - 6.3).abs() < 0.5, "{scripts}");
        // Ten times as fast. Its scripts were more: starts are 17 ms apart, and those behind ask
        // once more where one comes a little late.
        let fast = format!("{eight} --per-second 60 --in-flight 100");
        let (fleet, outcome) = simulated(&fast);
        let used = fleet.used(&outcome);
        assert!((used - 0.968).abs() < 0.01, "{used}");
    }

    #[test]
    fn limits_hold_at_any_time() {
        let (fleet, outcome) = simulated("--machines 30 --tokens 3 --projects 1 --answer 900");
        assert_eq!(outcome.waits.len(), 300);
        // Ten in flight for 0.9 s each allow 11 a second, and the tokens 18.
        assert!(fleet.used(&outcome) < 11.2 / 18.0, "{}", fleet.told(&outcome));
        assert!(fleet.used(&outcome) > 0.5, "{}", fleet.told(&outcome));
        let (fleet, outcome) = simulated("--machines 100 --tokens 1 --projects 1 --answer 10");
        let used = fleet.used(&outcome);
        assert!((0.97..=1.0).contains(&used), "{used}");
    }

    #[test]
    fn options_that_make_no_sense_are_refused_in_words() {
        let refused = |options: &[&str]| Fleet::read(options).unwrap_err().to_string();
        assert!(refused(&["--machine", "3"]).starts_with("--machine is no option"));
        assert_eq!(refused(&["--tokens", "0"]), "--tokens takes a number up to a million");
        assert_eq!(refused(&["--answer"]), "--answer takes a number up to a million");
        let many = ["--machines", "1000000", "--calls", "100"];
        assert!(refused(&many).starts_with("more than ten million calls"));
    }
}
