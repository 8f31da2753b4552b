//! Orders, providers and payment cards.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, requests};

requests! {
    an_order_has_a_price_is_placed_and_completed: r#"
POST //teams/501/orders {"project_id": "garnet-7041.26", "provider_slug": "humans",
  "translation_tier": 2, "source_language_iso": "en", "target_language_isos": ["de", "fr", "de"],
  "keys": [3101, 3102, 3101], "briefing": "A shop.", "card_id": 9901, "dry_run": true} -> 200 {
  "order_id": null, "status": "draft", "dry_run": true, "total": 0.72,
  "source_words": {"de": 3, "fr": 3}}
GET //teams/501/orders -> 200 total 1
POST //teams/501/orders {"project_id": "garnet-7041.26", "branch": "feature/start",
  "provider_slug": "humans", "translation_tier": 1, "source_language_iso": "en",
  "target_language_isos": ["de"], "keys": [3202], "briefing": "", "card_id": 9901} -> 200 {
  "order_id": "$id", "branch": "feature/start", "payment_method": "credit_card",
  "status": "in progress", "created_by_email": "owner@sandbox.test", "keys": [3202],
  "translation_tier_name": "Native speaker", "translation_style": null, "total": 0.14}
GET //teams/501/orders -> 200 {"orders": [{"order_id": "20250304AB1", "team_id": 501},
  {"order_id": "$id", "translation_style": "friendly", "dry_run": null}]}
PUT /branches/9102 {"name": "feature/renamed"} -> 200
POST /branches/9102/merge {} -> 400 The branch has open orders
DELETE /branches/9102 -> 400 The branch has open orders
GET //teams/501/orders/$id -> 200 {"status": "in progress", "branch": "feature/renamed"}
GET //teams/501/orders/$id -> 200 {"status": "completed"}
DELETE /branches/9102 -> 200
GET //teams/501/orders/20250304AB2 -> 404
"#

    providers_have_tiers_and_prices: r#"
GET //teams/501/translation_providers -> 200 {"translation_providers": [
  {"provider_id": 1, "slug": "humans", "price_pair_min": "0.00", "tiers": null}, {}]}
GET //teams/501/translation_providers/2 -> 200 {"provider_id": 2, "tiers": [{"tier_id": 3}],
  "pairs": [{"tier_id": 3, "price_per_word": "0.002", "to_lang_iso": "de"}]}
GET //teams/501/translation_providers/3 -> 404
GET //teams/502/translation_providers -> 403
"#

    a_card_belongs_to_its_user: r#"
GET //payment_cards -> 200 {"user_id": 1001, "payment_cards": [{"card_id": 9901, "last4": "4242",
  "brand": "Visa", "created_at": "2025-03-04 09:00:00 (UTC)"}]}
POST //payment_cards {"number": "5555555555554444", "cvc": "123", "exp_month": 12,
  "exp_year": 2099} -> 200 {"card_id": "$card", "last4": "4444"}
GET //payment_cards/$card -> 200 {"user_id": 1001, "payment_card": {"card_id": $card}}
AS reviewer
GET //payment_cards -> 200 total 0
DELETE //payment_cards/9901 -> 404
AS read_write
DELETE //payment_cards/9901 -> 200 {"card_id": 9901, "card_deleted": true}
GET //payment_cards -> 200 total 1
"#
}

fn order() -> Value {
    json!({ "project_id": "garnet-7041.26", "provider_slug": "humans", "translation_tier": 1,
        "source_language_iso": "en", "target_language_isos": ["de"], "keys": [3101],
        "briefing": "", "card_id": 9901 })
}

