//! Orders, providers and payment cards.

use l10n_sandbox::{Quirk, Variant};
use reqwest::Method;
use serde_json::json;

use crate::support::{Api, requests};

requests! {
    an_order_has_a_price_is_placed_and_completed: r#"
POST //payment_cards {"number": "5555555555554444", "cvc": "123", "exp_month": 12,
  "exp_year": 2030} -> 200 {"card_id": "$card", "last4": "4444", "brand": "MasterCard"}
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "humans",
  "translation_tier": 2, "source_language_iso": "en", "target_language_isos": ["de", "fr"],
  "keys": [3101, 3102], "briefing": "A shop.", "card_id": $card, "dry_run": true} -> 200 {
  "order_id": null, "status": "draft", "dry_run": true, "total": 0.72,
  "source_words": {"de": 3, "fr": 3}}
GET //teams/501/orders -> 200 total 1
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "humans",
  "translation_tier": 1, "source_language_iso": "en", "target_language_isos": ["de"],
  "keys": [3102], "briefing": "A shop.", "card_id": $card} -> 200 {"order_id": "$id",
  "project_id": "garnet-7041.26", "branch": "master", "payment_method": "credit_card",
  "status": "in progress", "created_by": 1001, "created_by_email": "owner@sandbox.test",
  "keys": [3102], "translation_tier": 1, "translation_tier_name": "Native speaker",
  "translation_style": null, "total": 0.14, "dry_run": false}
GET //teams/501/orders -> 200 {"orders": [{"order_id": "20250304AB1"}, {"order_id": "$id",
  "translation_style": "friendly", "dry_run": null}]}
GET //teams/501/orders/$id -> 200 {"order_id": "$id", "status": "in progress"}
GET //teams/501/orders/$id -> 200 {"status": "completed"}
GET //teams/501/orders/20250304AB2 -> 404
POST //teams/501/orders {"project_id": "garnet-7041.26", "branch": "feature/start",
  "provider_slug": "machine", "translation_tier": 3, "source_language_iso": "en",
  "target_language_isos": ["de"], "keys": [3201], "briefing": "", "payment_method": "team_credit"}
  -> 200 {"order_id": "$other", "branch": "feature/start", "card_id": null, "total": 0.01}
POST /branches/9102/merge {} -> 400 The branch has open orders
DELETE /branches/9102 -> 400 The branch has open orders
GET //teams/501/orders/$other -> 200
GET //teams/501/orders/$other -> 200 {"status": "completed"}
DELETE /branches/9102 -> 200
"#

    providers_have_tiers_and_prices: r#"
GET //teams/501/translation_providers -> 200 {"translation_providers": [
  {"provider_id": 1, "slug": "humans", "price_pair_min": "0.00", "tiers": null},
  {"provider_id": 2, "slug": "machine"}]}
GET //teams/501/translation_providers/2 -> 200 {"provider_id": 2, "tiers": [{"tier_id": 3}],
  "pairs": [{"tier_id": 3, "price_per_word": "0.002", "from_lang_iso": "en",
  "from_lang_name": "English", "to_lang_iso": "de", "to_lang_name": "German"},
  {"to_lang_iso": "fr"}, {"from_lang_iso": "de"}, {}, {}, {}]}
GET //teams/501/translation_providers/1 -> 200 {"tiers": [{}, {"tier_id": 2}], "pairs": [
  {"price_per_word": "0.07"}, {"price_per_word": "0.12"}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}]}
GET //teams/501/translation_providers/3 -> 404
GET //teams/502/translation_providers -> 403
"#

    a_card_belongs_to_its_user: r#"
GET //payment_cards -> 200 {"user_id": 1001, "payment_cards": [{"card_id": 9901, "last4": "4242",
  "brand": "Visa", "created_at": "2025-03-04 09:00:00 (UTC)"}]}
POST //payment_cards {"number": "4242-4242-4242-4242", "cvc": "123", "exp_month": 1,
  "exp_year": 2030} -> 400 number
POST //payment_cards {"number": "not a number", "cvc": "123", "exp_month": 1, "exp_year": 2030}
  -> 400 number
POST //payment_cards {"number": "42424242424", "cvc": "123", "exp_month": 1, "exp_year": 2030}
  -> 400 number
POST //payment_cards {"number": "4242424242424242", "cvc": "12", "exp_month": 1, "exp_year": 2030}
  -> 400 cvc
POST //payment_cards {"number": "4242424242424242", "cvc": "123", "exp_month": 13,
  "exp_year": 2030} -> 400 exp_month
