//! Operations on the page: how they are called, with what, and what comes back.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, Operation, anchor, at, members, operation_place};
use super::schemas::{Row, marks, shown};

const ANSWERS: &str = "#/components/responses/";

impl<'a> Document<'a> {
    /// An operation below a heading of the level before.
    pub(super) fn operation(&self, operation: &Operation<'a>, level: u8) -> Markup {
        let object = operation.object;
        let id = operation.id();
        html! {
            article id=(operation_place(&id)) {
                (heading(level, &html! { (operation.title()) }))
                p.permalink { a href={ "#" (operation_place(&id)) } { code { (id) } } }
                (self.route(operation))
                (marks(object))
                (self.description(object, level))
                (self.access(object))
                (self.input(operation, level + 1))
                (heading(level + 1, &html! { "Answers" }))
                (self.answers(&object["responses"], level + 1))
                (self.callbacks(&object["callbacks"], level + 1))
            }
        }
    }

    /// Method and address, with the server where it is one of the document's.
    fn route(&self, operation: &Operation<'a>) -> Markup {
        let server = self.server_of(operation);
        html! {
            p.route {
                (method(operation.method)) " "
                code {
                    @if let Some((at, url)) = server { a href={ "#server-" (at) } { (url) } wbr; }
                    (operation.path)
                }
            }
        }
    }

    /// Parameters and body of a request.
    fn input(&self, operation: &Operation<'a>, level: u8) -> Markup {
        let parameters = operation.parameters(self);
        let rows: Vec<Row> = parameters.into_iter().map(parameter).collect();
        let body = self.resolve(&operation.object["requestBody"]);
        html! {
            @if !rows.is_empty() {
                (heading(level, &html! { "Parameters" }))
                (self.table("Parameter", &rows, level))
            }
            @if body.is_object() {
                (heading(level, &html! { "Request body" }))
                @if body["required"] != true { p { "Optional." } }
                (marks(body))
                (self.description(body, level))
                @for (media, content) in members(&body["content"]) {
                    (self.body_kind(media, content))
                    @let schema = self.resolve(&content["schema"]);
                    (marks(schema))
                    (self.schema(schema, level))
                    (self.examples(content, Some(media)))
                }
            }
        }
    }

    pub(super) fn answers(&self, answers: &'a Value, level: u8) -> Markup {
        html! {
            dl.answers {
                @for (status, answer) in members(answers).filter(|one| !one.0.starts_with("x-")) {
                    dt { code { (if status == "default" { "other" } else { status }) } }
                    dd { (self.answer(answer, level)) }
                }
            }
        }
    }

    /// One answer; of one that is shared, its headers and examples are where it is alone.
    fn answer(&self, answer: &'a Value, level: u8) -> Markup {
        let shared = answer["$ref"].as_str().and_then(|to| to.strip_prefix(ANSWERS));
        let answer = self.resolve(answer);
        html! {
            @if let Some(name) = shared {
                (marks(answer))
                (self.description(answer, level))
                p.more {
                    @for (media, content) in members(&answer["content"]) {
                        code { (media) } ": " (self.kind(&content["schema"])) " · "
                    }
                    "examples: " a href={ "#" (anchor(&format!("answer-{name}"))) } { (name) }
                }
            } @else {
                (self.whole_answer(answer, level))
            }
        }
    }

    pub(super) fn whole_answer(&self, answer: &'a Value, level: u8) -> Markup {
        html! {
            (marks(answer))
            (self.description(answer, level))
            @for (media, content) in members(&answer["content"]) {
                (self.body_kind(media, content))
                (self.fields(&content["schema"]))
                (self.schema(&content["schema"], level))
            }
            (self.headers(&answer["headers"], level))
            (self.links(&answer["links"], level))
            @for (media, content) in members(&answer["content"]) {
                (self.examples(content, Some(media)))
            }
        }
    }

    fn body_kind(&self, media: &str, content: &Value) -> Markup {
        html! { p { code { (media) } ": " span.type { (self.kind(&content["schema"])) } } }
    }

