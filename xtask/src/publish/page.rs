//! The page as a whole: its head, its contents, and its sections.

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::document::{Document, Operation, anchor, entries, operation_place};
use super::markdown::link;
use super::operations::method;
use super::schemas::{marks, shown};

const STYLE: &str = include_str!("style.css");

/// A browser runs nothing on the page and fetches nothing for it, whatever got into it.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// So many operations are listed; more are to be opened.
const SHORT: usize = 6;

/// What stands beside the page.
const FILES: [(&str, &str); 3] =
    [("openapi.yaml", "YAML"), ("openapi.json", "JSON"), ("README.md", "how to use it")];

/// Where the knowledge comes from, and what else is marked: for readers of the page alone.
const LEGEND: [(&str, &str); 4] = [
    ("observed", "The service does not document this. It was seen in exchanges with the service."),
    ("mixed", "Documented, except for the sentences that begin with “Observed:” or “Assumed:”."),
    ("assumed", "Neither documented nor observed. It is what a reader would expect."),
    ("quirk", "The service contradicts itself here. The description tells both sides."),
];

/// The page of a document.
pub(super) fn write(root: &Value) -> String {
    let document = Document::new(root);
    let title = root["info"]["title"].as_str().unwrap_or("Interface");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#section-content" { "Skip to the content" }
                nav aria-label="Contents" { (document.contents()) }
                main id="section-content" {
                    (document.info(title))
                    (document.servers())
                    (document.security())
                    @for group in document.groups() { (document.group(&group)) }
                    (document.shared_answers())
                    (document.schemas())
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// A tag and its operations.
struct Group<'d, 'a> {
    tag: &'a Value,
    title: &'a str,
    id: String,
    operations: Vec<&'d Operation<'a>>,
}

impl<'a> Document<'a> {
    /// The operations by their first tag, and behind them those without one that the document has.
    fn groups(&self) -> Vec<Group<'_, 'a>> {
        let tags = || entries(&self.root["tags"]);
        let known: BTreeSet<_> = tags().filter_map(|tag| tag["name"].as_str()).collect();
        let tag_of = |operation: &Operation<'a>| {
            let tag = operation.object["tags"][0].as_str();
            tag.filter(|name| known.contains(name))
        };
        let of = |name| self.operations.iter().filter(move |one| tag_of(one) == name).collect();
        let group = |tag: &'a Value| {
            let name = tag["name"].as_str().unwrap_or_default();
            let title = tag["x-displayName"].as_str().unwrap_or(name);
            Group { tag, title, id: anchor(&format!("tag-{name}")), operations: of(Some(name)) }
        };
        let mut groups: Vec<_> = tags().map(group).collect();
        let others: Vec<_> = of(None);
        if !others.is_empty() {
            let (title, id) = ("Other operations", "section-other-operations".to_owned());
            groups.push(Group { tag: &Value::Null, title, id, operations: others });
        }
        groups
    }

    fn contents(&self) -> Markup {
        html! {
            p { a href="#section-about" { "About" } }
            p { a href="#section-servers" { "Servers" } }
            p { a href="#section-authentication" { "Authentication" } }
            @for group in self.groups() {
                p { a href={ "#" (group.id) } { (group.title) } }
                ul {
                    @for operation in &group.operations {
                        li {
                            a href={ "#" (operation_place(&operation.id())) } {
                                (method(operation.method)) " " (operation.title())
                            }
                        }
                    }
                }
            }
            p { a href="#section-answers" { "Shared answers" } }
            details {
                summary { a href="#section-schemas" { "Schemas" } }
                ul {
                    @for (name, _) in self.components("schemas") {
                        li { a href={ "#" (anchor(&format!("schema-{name}"))) } { (name) } }
                    }
                }
            }
        }
    }

    fn info(&self, title: &str) -> Markup {
        let info = &self.root["info"];
        let contact = &info["contact"];
        html! {
            header id="section-about" {
                h1 { (title) }
                p.facts {
                    "Version " (shown(&info["version"]))
                    @if let Some(name) = contact["name"].as_str() {
                        " · " (link(contact["url"].as_str().unwrap_or_default(), name))
                    }
                    @if let Some(address) = contact["email"].as_str() {
                        " · " (link(&format!("mailto:{address}"), address))
                    }
                    @if let Some(name) = info["license"]["name"].as_str() {
                        " · " (link(info["license"]["url"].as_str().unwrap_or_default(), name))
                    }
                    @if let Some(url) = info["termsOfService"].as_str() {
                        " · " (link(url, "Terms of service"))
                    }
                }
                p.facts {
                    "This document: "
                    @for (at, (file, words)) in FILES.iter().enumerate() {
                        @if at > 0 { ", " }
                        a href=(file) { (words) }
                    }
                }
                (marks(info))
                (self.description(info, 1))
                (self.description(self.root, 1))
                dl.legend {
                    @for (mark, words) in LEGEND { dt { span.mark { (mark) } } dd { (words) } }
                }
            }
        }
    }

    fn group(&self, group: &Group<'_, 'a>) -> Markup {
        html! {
            section id=(group.id) {
                h2 { (group.title) }
                (self.description(group.tag, 2))
                @for operation in &group.operations { (self.operation(operation, 3)) }
            }
        }
    }

    fn shared_answers(&self) -> Markup {
        html! {
            section id="section-answers" {
                h2 { "Shared answers" }
                @for (name, answer) in self.components("responses") {
                    section id=(anchor(&format!("answer-{name}"))) {
                        h3 { (name) }
                        (self.whole_answer(self.resolve(answer), 3))
                    }
                }
            }
        }
    }

    fn schemas(&self) -> Markup {
        html! {
            section id="section-schemas" {
                h2 { "Schemas" }
                @for (name, schema) in self.components("schemas") {
                    section id=(anchor(&format!("schema-{name}"))) {
                        h3 { (name) }
                        p.type { (self.kind(schema)) }
                        (marks(schema))
                        (self.schema(schema, 3))
                        (self.users(name))
                    }
                }
            }
        }
    }

    /// The operations that a schema is part of, in either direction.
    fn users(&self, name: &str) -> Markup {
        let schema = format!("#/components/schemas/{name}");
        let uses = |parts: &[&str]| -> Vec<&Operation> {
            let is_used = |one: &&Operation<'a>| {
                let parts: Vec<_> = parts.iter().map(|part| &one.object[*part]).collect();
                self.references(&parts).contains(schema.as_str())
            };
            self.operations.iter().filter(is_used).collect()
        };
        html! {
            (list_of("requests", &uses(&["parameters", "requestBody"])))
            (list_of("answers", &uses(&["responses"])))
            (list_of("callbacks", &uses(&["callbacks"])))
        }
    }
}

fn list_of(what: &str, operations: &[&Operation]) -> Markup {
    let list = html! {
        @for (at, operation) in operations.iter().enumerate() {
            @if at > 0 { ", " }
            a href={ "#" (operation_place(&operation.id())) } { (operation.id()) }
        }
    };
    html! {
        @if operations.len() > SHORT {
            details {
                summary { "In " (what) " of " (operations.len()) " operations" }
                p { (list) }
            }
        } @else if !operations.is_empty() {
            p.more { "In " (what) " of " (list) }
        }
    }
}
