//! The generator that `build.rs` runs, for its tests and for the check of the document.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, reason = "only the build script writes the files")]
mod generator;

pub(crate) use generator::generate;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::generator::generate;
    use super::generator::markdown::{for_rustdoc, plain};

    const TEXT: &str = include_str!("../../spec/openapi.yaml");

    /// The generated file of this name, from a changed document.
    fn source(text: &str, name: &str) -> String {
        let files = generate(text).unwrap();
        files.into_iter().find(|file| file.name == name).unwrap().source
    }

    fn refused(text: &str) -> String {
        generate(text).err().unwrap()
    }

    /// The document with an operation more, on the main API or on another server.
    fn with_shelf_deletion(servers: &str) -> String {
        let paths = format!(
            "paths:
  /projects/{{project_id}}/shelves/{{key_id}}:{servers}
    delete:
      operationId: deleteShelf
      x-idempotent: false
      tags: [comments]
      summary: Delete a shelf
      description: Deletes a shelf.
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
        assert!(!before.contains("delete_shelf("));
        let after = source(&with_shelf_deletion(""), "main");
        assert!(after.contains("pub fn delete_shelf("));
        assert!(after.contains("-> calls::DeleteShelf {"));
        assert!(after.contains("\"deleteShelf\","));
        assert!(after.contains("\"/projects/{project_id}/shelves/{key_id}\","));
        assert!(after.contains("OAuth scope: `write_comments`."));
        assert_eq!(
            after.matches("idempotent: false").count(),
            before.matches("idempotent: false").count() + 1
        );
    }

    #[test]
    fn an_operation_of_another_server_is_generated_in_its_module() {
        let servers = "\n    servers:\n      - {url: '{cursor_api_url}', variables: {cursor_api_url: {default: 'http://127.0.0.1'}}}";
        let text = with_shelf_deletion(servers);
        assert!(source(&text, "cursor").contains("pub fn delete_shelf("));
        assert!(!source(&text, "main").contains("pub fn delete_shelf("));
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
        let without_defaults =
            TEXT.replace("          default: true\n", "").replace("          default: false\n", "");
        assert_ne!(without_defaults, TEXT);
        let reason = refused(&without_defaults);
        assert!(reason.contains("`no_defaults_in_requests` changes nothing any more"), "{reason}");
    }

    #[test]
    fn a_type_of_ours_that_the_document_no_longer_has_fails() {
        let reason = refused(&TEXT.replace("WritableFlag", "WriteFlag"));
        assert!(reason.contains("no schema `WritableFlag` any more"), "{reason}");
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
        let reason = refused(&with_shelf_deletion("\n    servers: [{url: 'https://other.test'}]"));
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

    /// The document with schemas more, and a field of a comment for each of some of them.
    fn with_schemas(schemas: &str, fields: &str) -> String {
        let comment = "    Comment:\n      type: object\n";
        let text = TEXT.replacen(comment, &format!("{schemas}{comment}"), 1);
        let field = "        key_id:\n          type: integer\n          format: int64\n          nullable: true\n";
        assert!(text.contains(field));
        text.replacen(field, &format!("{fields}{field}"), 1)
    }

    #[test]
    fn open_lists_that_share_a_closed_one_keep_their_values_and_names() {
        let list = |name: &str, values: &str| {
            format!(
                "    {name}:\n      type: string\n      description: x\n      enum: [{values}]\n"
            )
        };
        let open = |name: &str, one: &str, other: &str| {
            let reference = |to| format!("        - $ref: '#/components/schemas/{to}'\n");
            let lists = reference(one) + &reference(other);
            format!(
                "    {name}:\n      description: x\n      anyOf:\n{lists}        - type: string\n"
            )
        };
        let schemas = [
            list("First", "aa"),
            list("Second", "'='") + "      x-enum-varnames: [Named]\n",
            list("Third", "cc"),
            open("OneOpen", "First", "Second"),
            open("OtherOpen", "Second", "Third"),
        ];
        let fields = "        one: {$ref: '#/components/schemas/OneOpen'}\n        \
                      other: {$ref: '#/components/schemas/OtherOpen'}\n";
        let code = source(&with_schemas(&schemas.concat(), fields), "main");
        let code = code.split_whitespace().collect::<String>();
        for (name, first, second) in
            [("OneOpen", "Aa=\"aa\"", "Named=\"=\""), ("OtherOpen", "Named=\"=\"", "Cc=\"cc\"")]
        {
            let start = code.find(&format!("pubenum{name}{{")).unwrap();
            let list = &code[start..start + 80];
            assert!(list.contains(first) && list.contains(second), "{list}");
        }
    }

    #[test]
    fn a_property_may_have_the_name_of_a_key() {
        let fields = "        nullable: {type: boolean, nullable: true, description: x}\n        \
                      x-field: {type: boolean, nullable: true, description: x}\n";
        let code = source(&with_schemas("", fields), "main");
        assert!(code.contains("pub nullable: Option<bool>"));
        assert!(code.contains("pub x_field: Option<bool>"));
    }

    #[test]
    fn a_note_belongs_to_no_block_above_it() {
        let observed = |description: &str| {
            let field = format!(
                "        new:\n          type: boolean\n          nullable: true\n          \
                 x-provenance: observed\n          description: {description}\n"
            );
            source(&with_schemas("", &field), "main")
        };
        let note = "*Observed.*";
        assert!(observed("\"A:\\n\\n- b\"").contains(&format!("- b\n\n{note}")));
        assert!(observed("\"A:\\n\\n```text\\nb\\n```\"").contains(&format!("```\n\n{note}")));
        assert!(observed("A b.").contains(&format!("A b. {note}")));
    }

    #[track_caller]
    fn fits(markdown: &str, expected: &str) {
        let text = for_rustdoc(markdown);
        assert_eq!(text, expected, "{markdown:?}");
        assert_eq!(for_rustdoc(&text), text, "what fits stays");
    }

    #[test]
    fn rustdoc_compiles_no_code_of_the_document() {
        fits("```\nlet a;\n```\n", "```text\nlet a;\n```\n");
        fits("~~~ rust,ignore\nx\n~~~", "~~~text\nx\n~~~");
        fits("```text\n[x]\n```", "```text\n[x]\n```");
        fits("- ```json\n  {}\n  ```\n", "- ```text\n  {}\n  ```\n");
        fits("A:\n\n    x\n      [y]\n\n    z\n", "A:\n\n```text\nx\n  [y]\n\nz\n```\n");
        fits("A:\n\n\tx\n", "A:\n\n```text\nx\n```\n");
        fits("- a\n\n      x\n- b", "- a\n\n  ```text\n  x\n  ```\n- b");
        fits(">     x\n>     y\n", "> ```text\n> x\n> y\n> ```\n");
        fits("    ```\n", "````text\n```\n````\n");
    }

    #[test]
    fn rustdoc_finds_no_bare_address() {
        fits("See https://a.test/b_c?d=e.", "See <https://a.test/b_c?d=e>.");
        fits("(http://a.test), https:// too", "(<http://a.test>), https:// too");
        fits("See https://a.test/b\\_c", "See <https://a.test/b_c>");
        for fit in ["<https://a.test>", "`https://a.test`", "[a](https://a.test)"] {
            fits(fit, fit);
        }
    }

    #[test]
    fn rustdoc_resolves_no_link_of_the_document() {
        fits("A [Book], [b][c], ![d]", "A \\[Book], \\[b]\\[c], !\\[d]");
        fits("\\[a] \\\\[b]", "\\[a] \\\\\\[b]");
        fits("[the *list*](listBooks) of", "the *list* of");
        fits("![shelf](shelf.png), [](a)[b]", "shelf, \\[b]");
        fits("[![i](i.png) a](#b) c", "i a c");
        fits("[https://a.test](b)", "<https://a.test>");
        fits("[a][b]\n\n[b]: c.md", "a\n\n[b]: c.md");
        fits("[a [b]](https://a.test)", "[a \\[b\\]](https://a.test)");
        fits("- [x] done", "- [x] done");
    }

    #[test]
    fn rustdoc_reads_no_html() {
        fits("a<br>b &lt; `<c>`", "a\\<br>b &lt; `<c>`");
        fits("<table>\n[a] <b>\n</table>", "\\<table>\n\\[a] \\<b>\n\\</table>");
        fits("3 < 4 and <shelf_id>", "3 < 4 and <shelf_id>");
    }

    #[test]
    fn a_link_is_its_text_where_nobody_can_follow_it() {
        assert_eq!(plain("As [`a`](crate::A),\nor *b*."), "As `a`, or b.");
    }

    #[test]
    fn docs_say_what_is_not_documented() {
        let marked = |description: &str| {
            let text = with_shelf_deletion("").replace(
                "      description: Deletes a shelf.\n",
                &format!("      x-provenance: observed\n      description: {description}\n"),
            );
            source(&text, "main")
        };
        let code = marked("Deletes a shelf.");
        assert!(code.contains("Deletes a shelf. *Observed.*\n"));
        let comment = "    Comment:\n      type: object\n";
        let assumed = format!("{comment}      x-provenance: assumed\n");
        let code = source(&TEXT.replacen(comment, &assumed, 1), "main");
        assert!(code.contains("A comment on a key. *Assumed.*"));
    }

    #[test]
    fn a_field_or_parameter_repeats_no_badge_of_its_owner() {
        let code = source(TEXT, "main");
        let within = |name: &str| {
            let start = code.find(&format!("pub struct {name} {{")).unwrap();
            let end = code[start..].find("\n    }").unwrap();
            &code[start..start + end]
        };
        let badge = "*Observed.*";
        assert!(within("LanguageDeletedResponse").contains("Name of the branch"));
        assert!(!within("LanguageDeletedResponse").contains(badge));
        assert!(within("CommentDeletedResponse").contains(badge));
        assert!(code.contains("- `translation_id`: Id of the translation; may exceed 32 bits.\n"));
    }

    #[test]
    fn docs_say_what_a_field_is_by_default() {
        let text = source(TEXT, "main");
        assert!(text.contains("the original syntax. Default: `true`.\n"));
        let said = "keeps the original syntax; by default `true`";
        let text = TEXT.replace("keeps the original\n            syntax", said);
        assert!(source(&text, "main").contains(&format!("{said}.\n")));
    }

    #[test]
    fn docs_say_which_errors_an_operation_has() {
        let with = |errors: &str| {
            let success = "        '202':\n          description: Begun.\n";
            source(&with_shelf_deletion("").replace(success, &format!("{errors}{success}")), "main")
        };
        let common = "        '429': {$ref: '#/components/responses/TooManyRequests'}\n";
        let own = "        '410': {description: 'It is `a. b`. Gone. So.'}\n";
        assert!(with(common).contains("\n\nErrors common to most calls: 429.\n"));
        assert!(with(own).contains("\n\nErrors:\n\n- 410: It is `a. b`.\n\n"));
        let both = format!("{own}{common}");
        assert!(
            with(&both).contains(
                "\n\nErrors besides 429, which are common to most calls:\n\n- 410: It is"
            )
        );
    }

    #[test]
    fn docs_say_why_something_is_deprecated() {
        let title = "        title: {type: string, description: Title of the status.";
        let deprecated = title.replace(
            "description: Title of the status.",
            "deprecated: true, description: 'Title. Deprecated since `listFiles` has it.'",
        );
        let text = TEXT.replace(title, &deprecated);
        assert_ne!(text, TEXT);
        let note = "#[deprecated(note = \"Deprecated since `list_files` has it.\")]";
        assert!(source(&text, "main").contains(note));
    }

    #[test]
    fn the_index_shows_the_names_of_groups() {
        let name = "  - name: oauth\n";
        let text = TEXT.replace("    x-displayName: OAuth\n", "");
        assert!(source(&text, "exports").contains("\n# Oauth\n"));
        let text = text.replace(name, &format!("{name}    x-displayName: OAuth 2.0\n"));
        assert!(source(&text, "exports").contains("\n# OAuth 2.0\n"));
    }
}
