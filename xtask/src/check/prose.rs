//! Whether descriptions and summaries say what they seem to in any reader of Markdown.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeStream};

use super::finding::Report;
use super::outline::Outline;

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for place in outline.places() {
        for key in ["summary", "description"] {
            for (problem, remedy) in place.text(key).map(hazards).unwrap_or_default() {
                report.add(place.below(key), problem, remedy);
            }
        }
    }
}

/// A problem, and its remedy.
type Hazard = (String, &'static str);

/// What a reader of Markdown would drop, or show otherwise than it is meant.
fn hazards(markdown: &str) -> Vec<Hazard> {
    let mut found = Vec::new();
    let mut in_code = false;
    for event in TextMergeStream::new(Parser::new_ext(markdown, Options::ENABLE_TABLES)) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Html(html) | Event::InlineHtml(html) => found.push((
                format!("`{}` reads as HTML", html.trim()),
                "Put it into backticks.",
            )),
            Event::Text(text) if !in_code => found.extend(in_text(&text)),
            _ => {}
        }
    }
    found
}

/// The hazards of running text.
fn in_text(text: &str) -> Vec<Hazard> {
    let backtick = text.contains('`').then(|| {
        (
            "a backtick without its partner".to_owned(),
            "Close the code, or remove the backtick.",
        )
    });
    let placeholder = text.split('<').skip(1).any(|rest| {
        rest.starts_with(|first: char| first.is_alphabetic() || first == '/') && rest.contains('>')
    });
    let placeholder = placeholder.then(|| {
        (
            "text in angle brackets".to_owned(),
            "Put it into backticks.",
        )
    });
    backtick.into_iter().chain(placeholder).collect()
}
