//! Texts that every reader of Markdown shows as they are meant.

use serde_json::json;

use super::{breaks, keeps, set};

#[track_caller]
fn breaks_text(text: &str, problem: &str) {
    let places = [
        "/paths/~1login/post/summary",
        "/paths/~1login/post/description",
        "/tags/0/description",
        "/components/schemas/Book/properties/title/description",
        "/components/examples/OneBook/summary",
        "/externalDocs/description",
    ];
    for place in places {
        breaks(|d| set(d, place, json!(text)), place, problem);
    }
}

#[test]
fn backticks_come_in_pairs() {
    breaks_text("Takes `limit and page.", "a backtick without its partner");
    breaks_text("Takes `limit` and page`.", "a backtick without its partner");
}

#[test]
fn angle_brackets_are_in_backticks() {
    breaks_text("Written as <br> in the file.", "`<br>` reads as HTML");
    breaks_text("A block:\n\n<table>", "`<table>` reads as HTML");
    breaks_text("Written as <shelf_id> in the path.", "text in angle brackets");
    breaks_text("Ends with </shelf_id>.", "text in angle brackets");
}

#[test]
fn other_markdown_is_free() {
    for text in [
        "Takes `<shelf_id>`, `[Book]` and `https://example.test`; see <https://example.test>.",
        "At most 3 < 4, and **bold** text.\n\n- a list\n- of two",
        "A list of [Book]; see [the list](listBooks) and https://example.test/books.",
        "An example:\n\n    GET `/shelves\n\n```\nGET <shelf> `x\n```",
        "An escaped \\` and \\<b>, and &lt;b&gt;, all as they are meant.",
        "| One | Two |\n|---|---|\n| `a` | b |",
    ] {
        keeps(|d| set(d, "/paths/~1login/post/description", json!(text)));
    }
}

#[test]
fn text_runs_in_one_direction() {
    for letter in ['\u{202A}', '\u{202E}', '\u{2066}', '\u{2069}'] {
        breaks_text(&format!("Takes {letter}limit."), "direction of text");
        breaks_text(&format!("Takes `li{letter}mit`."), "direction of text");
    }
}

#[test]
fn an_escaped_backslash_escapes_nothing_more() {
    breaks_text("Takes \\\\`limit.", "a backtick without its partner");
}
