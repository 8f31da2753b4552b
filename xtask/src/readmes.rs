//! `cargo xtask check`, beside the document: READMEs are read as files, so their relative links
//! lead to files, and they have neither links nor hidden lines that only rustdoc understands.

use std::fs;
use std::path::Path;

use pulldown_cmark::{BrokenLink, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::{TaskResult, repository};

const TABLES: Options = Options::ENABLE_TABLES;
/// How blocks of Rust begin.
const RUST: [&str; 5] = ["rust", "no_run", "ignore", "should_panic", "compile_fail"];

/// Reports the problems of all Markdown outside of sources.
pub(crate) fn check() -> TaskResult {
    let root = crate::root();
    let mut count = 0;
    for name in repository::files()? {
        let is_source = name.starts_with("src/") || name.contains("/src/");
        if !name.ends_with(".md") || is_source {
            continue;
        }
        let file = root.join(&name);
        let folder = file.parent().unwrap_or(&root);
        for problem in problems(&fs::read_to_string(&file)?, |link| folder.join(link).exists()) {
            println!("{name}: {problem}");
            count += 1;
        }
    }
    match count {
        0 => Ok(()),
        _ => Err(format!("{count} problems in Markdown that is read as a file").into()),
    }
}

fn problems(text: &str, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let (mut problems, mut undefined, mut is_rust) = (Vec::new(), Vec::new(), false);
    let mut note = |link: BrokenLink<'_>| {
        // Other text in brackets is text.
        undefined.extend(link.reference.starts_with('`').then(|| link.reference.to_string()));
        None
    };
    for event in Parser::new_with_broken_link_callback(text, TABLES, Some(&mut note)) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let path = dest_url.split('#').next().unwrap_or_default();
                if !path.contains("://") && !path.is_empty() && !exists(Path::new(path)) {
                    problems.push(format!("the link {dest_url} leads to no file"));
                }
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                is_rust = RUST.iter().any(|word| info.starts_with(word));
            }
            Event::End(TagEnd::CodeBlock) => is_rust = false,
            Event::Text(code) if is_rust => {
                let hidden = code.lines().filter(|line| *line == "#" || line.starts_with("# "));
                problems.extend(hidden.map(|line| format!("only rustdoc hides `{line}`")));
            }
            _ => {}
        }
    }
    problems.extend(undefined.iter().map(|name| format!("only rustdoc links [{name}]")));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_lines_that_only_rustdoc_understands_are_problems() {
        let text = "[a](here.md#part), [b](gone.md), [c](https://a.test/gone.md), [d](#part)\n\
            | [`Client`] |\n|---|\n| [x], [e](crate::guide)\n\n\
            ```rust,no_run\n# fn main() {\n#[test]\nlet a = 1;\n```\n\n# Title\n\n\
            ```sh\n# a comment\n```\n";
        let found = problems(text, |link| link == Path::new("here.md"));
        assert_eq!(
            found,
            [
                "the link gone.md leads to no file",
                "the link crate::guide leads to no file",
                "only rustdoc hides `# fn main() {`",
                "only rustdoc links [`Client`]",
            ]
        );
    }
}
