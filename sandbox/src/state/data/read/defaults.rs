//! What is given where it is left out.

use crate::state::Secrets;
use crate::state::data::form::{App, Name, Token, TokenAccess, User};

/// The user of data without users.
pub(super) fn owner() -> User {
    User {
        id: None,
        email: Name("owner@sandbox.test".to_owned()),
        fullname: "Olive Owner".to_owned(),
    }
}

/// The tokens of data without tokens.
pub(super) fn tokens() -> Vec<Token> {
    let named = [("read_write", TokenAccess::ReadWrite), ("read_only", TokenAccess::ReadOnly)];
    let tokens = named.map(|(name, access)| Token {
        name: Name(name.to_owned()),
        secret: None,
        user: None,
        access,
    });
    tokens.into()
}

/// The secret of a token by its name.
pub(super) fn secret(name: &str) -> String {
    format!("sandbox-{}-token", name.replace('_', "-"))
}

/// The applications of data without applications.
pub(super) fn apps() -> Vec<App> {
    let secrets = Secrets::new("");
    let app = secrets.oauth_app();
    vec![App {
        client_id: Name(app.client_id.to_owned()),
        client_secret: Name(app.client_secret.to_owned()),
        redirect_uri: Name(app.redirect_uri.to_owned()),
    }]
}

/// The beginning of a project id, by the name of the project: `my-shop` of `My Shop`.
pub(super) fn project_id(name: &str) -> String {
    let letters = name.chars().take(60);
    let plain = letters.map(|it| match it.is_ascii_alphanumeric() {
        true => it.to_ascii_lowercase(),
        false => ' ',
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words.is_empty() {
        true => "project".to_owned(),
        false => words.join("-"),
    }
}
