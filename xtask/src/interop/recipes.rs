//! The recipes of `spec/README.md`: third-level headings that begin with a name in code, each with one `sh` block.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

/// A block of shell commands, for the root of the repository.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recipe {
    pub(super) name: String,
    pub(super) script: String,
}

/// Reads all recipes, in the order of the text. Several blocks below one heading are one recipe.
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
                recipes.push(Recipe {
                    name: name.to_string(),
                    script: String::new(),
                });
                place = Place::Section;
            }
            (Event::Text(_), Place::Heading) => place = Place::Elsewhere,
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))), Place::Section)
                if &*kind == "sh" =>
            {
                place = Place::Block;
            }
            (Event::Text(commands), Place::Block) => {
                if let Some(recipe) = recipes.last_mut() {
                    recipe.script.push_str(&commands);
                }
            }
            (Event::End(TagEnd::CodeBlock), Place::Block) => place = Place::Section,
            _ => {}
        }
    }
    recipes
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
        let recipe = |name: &str, script: &str| Recipe {
            name: name.to_owned(),
            script: script.to_owned(),
        };
        let expected = [
            recipe("java", "one \\\n  two\nthree\n"),
            recipe("python", "four\n"),
        ];
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
            "schemathesis",
            "redocly",
        ];
        assert_eq!(names, expected);
        for recipe in &recipes {
            let folder = format!("target/interop/{}", recipe.name);
            assert!(recipe.script.contains(&folder), "{recipe:?}");
        }
    }
}
