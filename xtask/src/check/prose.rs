//! Whether descriptions and summaries say what they seem to in any reader of Markdown.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::finding::Report;
use super::outline::Outline;
use super::provenance::texts;

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for place in outline.places() {
        for (pointer, text) in texts(place) {
            for (problem, remedy) in hazards(text) {
                report.add(&pointer, problem, remedy);
            }
        }
    }
}

/// A problem, and its remedy.
type Hazard = (String, &'static str);

/// What a reader of Markdown would drop, or show otherwise than it is meant.
fn hazards(markdown: &str) -> Vec<Hazard> {
    let mut found = Vec::new();
    if markdown.contains(is_direction) {
        found.push((
            "a control character for the direction of text".to_owned(),
            "Remove it: readers would see the text in another order than it has.",
        ));
    }
    let (mut in_code, mut running) = (false, String::new());
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    for (event, range) in events {
        if let Event::Text(_) = event {
            if !in_code {
                running.push_str(&unescaped(markdown, range));
            }
            continue;
        }
        found.extend(in_text(&std::mem::take(&mut running)));
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Html(html) | Event::InlineHtml(html) => {
                found.push((format!("`{}` reads as HTML", html.trim()), "Put it into backticks."))
            }
            _ => {}
        }
    }
    found.extend(in_text(&running));
    found
}

/// A piece of text as it is written, a blank for what is escaped: that is meant.
fn unescaped(markdown: &str, range: Range<usize>) -> String {
    let written = &markdown[range.clone()];
    let before = &markdown[..range.start];
    let backslashes = before.len() - before.trim_end_matches('\\').len();
    let mut letters = written.chars();
    if backslashes % 2 == 1 {
        letters.next();
        return format!(" {}", letters.as_str());
    }
    written.to_owned()
}

fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The hazards of running text.
fn in_text(text: &str) -> Vec<Hazard> {
    let backtick = text.contains('`').then(|| {
        ("a backtick without its partner".to_owned(), "Close the code, or remove the backtick.")
    });
    let placeholder = text.split('<').skip(1).any(|rest| {
        rest.starts_with(|first: char| first.is_alphabetic() || first == '/') && rest.contains('>')
    });
    let placeholder =
        placeholder.then(|| ("text in angle brackets".to_owned(), "Put it into backticks."));
    backtick.into_iter().chain(placeholder).collect()
}
