//! The recipes of `spec/README.md`: third-level headings that begin with a name in code, with
//! blocks of `sh` below.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// Blocks of shell commands, each for the root of the repository.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recipe {
    pub(super) name: String,
    /// The first makes something, once; the others run it, once for each round.
    pub(super) blocks: Vec<Block>,
}

/// Shell commands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    pub(super) script: String,
    /// The word after `sh`: which rounds the block is for.
    pub(super) word: String,
}

/// Reads all recipes, in the order of the text.
pub(super) fn read(text: &str) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    let mut place = Place::Elsewhere;
    for event in Parser::new(text) {
        match (event, &place) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                place = match level {
                    HeadingLevel::H3 => Place::Heading,
                    _ => Place::Elsewhere,
                }
            }
            (Event::Code(name), Place::Heading) => {
                recipes.push(Recipe { name: name.to_string(), blocks: Vec::new() });
                place = Place::Section;
            }
            (Event::Text(_), Place::Heading) => place = Place::Elsewhere,
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), Place::Section) => {
                if let (Some(recipe), Some(block)) = (recipes.last_mut(), empty_block(&info)) {
                    recipe.blocks.push(block);
                    place = Place::Block;
                }
            }
            (Event::Text(commands), Place::Block) => {
                let recipe = recipes.last_mut();
                if let Some(block) = recipe.and_then(|recipe| recipe.blocks.last_mut()) {
                    block.script.push_str(&commands);
                }
            }
            (Event::End(TagEnd::CodeBlock), Place::Block) => place = Place::Section,
            _ => {}
        }
    }
    recipes
}

/// A block without its commands yet, where what stands behind the fence says that it has some.
fn empty_block(info: &str) -> Option<Block> {
    let word = info.strip_prefix("sh")?;
    (word.is_empty() || word.starts_with(' '))
        .then(|| Block { script: String::new(), word: word.trim().to_owned() })
}

/// Where the reader is.
enum Place {
    Elsewhere,
    /// At the start of a third-level heading.
    Heading,
    /// Below a heading that names a recipe.
    Section,
    /// In a block of commands there.
    Block,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Title

```sh
not this
```

### `java`, with openapi-generator

Words.

```sh
one \\
  two
three
```

```text
not this
```

```shell
not this
```

```sh every round
five
```

### Words and `code`

```sh
not this
```

### `python`

```sh
four
```

## `other`

```sh
not this
```
";

    #[test]
    fn a_heading_that_begins_with_code_names_a_recipe() {
        let block =
            |script: &str, word: &str| Block { script: script.to_owned(), word: word.to_owned() };
        let recipe = |name: &str, blocks: Vec<Block>| Recipe { name: name.to_owned(), blocks };
        let java = vec![block("one \\\n  two\nthree\n", ""), block("five\n", "every round")];
        let expected = [recipe("java", java), recipe("python", vec![block("four\n", "")])];
        assert_eq!(read(TEXT), expected);
    }

    #[test]
    fn the_recipes_of_the_repository_have_commands() {
        let recipes = read(include_str!("../../../spec/README.md"));
        let names: Vec<_> = recipes.iter().map(|recipe| recipe.name.as_str()).collect();
        let expected = [
            "openapi-fetch",
            "typescript-fetch",
            "openapi-python-client",
            "python",
            "java",
            "ruby",
            "schemathesis",
            "openapi-spec-validator",
            "spectral",
            "redocly",
        ];
        assert_eq!(names, expected);
        for recipe in &recipes {
            let folder = format!("target/interop/{}", recipe.name);
            let first = recipe.blocks.first();
            assert!(first.is_some_and(|block| block.script.contains(&folder)), "{recipe:?}");
            for block in &recipe.blocks {
                assert!(super::super::rounds::of(&block.word).is_ok(), "{block:?}");
            }
        }
    }
}