GET //payment_cards/9901 -> 200 {"user_id": 1001, "payment_card": {"card_id": 9901}}
AS reviewer
GET //payment_cards -> 200 total 0
GET //payment_cards/9901 -> 404
DELETE //payment_cards/9901 -> 404
AS read_write
DELETE //payment_cards/9901 -> 200 {"card_id": 9901, "card_deleted": true}
GET //payment_cards -> 200 total 0
"#
}

#[tokio::test]
async fn bad_orders_are_refused() {
    let api = Api::start().await;
    let url = format!("{}/teams/501/orders", api.sandbox.base_url());
    for (token, wrong, expected) in [
        ("read_write", json!({ "project_id": "onyx-2290.26" }), "project_id"),
        ("read_write", json!({ "branch": "none" }), "branch"),
        ("read_write", json!({ "provider_slug": "robots" }), "provider_slug"),
        ("read_write", json!({ "translation_tier": 3 }), "translation_tier"),
        ("read_write", json!({ "source_language_iso": "sq" }), "source_language_iso"),
        ("read_write", json!({ "target_language_isos": ["de", "en"] }), "target_language_isos.1"),
        ("read_write", json!({ "target_language_isos": [] }), "target_language_isos"),
        ("read_write", json!({ "keys": [3101, 3201] }), "keys.1"),
        ("read_write", json!({ "keys": [] }), "keys"),
        ("read_write", json!({ "card_id": null }), "card_id"),
        ("translator", json!({}), "card_id"),
        ("translator", json!({ "payment_method": "team_credit" }), "No admin role in the project"),
        ("read_only", json!({}), "The token is read-only"),
    ] {
        api.use_token(&api.sandbox.token(token).unwrap());
        let mut order = json!({ "project_id": "garnet-7041.26", "provider_slug": "humans",
            "translation_tier": 1, "source_language_iso": "en", "target_language_isos": ["de"],
            "keys": [3101], "briefing": "", "card_id": 9901 });
        for (name, value) in wrong.as_object().unwrap() {
            order[name] = value.clone();
        }
        let reply = api.send(api.request(Method::POST, &url).json(&order)).await;
        let fields = reply.body["error"]["violations"].as_object();
        let found = fields.and_then(|it| it.keys().next()).cloned();
        let found = found.unwrap_or_else(|| reply.refused(403));
        assert_eq!(found, expected, "{order}");
    }
    api.run("GET //teams/501/orders -> 200 total 1").await;
}

#[tokio::test]
async fn a_created_order_may_have_text_for_ids_and_a_read_one_nulls() {
    let api = Api::start().await;
    for quirk in [Quirk::OrderKeyType, Quirk::OrderReadBranch, Quirk::ProviderTotals] {
        api.sandbox.set_variant(quirk, Variant::Other);
    }
    let requests = r#"
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "humans",
  "translation_tier": "1", "source_language_iso": "en", "target_language_isos": ["de"],
  "keys": ["3102"], "briefing": "A shop.", "card_id": 9901} -> 200 {"keys": ["3102"],
  "card_id": "9901", "translation_tier": "1", "created_by": "1001", "branch": "master",
  "order_id": "$id"}
GET //teams/501/orders/$id -> 200 {"keys": [3102], "card_id": 9901, "branch": null,
  "payment_method": null, "created_by": 1001}
GET //teams/501/translation_providers -> 200 {"translation_providers": [{}, {}]}
GET //teams/501/translation_providers -> 200 total 0
"#;
    api.run(requests).await;
}

/// Neither the data nor the record of requests have the number of a card or its code.
#[tokio::test]
async fn a_card_is_a_secret() {
    let api = Api::start().await;
    let requests = r#"
POST //payment_cards {"number": "4000123456789017", "cvc": 987654, "exp_month": 1, "exp_year": 2030}
  -> 400 cvc
POST //payment_cards {"number": "4000123456789017", "cvc": 9876, "exp_month": 1, "exp_year": 2030}
  -> 200 {"last4": "9017"}
POST //payment_cards {"number": ["4000123456789017"], "cvc": "9876", "exp_month": 1,
  "exp_year": "x"} -> 400 number, exp_year
"#;
    api.run(requests).await;
    let cut = r#"{"number": "4000123456789017", "cvc": "9876"#;
    let url = format!("{}/payment_cards", api.sandbox.base_url());
    let sent = api.request(Method::POST, &url).header("content-type", "application/json");
    api.send(sent.body(cut)).await.expect(400);
    let kept = format!("{:?} {}", api.sandbox.requests(), api.sandbox.data());
    for secret in ["40001234", "9876"] {
        assert!(!kept.contains(secret), "{kept}");
    }
    let seen = api.sandbox.requests();
    let body = seen[1].body.as_ref().and_then(|body| body.json()).unwrap();
    assert_eq!((&body["number"], &body["exp_year"]), (&"***".into(), &2030.into()));
}
