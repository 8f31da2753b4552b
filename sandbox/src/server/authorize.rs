//! Credentials, token types, scopes and admin rights.

use axum::http::HeaderMap;

use crate::document::Operation;
use crate::http::Refusal;
use crate::quirks::{Quirk, Quirks};
use crate::state::{Project, State, TokenKind, admin_rights, has_admin_role, has_right};

#[derive(Debug, Clone)]
pub(super) struct Caller {
    pub(super) user: u64,
    /// The credential, for the rate limit.
    pub(super) token: String,
    by_api_token: bool,
}

/// Finds the caller, and checks what the credential allows.
pub(super) fn authenticate(
    state: &State,
    quirks: Quirks,
    operation: &Operation,
    headers: &HeaderMap,
) -> Result<Caller, Refusal> {
    if let Some(secret) = headers.get("x-api-token") {
        let secret = secret.to_str().unwrap_or_default();
        return api_token(state, quirks, operation, secret);
    }
    let bearer = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok()?.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match bearer {
        Some((_, token)) => access_token(state, operation, token.trim_start()),
        None => Err(invalid_token(quirks)),
    }
}

fn invalid_token(quirks: Quirks) -> Refusal {
    let message = "Invalid `X-Api-Token` header";
    match quirks.other(Quirk::InvalidToken) {
        true => Refusal::bad_request(message),
        false => Refusal::unauthorized(message),
    }
}

fn api_token(
    state: &State,
    quirks: Quirks,
    operation: &Operation,
    secret: &str,
) -> Result<Caller, Refusal> {
    let token = state
        .tokens
        .iter()
        .find(|token| token.secret == secret)
        .ok_or_else(|| invalid_token(quirks))?;
    if token.kind == TokenKind::ReadOnly && writes(operation) {
        return Err(Refusal::forbidden("The token is read-only"));
    }
    Ok(Caller { user: token.user, token: secret.to_owned(), by_api_token: true })
}

fn access_token(state: &State, operation: &Operation, token: &str) -> Result<Caller, Refusal> {
    let grant = state
        .oauth
        .access(token)
        .ok_or_else(|| Refusal::unauthorized("The access token is not valid or has expired"))?;
    let needed = operation
        .scopes("oauth2")
        .ok_or_else(|| Refusal::unauthorized("Only the X-Api-Token header is accepted here"))?;
    match needed.iter().find(|scope| !grant.scopes.contains(scope)) {
        Some(missing) => Err(Refusal::forbidden(format!("The scope {missing} is missing"))),
        None => Ok(Caller { user: grant.user, token: token.to_owned(), by_api_token: false }),
    }
}

/// Whether the operation changes something, by its scope: exports are POST and change nothing.
fn writes(operation: &Operation) -> bool {
    let scopes = operation.scopes("oauth2").unwrap_or_default();
    scopes.iter().any(|scope| !scope.starts_with("read_"))
}

/// Checks the caller's rights in a project.
pub(super) fn permit(
    operation: &Operation,
    caller: &Caller,
    project: &Project,
) -> Result<(), Refusal> {
    let member = project
        .contributor(caller.user)
        .ok_or_else(|| Refusal::forbidden("No access to the project"))?;
    if caller.by_api_token && !has_admin_role(member) {
        return Err(Refusal::forbidden("The owner of the token has no admin role in the project"));
    }
    let Some(title) = operation.admin_right.as_deref() else {
        return Ok(());
    };
    let mut rights = admin_rights(title, &operation.id).iter();
    match rights.any(|right| has_right(member, right)) {
        true => Ok(()),
        false => Err(Refusal::forbidden(format!("The admin right {title} is missing"))),
    }
}
