//! Descriptions in Markdown as HTML: what is shown, and what is not let through.

use super::super::document::Document;
use super::document;

const NAMES: &str = "
paths: {/pets: {get: {operationId: listPets}}}
components: {schemas: {Pet: {type: object}}}
";

fn html(text: &str) -> String {
    let root = document(NAMES);
    Document::new(&root).markdown(text, 3).into_string().trim().to_owned()
}

#[test]
fn names_of_operations_and_schemas_lead_to_them() {
    assert_eq!(
        html("`listPets` of `Pet`, not `pet`"),
        "<p><a href=\"#operation-listPets\"><code>listPets</code></a> of \
         <a href=\"#schema-Pet\"><code>Pet</code></a>, not <code>pet</code></p>"
    );
    let within = html("[all `Pet`s](https://pets.test)");
    assert_eq!(within, "<p><a href=\"https://pets.test\">all <code>Pet</code>s</a></p>");
}

#[test]
fn html_is_shown_as_text() {
    assert_eq!(html("a <b>c</b>"), "<p>a &lt;b&gt;c&lt;/b&gt;</p>");
    assert_eq!(html("<div>\nb\n</div>"), "<p>&lt;div&gt;\nb\n&lt;/div&gt;</p>");
}

#[test]
fn an_address_that_is_none_leaves_its_words_and_an_image_its_description() {
    let dropped = html("[a *b*](javascript:c) [d](README.md) [e](#f) <g@h.test>");
    assert_eq!(
        dropped,
        "<p>a <em>b</em> <a href=\"README.md\">d</a> <a href=\"#f\">e</a> \
         <a href=\"mailto:g@h.test\">g@h.test</a></p>"
    );
    let elsewhere = ["//evil.test", "\\\\\\\\evil.test", "/\\\\evil.test", "< //evil.test>"];
    for address in elsewhere {
        assert_eq!(html(&format!("[a]({address})")), "<p>a</p>", "{address}");
    }
    assert_eq!(html("![a `Pet`](https://b.test/c.png)"), html("a `Pet`"));
}

#[test]
fn headings_are_one_level_below_that_of_their_place() {
    assert_eq!(html("# a\n### b"), "<h4>a</h4>\n<h4>b</h4>");
}

#[test]
fn sentences_that_are_not_documented_show() {
    assert_eq!(
        html("A. Observed: b. Assumed: c. `Observed:`"),
        "<p>A. <b class=\"prose\">Observed:</b> b. <b class=\"prose\">Assumed:</b> c. \
         <code>Observed:</code></p>"
    );
    assert!(!html("    Observed: code").contains("prose"));
}

#[test]
fn a_table_of_a_description_scrolls_by_itself() {
    let table = html("| a | b |\n|---|---|\n| c | d |");
    assert!(table.starts_with("<div class=\"scroll\" tabindex=\"0\"><table><thead>"), "{table}");
    assert!(table.ends_with("</table>\n</div>"), "{table}");
}

#[test]
fn only_tables_of_the_page_itself_are_stacked_where_it_is_narrow() {
    let style = include_str!("../style.css");
    let (_, narrow) = style.split_once("@media (max-width: 40rem) {").unwrap();
    let (narrow, _) = narrow.split_once("@media").unwrap();
    let lines = narrow.lines().filter(|line| line.starts_with("  ."));
    assert!(lines.clone().count() > 3, "{narrow}");
    let selectors =
        narrow.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for selector in selectors.filter(|line| *line != "  }") {
        assert!(selector.trim().starts_with(".rows"), "{selector}");
    }
}
