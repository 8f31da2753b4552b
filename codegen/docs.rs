//! Docs: descriptions, and what other keys of the document say.

use std::fmt::Write as _;

use heck::ToSnakeCase;

use super::document::{Described, Document, Yaml, elements, get, has, json, members, text};

/// The badge of each provenance, except that of the service's documentation.
const BADGES: [(&str, &str); 2] = [("observed", "*Observed.*"), ("assumed", "*Assumed.*")];

/// The widest line of a file.
const WIDTH: usize = 100;

pub(crate) struct Docs<'d> {
    document: &'d Document,
    /// The operations as descriptions name them, and as Rust does.
    names: Vec<(String, String)>,
}

impl<'d> Docs<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        let ids = document.all_operations().map(|operation| text(&operation.value["operationId"]));
        let names = ids.map(|id| (format!("`{id}`"), id.to_snake_case())).collect();
        Self { document, names }
    }

    /// Returns the description of an object and its badge, for rustdoc.
    pub(crate) fn of(&self, object: &Yaml) -> String {
        let description = self.renamed(text(&object["description"]), |method| {
            format!("[`{method}`](crate::Client::{method})")
        });
        match BADGES.iter().find(|(of, _)| object["x-provenance"].as_str() == Some(of)) {
            Some((_, badge)) if !description.is_empty() => with_note(&description, badge),
            _ => description,
        }
    }

    /// Returns the description of a property or parameter; that of its type if it has none. Repeats
    /// no badge of its owner.
    pub(crate) fn of_member(&self, member: &Yaml, owner: &str) -> String {
        let mut description = self.of(member);
        if description.is_empty() {
            let first = elements(&member["anyOf"]).next();
            description = self.of(self.document.resolve(first.unwrap_or(member)));
        }
        let repeated = BADGES.iter().filter(|(_, badge)| owner.contains(badge));
        let description = repeated.fold(description, |text, (_, badge)| {
            text.replace(&format!("\n\n{badge}"), "").replace(&format!(" {badge}"), "")
        });
        match get(member, "default") {
            Some(default) => with_default(&description, default),
            None => description,
        }
    }

    /// Returns the reason of a deprecation, without links; empty if none is given.
    pub(crate) fn deprecation(&self, object: &Yaml) -> Option<String> {
        (object["deprecated"].as_bool() == Some(true)).then(|| {
            let description = text(&object["description"]);
            let reason = description.find("Deprecated").map_or("", |at| &description[at..]);
            self.in_rust(&one_line(reason))
        })
    }

    /// Names operations as Rust does, without links.
    pub(crate) fn in_rust(&self, text: &str) -> String {
        self.renamed(text, |method| format!("`{method}`"))
    }

    fn renamed(&self, text: &str, name: impl Fn(&str) -> String) -> String {
        let names = self.names.iter();
        names.fold(text.to_owned(), |text, (id, method)| text.replace(id, &name(method)))
    }

    /// Returns the description of an operation with its permissions and errors.
    pub(crate) fn of_operation(&self, operation: Described<'_>) -> String {
        let mut docs = self.of(operation.value);
        let scopes = scopes(operation.value);
        if !scopes.is_empty() {
            let _ = write!(docs, "\n\nOAuth scope: `{}`.", scopes.join("`, `"));
        }
        if operation.value["deprecated"].as_bool() == Some(true) && !docs.contains("Deprecated") {
            docs.push_str("\n\nDeprecated.");
        }
        docs + &self.errors(operation)
    }

    /// Describes the errors that are this operation's own; those that operations share are common.
    fn errors(&self, operation: Described<'_>) -> String {
        let errors = members(&operation.value["responses"])
            .filter(|(status, response)| status.starts_with(['4', '5']) && !has(response, "$ref"));
        let errors = errors.map(|(status, response)| {
            let description = self.in_rust(&one_line(text(&response["description"])));
            format!("\n- {status}: {}", first_sentence(&description))
        });
        let errors: String = errors.collect();
        match errors.is_empty() {
            true => errors,
            false => format!("\n\nErrors besides those of most calls:\n{errors}"),
        }
    }
}

/// Returns the required OAuth scopes of an operation.
pub(crate) fn scopes(operation: &Yaml) -> Vec<&str> {
    let ways = elements(&operation["security"]);
    ways.flat_map(|way| elements(&way["oauth2"])).map(text).collect()
}

pub(crate) fn with_default(description: &str, default: &Yaml) -> String {
    let value = default.as_str().map_or_else(|| json(default), str::to_owned);
    let says = description.to_lowercase().contains("default");
    match says && description.contains(&format!("`{value}`")) {
        true => description.to_owned(),
        false => with_note(description, &format!("Default: `{value}`.")),
    }
}

/// Adds a sentence to a description, outside of a list, table or code block at its end.
pub(crate) fn with_note(description: &str, note: &str) -> String {
    let last = description.rsplit("\n\n").next().unwrap_or_default();
    let is_block = |line: &str| line.starts_with(['-', '*', '|', '`', ' ']) && !is_code(line);
    match (description.is_empty(), last.lines().any(is_block)) {
        (true, _) => note.to_owned(),
        (false, false) => format!("{description} {note}"),
        (false, true) => format!("{description}\n\n{note}"),
    }
}

/// Whether a line starts with code, as a sentence may.
fn is_code(line: &str) -> bool {
    line.starts_with('`') && !line.starts_with("```")
}

pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the first sentence: up to a full stop before a space, outside of code.
pub(crate) fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| &text[..=at]);
    let mut whole = ends
        .filter(|sentence| sentence.matches('`').count() % 2 == 0 && !sentence.ends_with(".g."));
    whole.next().unwrap_or(text)
}

/// Returns a doc comment of lines that are not too long, indented.
pub(crate) fn comment(docs: &str, indent: usize) -> String {
    let mut comment = String::new();
    let start = format!("{:indent$}///", "");
    for line in wrapped(docs, WIDTH - start.len() - 1) {
        let _ = writeln!(comment, "{}", format!("{start} {line}").trim_end());
    }
    comment
}

/// Wraps paragraphs and the items of lists; tables and code stay as they are.
fn wrapped(markdown: &str, width: usize) -> Vec<String> {
    let (mut lines, mut paragraph, mut is_fenced) = (Vec::new(), String::new(), false);
    for line in markdown.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let stays = is_fence || is_fenced || line.trim().is_empty() || line.starts_with('|');
        let begins = line.starts_with("- ") || line.starts_with("# ");
        if (stays || begins) && !paragraph.is_empty() {
            wrap(&std::mem::take(&mut paragraph), width, &mut lines);
        }
        match stays {
            true => lines.push(line.to_owned()),
            false => {
                paragraph.push_str(if paragraph.is_empty() { "" } else { " " });
                paragraph.push_str(line.trim());
            }
        }
        is_fenced ^= is_fence;
    }
    if !paragraph.is_empty() {
        wrap(&paragraph, width, &mut lines);
    }
    lines
}

/// Wraps one paragraph, or one item of a list.
fn wrap(paragraph: &str, width: usize, lines: &mut Vec<String>) {
    let hang = if paragraph.starts_with("- ") { "  " } else { "" };
    let mut line = String::new();
    for word in paragraph.split(' ') {
        if !line.trim().is_empty() && line.len() + 1 + word.len() > width {
            lines.push(std::mem::replace(&mut line, hang.to_owned()));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
}
