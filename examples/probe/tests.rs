use l10n_sandbox::document::Document;
use l10n_sandbox::{Fault, Misbehavior, Sandbox};
use serde_json::json;

use crate::entries::{Entry, Step, text};
use crate::lacks;
use crate::run::Probe;

async fn start(sandbox: &Sandbox) -> (Probe, String) {
    let token = sandbox.tokens().read_write;
    let probe = crate::start(sandbox.base_url(), token, true).await.unwrap();
    let project = text(&probe.names["project"]);
    (probe, project)
}

/// The operation of a request.
fn operation(step: &Step) -> &'static str {
    let (method, path) = step.send.split_once(' ').unwrap();
    let exchange = json!({ "method": method, "path": path });
    &lacks::operation(Document::embedded().unwrap(), &exchange).unwrap().id
}

#[tokio::test]
async fn what_can_be_tried_is_confirmed_in_a_project_of_its_own() {
    let sandbox = Sandbox::start().await.unwrap();
    let (mut probe, project) = start(&sandbox).await;
    for entry in Entry::all().unwrap() {
        let outcome = probe.run(&entry).await;
        let said =
            format!("{}: {} {} {}", entry.id, outcome.result, outcome.detail, outcome.response);
        match entry.reason(true) {
            Some(reason) => assert_eq!(outcome.detail, reason, "{said}"),
            None => assert!(["confirmed", "answered"].contains(&outcome.result), "{said}"),
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
        let Some(sentence) = entry.sentence.as_ref().filter(|_| entry.reason(false).is_none())
        else {
            continue;
        };
        let last = operation(entry.steps.last().unwrap());
        let (_, before) = entry.steps.split_last().unwrap();
        let before = before.iter().filter(|step| operation(step) == last).count();
        let fault = Fault::new(Misbehavior::status(418)).on(last).after(before as u64);
        sandbox.add_fault(fault).unwrap();
        let outcome = probe.run(&entry).await;
        assert_eq!(outcome.result, "REFUTED", "{}: {sentence}", entry.id);
        assert_eq!(outcome.response["status"], 418, "{sentence}");
        refuted += 1;
    }
    assert!(refuted >= 20, "{refuted}");
}
