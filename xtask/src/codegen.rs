//! `cargo xtask codegen`: the code that `build.rs` makes from the document, for reading and for diffing.

#[path = "../../codegen/mod.rs"]
mod generator;

use std::process::ExitCode;

const DOCUMENT: &str = "spec/openapi.yaml";

/// All generated files.
pub(crate) fn generate() -> Result<Vec<generator::Module>, String> {
    std::fs::read_to_string(crate::root().join(DOCUMENT))
        .map_err(|error| error.to_string())
        .and_then(|text| generator::generate(&text))
        .map_err(|reason| format!("{DOCUMENT}: {reason}"))
}

/// Prints the generated file of this name.
pub(crate) fn run(name: &str) -> ExitCode {
    let files = match generate() {
        Ok(files) => files,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    match files.iter().find(|file| file.name == name) {
        Some(file) => {
            print!("{}", file.source);
            ExitCode::SUCCESS
        }
        None => {
            let names: Vec<_> = files.iter().map(|file| file.name).collect();
            eprintln!(
                "nothing is generated for `{name}`; there is: {}",
                names.join(", ")
            );
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::generator::generate;

    const TEXT: &str = include_str!("../../spec/openapi.yaml");

    /// The generated file of this name, from a changed document.
    fn source(text: &str, name: &str) -> String {
        let files = generate(text).unwrap();
        files
            .into_iter()
            .find(|file| file.name == name)
            .unwrap()
            .source
    }

    fn refused(text: &str) -> String {
        generate(text).err().unwrap()
    }

    /// The document with an operation more, on the main API or on another server.
    fn with_key_deletion(servers: &str) -> String {
        let paths = format!(
            "paths:
  /projects/{{project_id}}/keys/{{key_id}}:{servers}
    delete:
      operationId: deleteKey
      tags: [comments]
      summary: Delete a key
      description: Deletes a key.
      security: [{{apiToken: []}}, {{oauth2: [write_comments]}}]
      parameters:
        - $ref: '#/components/parameters/ProjectId'
        - $ref: '#/components/parameters/KeyId'
      responses:
        '202':
          description: Begun.
          content:
            application/json:
              schema: {{$ref: '#/components/schemas/CommentDeletedResponse'}}
"
        );
        TEXT.replacen("paths:\n", &paths, 1)
    }

    #[test]
    fn an_operation_that_is_added_to_the_document_has_its_method() {
        let before = source(TEXT, "main");
        assert!(!before.contains("delete_key("));
        let after = source(&with_key_deletion(""), "main");
        assert!(after.contains("pub fn delete_key(&self) -> builder::DeleteKey<'_>"));
        assert!(after.contains("id: \"deleteKey\""));
        assert!(after.contains("path: \"/projects/{project_id}/keys/{key_id}\""));
        assert!(after.contains("OAuth scope: `write_comments`."));
        assert_eq!(
            after.matches("starts_job: true").count(),
            before.matches("starts_job: true").count() + 1
        );
    }

    #[test]
    fn an_operation_of_another_server_is_generated_in_its_module() {
        let servers = "\n    servers:\n      - {url: '{cursor_api_url}', variables: {cursor_api_url: {default: 'http://127.0.0.1'}}}";
        let text = with_key_deletion(servers);
        assert!(source(&text, "cursor").contains("pub fn delete_key("));
        assert!(!source(&text, "main").contains("pub fn delete_key("));
    }

    #[test]
    fn generation_depends_on_the_text_alone() {
        let (first, second) = (generate(TEXT).unwrap(), generate(TEXT).unwrap());
        for (first, second) in first.iter().zip(&second) {
            assert_eq!((first.name, &first.source), (second.name, &second.source));
        }
    }

    #[test]
    fn a_step_that_changes_nothing_fails_and_says_which() {
        let without_defaults = TEXT
            .replace("          default: true\n", "")
            .replace("          default: false\n", "");
        assert_ne!(without_defaults, TEXT);
        let reason = refused(&without_defaults);
        assert!(
            reason.contains("`no_defaults_in_requests` changes nothing any more"),
            "{reason}"
        );
    }

    #[test]
    fn a_type_of_ours_that_the_document_no_longer_has_fails() {
        let reason = refused(&TEXT.replace("WritableFlag", "WriteFlag"));
        assert!(
            reason.contains("no schema `WritableFlag` any more"),
            "{reason}"
        );
    }

    #[test]
    fn a_value_that_makes_no_name_asks_for_one() {
        let reason = refused(&TEXT.replace("      x-enum-varnames: [Equals, Colon]\n", ""));
        assert!(
            reason.contains("`JavaPropertiesSeparator`") && reason.contains("x-enum-varnames"),
            "{reason}"
        );
    }

    #[test]
    fn a_server_that_nobody_knows_is_refused() {
        let reason = refused(&with_key_deletion(
            "\n    servers: [{url: 'https://other.test'}]",
        ));
        assert!(reason.contains("https://other.test"), "{reason}");
    }

    #[test]
    fn a_new_value_of_a_list_becomes_a_variant() {
        let text = TEXT.replace(
            "enum: [queued, running, completed, failed]",
            "enum: [queued, running, paused, completed, failed]",
        );
        assert!(source(&text, "main").contains("Paused"));
    }
}
