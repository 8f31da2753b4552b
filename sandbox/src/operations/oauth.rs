//! The authorization server: a user who grants everything, codes, and tokens.

use axum::http::StatusCode;
use serde_json::json;
use url::Url;

use super::{Call, Outcome};
use crate::document::Document;
use crate::http::{Answer, Refusal};
use crate::state::Grant;

/// The scopes that applications can have.
const SCOPES: &str = "/components/securitySchemes/oauth2/flows/authorizationCode/scopes";

/// Answers an authorization request with a redirect that carries a code.
pub(super) fn authorize(call: &mut Call<'_>) -> Outcome {
    let query = call.parameters.query;
    let text = |name: &str| query.get(name).map_or("", String::as_str);
    let (client_id, oauth) = (text("client_id").to_owned(), &mut call.state.oauth);
    let app = oauth.app(&client_id);
    let app = app.ok_or_else(|| Refusal::oauth("invalid_client", "Unknown client"))?;
    let target = Url::parse(query.get("redirect_uri").unwrap_or(&app.redirect_uri));
    let mut target = target.ok().filter(|target| app.may_redirect_to(target)).ok_or_else(|| {
        Refusal::oauth("invalid_request", "The redirect_uri is not the registered one")
    })?;
    let known = Document::embedded().ok().and_then(|it| it.value().pointer(SCOPES));
    let scopes: Vec<String> = text("scope").split(' ').map(str::to_owned).collect();
    if scopes.iter().any(|scope| known.and_then(|known| known.get(scope)).is_none()) {
        let description = "The application is not registered with this scope";
        return Err(Refusal::oauth("invalid_scope", description));
    }
    let (refresh_token, user) = (String::new(), oauth.granting_user);
    let code = oauth.issue_code(Grant { refresh_token, client_id, user, scopes });
    let state = query.get("state").map(|state| ("state", state));
    target.query_pairs_mut().extend_pairs([("code", &code)].into_iter().chain(state));
    Ok(Answer::empty(StatusCode::FOUND).header("location", target))
}

/// Exchanges a code, or refreshes.
pub(super) fn request_token(call: &mut Call<'_>) -> Outcome {
    let body = call.body;
    let text = |name: &str| body[name].as_str().unwrap_or_default();
    let oauth = &mut call.state.oauth;
    let app = oauth.app(text("client_id")).filter(|it| it.client_secret == text("client_secret"));
    let unknown = || Refusal::oauth("invalid_client", "Unknown client, or wrong secret");
    let client = app.ok_or_else(unknown)?.client_id.clone();
    let lifetime = call.settings.token_lifetime;
    let mut answer = json!({ "expires_in": lifetime.as_secs(), "token_type": "Bearer" });
    match text("grant_type") {
        // One description of the flow has the second name.
        "authorization_code" | "authorization_token" => {
            let unknown = || Refusal::oauth("invalid_grant", "The code is unknown or was used");
            let grant = oauth.redeem_code(&client, text("code")).ok_or_else(unknown)?;
            answer["refresh_token"] = json!(oauth.issue_refresh(grant.clone()));
            answer["access_token"] = json!(oauth.issue_access(grant, lifetime));
        }
        "refresh_token" => {
            let unknown = || Refusal::oauth("invalid_grant", "Unknown refresh token");
            let grant = oauth.refresh(&client, text("refresh_token")).ok_or_else(unknown)?;
            if call.settings.rotate_refresh_tokens {
                oauth.revoke_refresh(text("refresh_token"));
                answer["refresh_token"] = json!(oauth.issue_refresh(grant.clone()));
            }
            answer["scope"] = json!(grant.scopes.join(" "));
            answer["access_token"] = json!(oauth.issue_access(grant, lifetime));
        }
        _ => {
            let description = "The grant_type is not supported";
            return Err(Refusal::oauth("unsupported_grant_type", description));
        }
    }
    // Tokens are not to be stored (RFC 6749, 5.1).
    Ok(Answer::ok(&answer).header("cache-control", "no-store"))
}
