//! What a README has its reader do: files to write, and commands to run.
//!
//! A block of code is a file where its name stands behind the language, and commands where the
//! language is `sh`.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// The part below a second-level heading, or before the first one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Section {
    /// Empty before the first.
    pub(super) title: String,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug, PartialEq)]
pub(super) enum Step {
    Write { name: String, text: String },
    Run(String),
}

impl Section {
    /// Whether there is a file to write: an example that is complete.
    pub(super) fn has_file(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Step::Write { .. }))
    }
}

/// Reads all sections, in the order of the text.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut in_title = false;
    let mut block = None;
    for event in Parser::new(text) {
        let Some(section) = sections.last_mut() else {
            break;
        };
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                sections.push(Section::default());
                in_title = true;
            }
            Event::End(TagEnd::Heading(_)) => in_title = false,
            Event::Text(words) | Event::Code(words) if in_title => section.title.push_str(&words),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => block = step(&info),
            Event::Text(lines) => {
                if let Some(Step::Run(text) | Step::Write { text, .. }) = &mut block {
                    text.push_str(&lines);
                }
            }
            Event::End(TagEnd::CodeBlock) => section.steps.extend(block.take()),
            _ => {}
        }
    }
    sections
}

/// A step without its text yet, where what stands behind the fence says that it is one.
fn step(info: &str) -> Option<Step> {
    let text = String::new();
    match info.split_whitespace().collect::<Vec<_>>()[..] {
        ["sh"] => Some(Step::Run(text)),
        [_, name] => Some(Step::Write { name: name.to_owned(), text }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_commands_are_read_by_section() {
        let text = "# A\n\n```sh\nfirst\n```\n\n## In `js`\n\n```js a.mjs\none\n\ntwo\n```\n\n\
                    ```json\n{}\n```\n\n### More\n\n```sh\nsecond\n```\n\n## Last\n";
        let section = |title: &str, steps| Section { title: title.to_owned(), steps };
        let expected = [
            section("", vec![Step::Run("first\n".to_owned())]),
            section(
                "In js",
                vec![
                    Step::Write { name: "a.mjs".to_owned(), text: "one\n\ntwo\n".to_owned() },
                    Step::Run("second\n".to_owned()),
                ],
            ),
            section("Last", Vec::new()),
        ];
        let read = sections(text);
        assert_eq!(read, expected);
        let complete: Vec<_> = read.iter().map(Section::has_file).collect();
        assert_eq!(complete, [false, true, false]);
    }
}
