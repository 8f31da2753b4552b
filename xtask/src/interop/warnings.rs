//! Which warnings a recipe may print: none but those that no better name and no plainer schema
//! would avoid.

/// A warning that says nothing of the document.
struct Known {
    recipes: &'static [&'static str],
    /// Part of the line.
    text: &'static str,
    /// Whether it is printed on every machine.
    everywhere: bool,
}

const KNOWN: [Known; 6] = [
    // Said of every composed schema of which an alternative is no object, named or not: a flag that
    // is a boolean or a number, a list whose values may grow. The generated code is right.
    Known {
        recipes: &["typescript-fetch", "python", "java", "ruby"],
        text: "Failed to get the schema name: null",
        everywhere: true,
    },
    // Said of the empty object that stands for no admin rights. It is empty whatever the type of
    // its values is said to be; to name one would quiet this tool and mislead the others.
    Known {
        recipes: &["python"],
        text: "Codegen property is null (e.g. map/dict of undefined type). Default to typing.Any.",
        everywhere: true,
    },
    // Said of the type that a recipe maps a schema to: it is of the language, with nothing to
    // import.
    Known {
        recipes: &["python"],
        text: "Failed to look up str from the imports (map of set) of models.",
        everywhere: true,
    },
    Known {
        recipes: &["python"],
        text: "Failed to lookup model in createImportMapOfSet str",
        everywhere: true,
    },
    // The generated documentation shows no example of a request; the code is not touched.
    Known {
        recipes: &["java"],
        text: "Ignoring complex example on request body",
        everywhere: true,
    },
    // Said of the machine, not of the document: this version still runs on Node 20.
    Known {
        recipes: &["redocly"],
        text: "Deprecation warning: Node.js 20 support is ending",
        everywhere: false,
    },
];

/// Whether the output of this recipe has the known warnings and no other; the reason where it is
/// not so.
pub(super) fn judge(recipe: &str, output: &str) -> Result<(), String> {
    let known: Vec<_> = KNOWN.iter().filter(|known| known.recipes.contains(&recipe)).collect();
    let is_known = |line: &str| known.iter().any(|known| line.contains(known.text));
    let other: Vec<_> = output.lines().filter(|line| is_warning(line) && !is_known(line)).collect();
    if !other.is_empty() {
        return Err(format!("warnings:\n{}", other.join("\n")));
    }
    let outdated = |known: &&&Known| known.everywhere && !output.contains(known.text);
    match known.iter().find(outdated) {
        Some(Known { text, .. }) => Err(format!(
            "the known warning {text:?} is not printed any more: delete it from the list"
        )),
        None => Ok(()),
    }
}

/// Whether the line is a warning, or an error that a generator goes on after.
fn is_warning(line: &str) -> bool {
    line.to_lowercase().contains("warn") || line.contains(" ERROR ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_warnings_pass() {
        let null =
            "[main] WARN  o.o.codegen.utils.ModelUtils - Failed to get the schema name: null";
        assert_eq!(judge("typescript-fetch", &format!("{null}\ndone\n{null}")), Ok(()));
        let other = "[main] WARN  o.o.codegen.utils.ModelUtils - something else";
        let reason = format!("warnings:\n{other}");
        assert_eq!(judge("typescript-fetch", &format!("{null}\n{other}")), Err(reason));
        assert!(judge("openapi-fetch", null).is_err(), "known of another");
    }

    #[test]
    fn a_known_warning_that_is_not_printed_any_more_is_to_be_deleted() {
        let reason = judge("typescript-fetch", "done");
        assert!(reason.is_err_and(|reason| reason.contains("delete it")));
    }

    #[test]
    fn warnings_are_found_in_every_tool() {
        for line in [
            "Scenario.java:3: warning: [removal] x",
            "Warning(s) encountered while generating.",
            "npm warn deprecated",
            "scenario.py:1: DeprecationWarning: x",
            "[main] ERROR o.o.c.l.AbstractPythonCodegen - Failed to look up",
        ] {
            assert!(is_warning(line), "{line}");
        }
        assert!(!is_warning("[main] INFO  TemplateManager - writing file models/ErrorResponse.ts"));
    }
}
