//! Admin rights, in `x-admin-right` and in words.

use serde_json::{Value, json};

use super::{breaks, breaks_too, keeps, set};

const LOGIN: &str = "/paths/~1login/post";

/// Sets the right and the description of an operation.
fn says(right: &str, description: &str) -> impl Fn(&mut Value) {
    let (right, description) = (json!(right), json!(description));
    move |d| {
        set(d, &format!("{LOGIN}/x-admin-right"), right.clone());
        set(d, &format!("{LOGIN}/description"), description.clone());
    }
}

#[test]
fn an_admin_right_is_a_known_one() {
    for wrong in ["Delete everything", "None", "*Upload files*"] {
        breaks(says(wrong, "Logs in."), LOGIN, "does not say the admin right");
    }
    keeps(says("not documented", "Logs in."));
}

#[test]
fn the_description_ends_with_the_admin_right() {
    let description = format!("{LOGIN}/description");
    let more = "Logs in. Admin right: *Upload files*, in this project.";
    keeps(says("Upload files", more));
    for right in ["Manage contributors", "Upload files", "Download files"] {
        keeps(says(right, &format!("Logs in. Admin right: *{right}*.")));
        for text in [
            "Logs in.",
            &format!("Logs in. Admin right: {right}."),
            &format!("Admin right: *{right}*. Logs in."),
        ] {
            breaks_too(says(right, text), &description, "does not end with the admin right");
        }
    }
}

#[test]
fn the_description_names_no_other_admin_right() {
    let description = format!("{LOGIN}/description");
    for right in ["none", "not documented"] {
        breaks(
            says(right, "Logs in. Admin right: *Upload files*."),
            &description,
            "names *Upload files*",
        );
    }
    let both = "Needs *Download files*. Admin right: *Upload files*.";
    breaks(says("Upload files", both), &description, "names *Download files*");
    keeps(says("none", "Logs in, while `listBooks` needs *Upload files*."));
    breaks(
        says("none", "What `logIn` needs is *Upload files*."),
        &description,
        "names *Upload files*",
    );
}

#[test]
fn a_right_is_written_in_one_form() {
    let description = format!("{LOGIN}/description");
    for text in [
        "Takes _Upload files_.",
        "Takes `Upload files`.",
        "Takes **Upload files**.",
        "Takes \"Upload files\".",
        "Takes the admin right Upload files.",
        "Takes the admin right to upload files.",
    ] {
        breaks_too(says("none", text), &description, "is not written");
    }
    for text in ["Upload files with `listBooks`.", "Who has the right to upload files, may."] {
        keeps(says("none", text));
    }
}

#[test]
fn an_admin_right_in_words_is_a_known_one_and_is_needed() {
    let description = format!("{LOGIN}/description");
    for (text, problem) in [
        ("Admin right: *Delete files*.", "no known admin right"),
        ("Admin right: none.", "no known admin right"),
    ] {
        breaks(says("none", text), &description, problem);
    }
    for text in [
        "Logs in. Admin right: *Upload files* is not needed.",
        "Logs in. Admin right: *Upload files*, which is not needed.",
        "Logs in. Admin right: *Upload files* or so.",
    ] {
        breaks(says("Upload files", text), &description, "take it back");
    }
    let both = "No admin right is needed. Admin right: *Upload files*.";
    breaks(says("Upload files", both), &description, "and a sentence says");
}

#[test]
fn a_callback_needs_no_right() {
    let right = "/components/callbacks/LoggedIn/{$request.body#~1callback_url}/post/x-admin-right";
    breaks(|d| set(d, right, json!("none")), right, "a request of the service");
}