    fn headers(&self, headers: &'a Value, level: u8) -> Markup {
        let rows = members(headers).map(|(name, header)| {
            let header = parameter(self.resolve(header));
            Row { name, place: None, ..header }
        });
        let rows: Vec<Row> = rows.collect();
        html! {
            @if !rows.is_empty() {
                details {
                    summary { "Headers: " (rows.len()) }
                    (self.table("Header", &rows, level))
                }
            }
        }
    }

    /// What the answer is good for next.
    fn links(&self, links: &'a Value, level: u8) -> Markup {
        html! {
            @for (name, link) in members(links) {
                @let link = self.resolve(link);
                @let to = link.get("operationId").unwrap_or(&link["operationRef"]);
                div.part {
                    p {
                        "Link " code { (name) } " to "
                        (self.named(&shown(to)))
                        @for (at, (parameter, value)) in members(&link["parameters"]).enumerate() {
                            @if at == 0 { ", with " } @else { ", " }
                            code { (parameter) } " from " code { (shown(value)) }
                        }
                    }
                    (self.description(link, level))
                }
            }
        }
    }

    /// Examples, one or many, each to be opened.
    pub(super) fn examples(&self, object: &'a Value, media: Option<&str>) -> Markup {
        let named = members(&object["examples"]).map(|(name, one)| (name, self.resolve(one)));
        html! {
            // That of a parameter is a line among its limits.
            @if let (Some(value), Some(_)) = (object.get("example"), media) {
                details { summary { "Example" } (block(value, media)) }
            }
            @for (name, example) in named {
                details {
                    summary { "Example: " (example["summary"].as_str().unwrap_or(name)) }
                    (self.description(example, 6))
                    @if let Some(value) = example.get("value") { (block(value, media)) }
                    @if let Some(url) = example["externalValue"].as_str() {
                        p { (super::markdown::link(url, url)) }
                    }
                }
            }
        }
    }

    /// The requests that the service sends. What those call back is nobody's affair.
    fn callbacks(&self, callbacks: &'a Value, level: u8) -> Markup {
        html! {
            @for (name, callback) in members(callbacks) {
                @for (address, item) in members(self.resolve(callback)) {
                    @for operation in at(address, self.resolve(item)) {
                        (heading(level, &html! { "Callback " code { (name) } }))
                        p.permalink { code { (operation.id()) } }
                        p.route { (method(operation.method)) " " code { (address) } }
                        @if let Some(summary) = operation.object["summary"].as_str() {
                            p { (summary) }
                        }
                        (marks(operation.object))
                        (self.description(operation.object, level))
                        @if operation.object["security"].is_array() {
                            (self.access(operation.object))
                        }
                        (self.input(&operation, level + 1))
                        (heading(level + 1, &html! { "Answers" }))
                        (self.answers(&operation.object["responses"], level + 1))
                    }
                }
            }
        }
    }
}

/// A heading of a level; maud has no elements whose names are values.
fn heading(level: u8, words: &Markup) -> Markup {
    html! {
        @match level {
            3 => { h3 { (words) } }
            4 => { h4 { (words) } }
            5 => { h5 { (words) } }
            _ => { h6 { (words) } }
        }
    }
}

pub(super) fn method(name: &str) -> Markup {
    html! { b.method.(name) { (name.to_uppercase()) } }
}

/// A parameter or a header.
fn parameter(object: &Value) -> Row<'_> {
    let content = members(&object["content"]).next().map(|(_, content)| &content["schema"]);
    Row {
        name: object["name"].as_str().unwrap_or_default(),
        required: object["required"] == true,
        place: object["in"].as_str(),
        about: Some(object),
        schema: content.unwrap_or(&object["schema"]),
    }
}

/// A value as it is sent, text of a body that is no JSON included. It scrolls, by keyboard as well.
fn block(value: &Value, media: Option<&str>) -> Markup {
    let is_json = media.is_none_or(|media| media.contains("json"));
    let text = match value.as_str() {
        Some(text) if !is_json => text.to_owned(),
        _ => format!("{value:#}"),
    };
    html! { pre tabindex="0" { code { (text) } } }
}
