//! Descriptions as HTML. They can format text and refer to addresses, and nothing else: HTML in
//! them is shown as text, and images as their descriptions.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::document::Document;

/// Words that begin sentences which the service does not document.
const MARKS: [&str; 2] = ["Observed:", "Assumed:"];

impl Document<'_> {
    /// A description below a heading of a level. Its own headings are all one level deeper, so that
    /// no level is left out.
    pub(super) fn markdown(&self, text: &str, level: u8) -> Markup {
        let level = HeadingLevel::try_from(usize::from(level) + 1).unwrap_or(HeadingLevel::H6);
        let mut events = Vec::new();
        let mut within = Within::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            self.translate(event, level, &mut within, &mut events);
        }
        let mut html = String::new();
        pulldown_cmark::html::push_html(&mut html, events.into_iter());
        PreEscaped(html)
    }

    fn translate<'t>(
        &self,
        event: Event<'t>,
        level: HeadingLevel,
        within: &mut Within,
        events: &mut Vec<Event<'t>>,
    ) {
        match event {
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Link { link_type, ref dest_url, .. }) => {
                within.link = true;
                within.dropped_link = link_type != LinkType::Email && !is_address(dest_url);
                events.extend((!within.dropped_link).then_some(event));
            }
            Event::End(TagEnd::Link) => {
                events.extend((!within.dropped_link).then_some(event));
                *within = Within { code: within.code, ..Within::default() };
            }
            Event::Start(Tag::Heading { .. }) => {
                let (id, classes, attrs) = (None, Vec::new(), Vec::new());
                events.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::End(TagEnd::Heading(_)) => events.push(Event::End(TagEnd::Heading(level))),
            Event::Start(Tag::Table(_)) => {
                // It scrolls, by keyboard as well: how wide it is, the document alone knows.
                events.push(Event::Html(r#"<div class="scroll" tabindex="0">"#.into()));
                events.push(event);
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock) => {
                within.code = !within.code;
                events.push(event);
            }
            Event::Code(name) if !within.link && self.place(&name).is_some() => {
                let html = self.named(&name);
                events.push(Event::InlineHtml(html.into_string().into()));
            }
            Event::Text(text) if !within.code => push_text(&text, events),
            event => events.push(event),
        }
    }

    /// A name as code, linked to what it names.
    pub(super) fn named(&self, name: &str) -> Markup {
        html! {
            @if let Some(place) = self.place(name) { a href={ "#" (place) } { code { (name) } } }
            @else { code { (name) } }
        }
    }
}

/// What an event stands in.
#[derive(Default)]
struct Within {
    link: bool,
    /// A link whose address is none that a page should lead to.
    dropped_link: bool,
    code: bool,
}

/// Text with its marks put in relief.
fn push_text(mut text: &str, events: &mut Vec<Event<'_>>) {
    let first = |text: &str| {
        let found = MARKS.map(|mark| Some((text.find(mark)?, mark)));
        found.into_iter().flatten().min()
    };
    while let Some((start, mark)) = first(text) {
        events.push(Event::Text(text[..start].to_owned().into()));
        let html = html! { b.prose { (mark) } };
        events.push(Event::InlineHtml(html.into_string().into()));
        text = &text[start + mark.len()..];
    }
    events.push(Event::Text(text.to_owned().into()));
}

/// Whether it leads elsewhere, beside the page, or to another place of it, and runs nothing. What
/// a browser overlooks in an address, such as line breaks, is in none of these.
fn is_address(text: &str) -> bool {
    let is_odd = |letter: char| letter == ':' || letter == '\\' || letter.is_control();
    // Two slashes begin the name of another server.
    let is_relative = !text.contains(is_odd) && !text.trim_start().starts_with("//");
    let mut known = ["https://", "http://", "mailto:"].iter();
    is_relative || known.any(|start| text.starts_with(start))
}

/// A link to an address of the document; without one that will do, the words alone.
pub(super) fn link(address: &str, words: &str) -> Markup {
    html! {
        @if is_address(address) && !address.is_empty() { a href=(address) { (words) } }
        @else { (words) }
    }
}
