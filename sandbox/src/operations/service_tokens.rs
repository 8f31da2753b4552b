//! Tokens for other services.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use super::{Call, Outcome};
use crate::http::Refusal;
use crate::state::{SOFTWARE, now};

/// How long they live, in seconds.
const LIFETIME: i64 = 30 * 60;

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    if call.body["service"] != "ota" {
        return Err(Refusal::field("service", "Unknown service: only ota is known."));
    }
    let project = call.project();
    if project.kind != SOFTWARE {
        return Err(Refusal::bad_request("Only Software projects have service tokens"));
    }
    let claims = json!({
        "userId": call.caller,
        "projects": [{ "teamId": project.team, "projectId": project.id }],
        "exp": now() + LIFETIME,
    });
    let [head, claims] =
        [json!({ "alg": "none" }), claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    call.single("jwt", format!("{head}.{claims}.sandbox"))
}
