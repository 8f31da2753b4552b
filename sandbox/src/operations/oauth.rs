//! The authorization server: a user who grants everything, codes, and tokens.

use std::collections::HashMap;

use axum::http::StatusCode;
use serde_json::json;
use url::Url;

use super::{Outcome, TokenCall};
use crate::http::{Answer, Refusal};
use crate::state::{App, Grant, OAuth, State};

/// Answers an authorization request with a redirect that carries a code.
pub(super) fn authorize(state: &mut State, query: &HashMap<String, String>) -> Outcome {
    let csrf = query.get("state").cloned();
    let refuse = |name, description: &str| Refusal::oauth(name, description, csrf.clone());
    let parameter = |name: &str| {
        let missing = || refuse("invalid_request", &format!("The parameter {name} is missing"));
        query.get(name).filter(|value| !value.is_empty()).ok_or_else(missing)
    };
    let client_id = parameter("client_id")?;
    let scopes: Vec<String> = parameter("scope")?.split(' ').map(str::to_owned).collect();
    let app =
        state.oauth.app(client_id).ok_or_else(|| refuse("invalid_client", "Unknown client"))?;
    let target = Url::parse(query.get("redirect_uri").unwrap_or(&app.redirect_uri))
        .map_err(|_| refuse("invalid_request", "The redirect_uri is not a URL"))?;
    if !app.may_redirect_to(&target) {
        return Err(refuse("invalid_request", "The redirect_uri is not the registered one"));
    }
    let (refresh_token, user) = (String::new(), state.oauth.granting_user);
    let grant = Grant { refresh_token, client_id: client_id.clone(), user, scopes };
    let code = state.oauth.issue_code(grant, csrf.clone());
    Ok(redirect(target, &code, csrf.as_deref()))
}

fn redirect(mut target: Url, code: &str, state: Option<&str>) -> Answer {
    let pairs = [("code", Some(code)), ("state", state)];
    target
        .query_pairs_mut()
        .extend_pairs(pairs.iter().filter_map(|(name, value)| Some((name, (*value)?))));
    Answer::empty(StatusCode::FOUND).header("location", target)
}

/// Exchanges a code, or refreshes.
pub(super) fn request_token(call: &mut TokenCall<'_>) -> Outcome {
    let text = |name: &str| call.body[name].as_str().unwrap_or_default();
    let client = client(call.oauth, text("client_id"), text("client_secret"))?.client_id.clone();
    let lifetime = call.settings.token_lifetime;
    let mut answer = json!({ "expires_in": lifetime.as_secs(), "token_type": "Bearer" });
    match text("grant_type") {
        // One description of the flow has the second name.
        "authorization_code" | "authorization_token" => {
            let grant = call.oauth.redeem_code(&client, text("code")).map_err(invalid_grant)?;
            answer["refresh_token"] = json!(call.oauth.issue_refresh(grant.clone()));
            answer["access_token"] = json!(call.oauth.issue_access(grant, lifetime));
        }
        "refresh_token" => {
            let refreshed = call.oauth.refresh(&client, text("refresh_token"));
            let grant = refreshed.map_err(invalid_grant)?;
            if call.settings.rotate_refresh_tokens {
                call.oauth.revoke_refresh(text("refresh_token"));
                answer["refresh_token"] = json!(call.oauth.issue_refresh(grant.clone()));
            }
            answer["scope"] = json!(grant.scopes.join(" "));
            answer["access_token"] = json!(call.oauth.issue_access(grant, lifetime));
        }
        _ => {
            let description = "The grant_type is not supported";
            return Err(Refusal::oauth("unsupported_grant_type", description, None));
        }
    }
    // Tokens are not to be stored (RFC 6749, 5.1).
    Ok(Answer::ok(&answer).header("cache-control", "no-store"))
}

fn client<'o>(oauth: &'o OAuth, id: &str, secret: &str) -> Result<&'o App, Refusal> {
    oauth.app(id).filter(|app| app.client_secret == secret).ok_or_else(|| {
        let description = "Unknown client, or wrong secret";
        Refusal::oauth("invalid_client", description, None)
    })
}

fn invalid_grant((description, state): (&str, Option<String>)) -> Refusal {
    Refusal::oauth("invalid_grant", description, state)
}
