//! Whether descriptions and summaries survive as documentation comments, in which rustdoc reads Markdown.

use std::cell::RefCell;

use pulldown_cmark::{
    BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream,
};

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

/// What rustdoc would complain about, or read as something else than text; with the remedy.
fn hazards(markdown: &str) -> Vec<(String, &'static str)> {
    const QUOTE: &str = "Put it into backticks.";
    let found = RefCell::new(Vec::new());
    let note = |problem: String, remedy| found.borrow_mut().push((problem, remedy));
    let unresolved = |link: BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
        note(format!("`[{}]` reads as a link", link.reference), QUOTE);
        None
    };
    let parser =
        Parser::new_with_broken_link_callback(markdown, Options::empty(), Some(unresolved));
    let mut in_link = false;
    for event in TextMergeStream::new(parser) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => note(
                "a code block, which is compiled as a test".to_owned(),
                "Write it as a sentence, with backticks and without indentation.",
            ),
            Event::Html(html) | Event::InlineHtml(html) => {
                note(format!("`{}` reads as HTML", html.trim()), QUOTE)
            }
            Event::Start(
                Tag::Link {
                    link_type,
                    dest_url,
                    ..
                }
                | Tag::Image {
                    link_type,
                    dest_url,
                    ..
                },
            ) => {
                in_link = true;
                if !matches!(link_type, LinkType::Autolink | LinkType::Email) {
                    note(
                        format!("a link to `{dest_url}`"),
                        "Write the address in angle brackets instead.",
                    );
                }
            }
            Event::End(TagEnd::Link | TagEnd::Image) => in_link = false,
            Event::Text(text) if !in_link => in_text(&text, &note),
            _ => {}
        }
    }
    found.into_inner()
}

/// The hazards of running text, code and links left out.
fn in_text(text: &str, note: &dyn Fn(String, &'static str)) {
    if text.contains('`') {
        note(
            "a backtick without its partner".to_owned(),
            "Close the code, or remove the backtick.",
        );
    }
    if text.contains("http://") || text.contains("https://") {
        note(
            "a bare address".to_owned(),
            "Put it into angle brackets or backticks.",
        );
    }
    let placeholder = text.split('<').skip(1).any(|rest| {
        rest.starts_with(|first: char| first.is_alphabetic() || first == '/') && rest.contains('>')
    });
    if placeholder {
        note(
            "text in angle brackets".to_owned(),
            "Put it into backticks.",
        );
    }
}
