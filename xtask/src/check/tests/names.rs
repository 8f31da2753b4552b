//! Names of the document that the crate has given already, in the document of this repository.

use std::fs;

use super::super::{DOCUMENT, Finding, all};

fn document() -> String {
    fs::read_to_string(crate::root().join(DOCUMENT)).unwrap()
}

fn found_in(text: &str) -> Vec<Finding> {
    all(text, &crate::root()).unwrap()
}

/// The document with a parameter more, the first of an operation.
#[track_caller]
fn with(text: &str, operation: &str, parameter: &str) -> String {
    let (before, after) = text.split_once(&format!("\n      operationId: {operation}\n")).unwrap();
    let parameters = "      parameters:\n";
    let (between, after) = after.split_once(parameters).unwrap();
    format!(
        "{before}\n      operationId: {operation}\n{between}{parameters}        \
         - {{name: {parameter}, in: query, description: More., schema: {{type: string}}, \
         example: a}}\n{after}"
    )
}

#[test]
fn a_parameter_is_not_called_like_a_method_of_its_call() {
    let mut text = document();
    // Generated for those with a body, and written by hand.
    let clashes = [
        ("uploadFile", "extra"),
        ("uploadFile", "file"),
        ("uploadFile", "wait"),
        ("getProcess", "wait"),
    ];
    for (operation, name) in clashes {
        text = with(&text, operation, name);
    }
    // Where it is no method, it is a name like any other.
    text = with(&text, "getProcess", "file");
    let found = found_in(&text);
    assert_eq!(found.len(), clashes.len(), "{found:#?}");
    for (_, name) in clashes {
        let problem = format!("the parameter `{name}` is called like a method of the call");
        let of_it: Vec<_> =
            found.iter().filter(|finding| finding.problem.starts_with(&problem)).collect();
        assert!(!of_it.is_empty(), "{name}: {found:#?}");
        for finding in of_it {
            let line = text.lines().nth(finding.line - 1).unwrap();
            assert!(finding.pointer.contains("/parameters/"), "{finding:#?}");
            assert!(line.contains(&format!("- {{name: {name},")), "{line}");
        }
    }
}

#[test]
fn a_parameter_is_not_called_like_what_the_code_of_a_call_needs() {
    let names = ["client", "options", "send", "call", "stream", "pages"];
    for name in names {
        let found = found_in(&with(&document(), "listContributors", name));
        let problem = format!("`listContributors`: `{name}` would name two things of its call");
        assert!(
            matches!(&found[..], [finding] if finding.problem.contains(&problem)),
            "{name}: {found:#?}"
        );
    }
}

#[test]
fn an_operation_is_not_called_like_a_method_of_the_client() {
    let found = found_in(&document().replace("listSystemLanguages", "request"));
    let is_meant = |finding: &Finding| {
        finding.pointer.ends_with("/get/operationId")
            && finding.problem.contains("like a method of `Client`")
    };
    assert!(matches!(&found[..], [finding] if is_meant(finding)), "{found:#?}");
}
