use l10n_sandbox::document::Document;
use l10n_sandbox::{Fault, Misbehavior, Sandbox};

use crate::entries::{Entry, Step};
use crate::lacks;
use crate::run::{Exchange, Outcome, Probe};

async fn start(sandbox: &Sandbox) -> (Probe, String) {
    crate::start(sandbox.base_url(), sandbox.tokens().read_write, true).await.unwrap()
}

/// The operation of a request.
fn operation(step: &Step) -> &'static str {
    let (method, path) = step.request().0.split_once(' ').unwrap();
    let (method, path) = (method.parse().unwrap(), path.to_owned());
    let exchange = Exchange { method, path, ..<_>::default() };
    &lacks::operation(Document::embedded().unwrap(), &exchange).unwrap().id
}

#[tokio::test]
async fn what_can_be_tried_is_confirmed_in_a_project_of_its_own() {
    let sandbox = Sandbox::start().await.unwrap();
    let (mut probe, project) = start(&sandbox).await;
    for entry in Entry::all().unwrap() {
        match (probe.run(&entry).await, entry.reason(true)) {
            (Outcome::Confirmed, None) => assert!(entry.sentence.is_some(), "{}", entry.id),
            (Outcome::Answered(means), None) => {
                assert!(entry.otherwise.contains_key(&means), "{}", entry.id);
            }
            (Outcome::NotTried(said), Some(reason)) => assert_eq!(said, reason, "{}", entry.id),
            (Outcome::Refuted(means) | Outcome::NotTried(means), _) => {
                panic!("{}: {means}", entry.id)
            }
            _ => panic!("{} was tried", entry.id),
        }
    }
    let own = format!("/v2/projects/{project}");
    let requests = sandbox.requests().into_iter().map(|it| (it.method, it.target));
    for (method, target) in requests.filter(|(_, target)| !target.starts_with("/bundles/")) {
        let is_its = target == own || target.starts_with(&format!("{own}/"));
        assert!(is_its || target == "/v2/projects" && method == "POST", "{target}");
    }
}

#[tokio::test]
async fn another_response_refutes_the_sentence() {
    let sandbox = Sandbox::start().await.unwrap();
    let (mut probe, _) = start(&sandbox).await;
    let mut refuted = 0;
    for entry in Entry::all().unwrap() {
        let Some(sentence) = entry.sentence.as_ref().filter(|_| entry.not_tried.is_none()) else {
            continue;
        };
        let last = operation(entry.steps.last().unwrap());
        let (_, before) = entry.steps.split_last().unwrap();
        let before = before.iter().filter(|step| operation(step) == last).count();
        let fault = Fault::new(Misbehavior::status(418)).on(last).after(before as u64);
        sandbox.add_fault(fault).unwrap();
        match probe.run(&entry).await {
            Outcome::Refuted(means) => assert!(means.starts_with("418"), "{sentence}: {means}"),
            _ => panic!("{}: {sentence}", entry.id),
        }
        refuted += 1;
    }
    assert!(refuted >= 20, "{refuted}");
}
