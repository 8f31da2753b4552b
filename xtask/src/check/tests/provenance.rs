//! What is not documented, and the sentences that say it.

use serde_json::{Value, json};

use super::{breaks, breaks_too, keeps, set};

const BOOK: &str = "/components/schemas/Book";
const TITLE: &str = "/components/schemas/Book/properties/title";
const LIST: &str = "/paths/~1shelves~1{shelf_id}~1books/get";
const LOGIN: &str = "/paths/~1login/post";

/// Sets the source and the description of the place `of`.
fn says(of: &str, source: Option<&str>, description: &str) -> impl Fn(&mut Value) {
    let (of, source) = (of.to_owned(), source.map(str::to_owned));
    let description = json!(description);
    move |d| {
        if let Some(source) = &source {
            set(d, &format!("{of}/x-provenance"), json!(source));
        }
        set(d, &format!("{of}/description"), description.clone());
    }
}

#[test]
fn a_provenance_is_a_known_one() {
    let provenance = format!("{BOOK}/x-provenance");
    for value in [json!("guessed"), json!(true)] {
        breaks(|d| set(d, &provenance, value), &provenance, "not one of the known sources");
    }
    for known in ["documented", "observed", "assumed"] {
        keeps(|d| set(d, &provenance, json!(known)));
    }
}

#[test]
fn what_was_observed_has_a_mark() {
    let description = format!("{TITLE}/description");
    for text in [
        "Its title. It was observed to be empty.",
        "Its title, SEEN in one case only.",
        "Its title.\n\n- never recorded",
    ] {
        breaks(says(TITLE, None, text), &description, "has no mark");
        breaks(says(TITLE, Some("documented"), text), &description, "has no mark");
        keeps(says(TITLE, Some("observed"), text));
        keeps(says(TITLE, Some("assumed"), text));
        keeps(says(BOOK, Some("observed"), text));
    }
    for text in ["Its title, unseen and `observed`.", "An observer's title."] {
        keeps(says(TITLE, None, text));
    }
    let scope = "/components/securitySchemes/oauth2/flows/authorizationCode/scopes/read_books";
    breaks(|d| set(d, scope, json!("Seen once.")), scope, "has no mark");
}

#[test]
fn a_mark_holds_to_the_end_of_its_sentence() {
    let description = format!("{TITLE}/description");
    let marked = "Its title. Observed: empty, e.g. seen in `a. b` at 3.5 times. Often set.";
    keeps(says(TITLE, Some("mixed"), marked));
    keeps(says(TITLE, Some("mixed"), "Assumed: a title, as was never observed."));
    keeps(says(TITLE, Some("mixed"), "Either:\n- `a`: a title.\n- `b`: Observed: none seen."));
    for text in [
        "Observed: empty. Seen often.",
        "Observed: empty.\n\nSeen often.",
        "Observed: empty\n- seen often",
        "Observed: empty.\n- `a`: seen often.",
    ] {
        breaks(says(TITLE, Some("mixed"), text), &description, "has no mark");
    }
}

#[test]
fn a_mixed_object_has_a_marked_sentence() {
    breaks(
        says(TITLE, Some("mixed"), "Its title."),
        &format!("{TITLE}/x-provenance"),
        "no sentence says what is not documented",
    );
}

#[test]
fn a_marked_sentence_stands_in_a_marked_object() {
    for source in [None, Some("documented")] {
        for text in ["Its title. Observed: empty.", "Assumed: its title."] {
            breaks(
                says(TITLE, source, text),
                &format!("{TITLE}/description"),
                "in an object without the mark",
            );
        }
    }
    breaks(
        |d| {
            says(BOOK, Some("mixed"), "A book. Observed: two.")(d);
            says(TITLE, None, "Observed: its title.")(d);
        },
        &format!("{TITLE}/description"),
        "in an object without the mark",
    );
}

