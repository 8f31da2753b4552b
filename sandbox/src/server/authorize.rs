//! Credentials, token types, scopes and admin rights.

use axum::http::HeaderMap;

use crate::document::Operation;
use crate::http::Refusal;
use crate::quirks::Preset;
use crate::state::{Project, State, TokenKind, admin_rights, has_admin_role, has_right};

#[derive(Debug, Clone, Default)]
pub(super) struct Caller {
    pub(super) user: u64,
    /// The credential, for the rate limit.
    pub(super) token: String,
    by_api_token: bool,
}

pub(super) fn authenticate(
    state: &State,
    preset: Preset,
    operation: &Operation,
    headers: &HeaderMap,
) -> Result<Caller, Refusal> {
    let invalid = || match preset {
        Preset::Sample => Refusal::unauthorized("Invalid `X-Api-Token` header"),
        _ => Refusal::bad_request("Invalid `X-Api-Token` header"),
    };
    if let Some(secret) = headers.get("x-api-token") {
        let token = state.tokens.iter().find(|token| secret == &*token.secret);
        let token = token.ok_or_else(|| invalid().because("no token of this world"))?;
        if token.kind == TokenKind::ReadOnly && writes(operation) {
            return Err(Refusal::forbidden("The token is read-only"));
        }
        return Ok(Caller { user: token.user, token: token.secret.clone(), by_api_token: true });
    }
    let sent = headers.get("authorization").and_then(|value| value.to_str().ok()?.split_once(' '));
    let bearer = sent.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let (_, token) = bearer.ok_or_else(|| invalid().because("there is no token"))?;
    let token = token.trim_start();
    let expired = || Refusal::unauthorized("The access token is not valid or has expired");
    let other = || Refusal::unauthorized("Only the X-Api-Token header is accepted here");
    let grant = state.oauth.access(token).ok_or_else(expired)?;
    let needed = operation.scopes("oauth2").ok_or_else(other)?;
    match needed.iter().find(|scope| !grant.scopes.contains(scope)) {
        Some(missing) => Err(Refusal::forbidden(format!("The scope {missing} is missing"))),
        None => Ok(Caller { user: grant.user, token: token.to_owned(), by_api_token: false }),
    }
}

/// Whether the operation changes something, by its scope: exports are POST and change nothing. By
/// its method if no scope is known.
fn writes(operation: &Operation) -> bool {
    let scopes = operation.scopes("oauth2").unwrap_or_default();
    if scopes.is_empty() {
        return operation.method != "GET" && operation.id != "startExport";
    }
    scopes.iter().any(|scope| !scope.starts_with("read_"))
}

pub(super) fn permit(
    operation: &Operation,
    caller: &Caller,
    project: &Project,
) -> Result<(), Refusal> {
    let member = project.contributor(caller.user).ok_or_else(|| {
        let who = format!("user {} is no contributor of {}", caller.user, project.id);
        Refusal::forbidden("No access to the project").because(who)
    })?;
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