#[tokio::test]
async fn bad_orders_and_cards_are_rejected() {
    let api = Api::start().await;
    let lines = r#"
{"project_id": "onyx-2290.26"} -> project_id
{"branch": "none"} -> branch
{"provider_slug": "robots"} -> provider_slug
{"translation_tier": 3} -> translation_tier
{"source_language_iso": "sq"} -> source_language_iso
{"target_language_isos": ["de", "en"]} -> target_language_isos.1
{"target_language_isos": []} -> target_language_isos
{"keys": [3101, 3201]} -> keys.1
{"keys": []} -> keys
{"card_id": null} -> card_id
{"payment_method": "team_credit", "card_id": 1} -> card_id
"#;
    api.rejects("POST //teams/501/orders", order(), lines).await;
    let mut unpaid = order();
    unpaid["card_id"].take();
    let response = api.run(&format!("POST //teams/501/orders {unpaid} -> 400 card_id")).await;
    assert!(response.to_string().contains("needed with payment_method credit_card"), "{response}");
    let card =
        json!({ "number": "4242424242424242", "cvc": "123", "exp_month": 1, "exp_year": 2099 });
    let lines = r#"
{"number": "4242-4242-4242-4242"} -> number
{"number": "42424242424"} -> number
{"cvc": "12"} -> cvc
{"exp_month": 13} -> exp_month
{"exp_year": -5} -> exp_year
{"exp_year": 2020} -> exp_year
"#;
    api.rejects("POST //payment_cards", card, lines).await;
    api.use_token(&api.sandbox.token("translator").unwrap());
    api.rejects("POST //teams/501/orders", order(), "{} -> card_id").await;
    unpaid["payment_method"] = "team_credit".into();
    let refused = "403 No admin role in the project";
    api.run(&format!("POST //teams/501/orders {unpaid} -> {refused}")).await;
}

/// Also where the number that an id is made of comes again.
#[tokio::test]
async fn an_order_replaces_no_other() {
    let api = Api::start().await;
    let last = api.sandbox.data()["last_id"].as_u64().unwrap();
    let request = format!("POST //teams/501/orders {} -> 200", order());
    api.run(&request).await;
    let mut data = api.sandbox.data();
    data["last_id"] = (last + 0x1000).into();
    api.sandbox.set_data(&data).unwrap();
    api.run(&request).await;
    api.run("GET //teams/501/orders -> 200 total 3").await;
}

/// Neither the data nor the record of requests have the number of a card or its code.
#[tokio::test]
async fn a_card_is_a_secret() {
    let api = Api::start().await;
    let requests = r#"
POST //payment_cards {"number": "4000123456789017", "cvc": 987654, "exp_month": 1, "exp_year": 2099}
  -> 400 cvc
POST //payment_cards {"number": "4000123456789017", "cvc": 9876, "exp_month": 1, "exp_year": 2099}
  -> 200 {"last4": "9017"}
POST //payment_cards {"number": ["4000123456789017"], "cvc": "9876", "exp_month": 1,
  "exp_year": "x"} -> 400 number, exp_year
POST //payment_cards [{"number": "4000123456789017"}] -> 400 body
POST //payment_cards "{\"number\": \"4000123456789017\"}" -> 400 body
POST //payment_cards {"card": {"number": "4000123456789017"}, "cvv": "9876"} -> 400 number, cvc, exp_month, exp_year
POST //payment_cards?number=4000123456789017 {} -> 400 number, cvc, exp_month, exp_year
PUT //payment_cards {"number": "4000123456789017"} -> 405
POST //payment_cards/ {"number": "4000123456789017"} -> 404
DELETE //payment_cards/9901 {"number": "4000123456789017"} -> 200
"#;
    api.run(requests).await;
    let cut = r#"{"number": "4000123456789017", "cvc": "9876"#;
    let url = format!("{}/payment_cards", api.sandbox.base_url());
    let sent = api.request(Method::POST, &url).header("content-type", "application/json");
    api.send(sent.body(cut)).await.expect(400);
    let kept = format!("{:?} {}", api.sandbox.requests(), api.sandbox.data());
    for secret in ["40001234", "\"9876", "987654"] {
        assert!(!kept.contains(secret), "{kept}");
    }
    let seen = api.sandbox.requests();
    assert!(seen.iter().all(|it| it.body.is_none()) && seen[1].body_size > 0, "{seen:?}");
}
