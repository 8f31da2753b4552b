//! Texts that rustdoc reads as they are meant.

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
    breaks_text(
        "Written as <shelf_id> in the path.",
        "text in angle brackets",
    );
    breaks_text("Ends with </shelf_id>.", "text in angle brackets");
}

#[test]
fn square_brackets_are_in_backticks() {
    breaks_text("A list of [Book].", "`[Book]` reads as a link");
    breaks_text("See [the list](listBooks).", "a link to `listBooks`");
    breaks_text(
        "See [the list](https://example.test).",
        "a link to `https://example.test`",
    );
    breaks_text("See ![the shelf](shelf.png).", "a link to `shelf.png`");
}

#[test]
fn an_address_is_marked_as_one() {
    breaks_text("See https://example.test/books.", "a bare address");
    breaks_text("See http://example.test/books.", "a bare address");
}

#[test]
fn there_is_no_code_block() {
    breaks_text("An example:\n\n    GET /shelves", "a code block");
    breaks_text("An example:\n\n\tGET /shelves", "a code block");
    breaks_text("An example:\n```\nGET /shelves\n```", "a code block");
}

#[test]
fn other_text_is_free() {
    for text in [
        "Takes `<shelf_id>`, `[Book]` and `https://example.test`; see <https://example.test>.",
        "At most 3 < 4, and **bold** text.\n\n- a list\n- of two",
    ] {
        keeps(|d| set(d, "/paths/~1login/post/description", json!(text)));
    }
}