#[test]
fn an_observed_operation_is_named_as_such() {
    let description = format!("{LIST}/description");
    let observed = |text: &str| {
        let text = json!(text);
        let description = description.clone();
        move |d: &mut Value| {
            set(d, &format!("{LOGIN}/x-provenance"), json!("observed"));
            set(d, &description, text.clone());
        }
    };
    breaks(
        observed("Lists books, after `logIn`."),
        &description,
        "`logIn` is known by observation alone",
    );
    keeps(|d| {
        observed("Lists books. Observed: after `logIn`.")(d);
        set(d, &format!("{LIST}/x-provenance"), json!("mixed"));
    });
    keeps(|d| set(d, &description, json!("Lists books, after `logIn`.")));
}

#[test]
fn an_observed_name_is_named_as_such() {
    let description = format!("{LOGIN}/description");
    let limit = format!("{LIST}/parameters/0");
    for (place, name) in [
        (TITLE, "title"),
        (TITLE, "books.title"),
        (BOOK, "book_id"),
        (&limit, "limit"),
        ("/components/headers/TotalCount", "X-Total-Count"),
        ("/components/parameters/ShelfId", "shelf_id"),
    ] {
        breaks_too(
            |d| {
                set(d, &format!("{place}/x-provenance"), json!("observed"));
                set(d, &description, json!(format!("Logs in, see `{name}`.")));
            },
            &description,
            "is known by observation alone",
        );
        keeps(|d| set(d, &description, json!(format!("Logs in, see `{name}`."))));
    }
    // That of a list of values, which is marked, is the only place with this name.
    breaks(
        |d| set(d, &description, json!("Logs in, see `format`.")),
        &description,
        "`format` is known by observation alone",
    );
}

#[test]
fn a_name_that_is_documented_once_is_documented() {
    keeps(|d| {
        set(d, &format!("{TITLE}/x-provenance"), json!("observed"));
        let title = json!({"type": "string", "description": "A title."});
        set(d, "/components/schemas/Login/properties/title", title);
        set(d, &format!("{LOGIN}/description"), json!("Logs in, see `title`."));
    });
}

#[test]
fn guesses_and_observations_have_many_words() {
    let description = format!("{TITLE}/description");
    for text in [
        "Seemingly its title.",
        "Its title, presumably.",
        "Apparently its title.",
        "It appears to be its title.",
        "In practice, its title.",
        "We assume that it is unique.",
        "Its title, in the recordings.",
        "Its title, as recorded answers have it.",
        "An empty title was noticed.",
        "Captured in one answer.",
        "Its title, in live traffic.",
        "When it is empty, null was seen.",
        "Undocumented values may come.",
        "Has an undocumented form.",
        "It was never seen to be empty.",
        "Empty titles have been encountered.",
    ] {
        breaks(says(TITLE, None, text), &description, "has no mark");
        keeps(says(TITLE, Some("observed"), text));
    }
    for text in [
        "Books that the caller has not seen.",
        "Is recorded with each book.",
        "The order is undocumented.",
        "Too much traffic.",
        "When the book was recorded, in Unix seconds.",
        "Whether the book was noticed.",
        "Undocumented.",
        "Whether it was seen by the reader.",
        "Is noticed in the list.",
    ] {
        keeps(says(TITLE, None, text));
    }
}

#[test]
fn an_observed_name_is_known_with_any_emphasis() {
    let description = format!("{BOOK}/description");
    for text in ["As **title** says.", "As *title* says.", "As _title_, says."] {
        breaks(
            |d| {
                set(d, &format!("{TITLE}/x-provenance"), json!("observed"));
                set(d, &description, json!(text));
            },
            &description,
            "known by observation alone",
        );
    }
}

#[test]
fn external_documents_are_described_with_a_mark_too() {
    let description = "/externalDocs/description";
    breaks(|d| set(d, description, json!("Was observed.")), description, "has no mark");
}
