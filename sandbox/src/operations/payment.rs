//! How orders are paid: cards of users, and billing details of teams.

use chrono::Datelike as _;
use serde_json::{Map, Value};

use super::resource::{Action, Around, Fault, Resource, Scope};
use super::teams::in_team;
use crate::state::Row;

pub(crate) static PAYMENT_CARDS: Resource = Resource {
    one: "payment_card",
    many: "payment_cards",
    schema: "PaymentCard",
    scope: Scope::Account,
    id: "card_id",
    defaults: r#"{"brand": "Visa"}"#,
    hidden: &["user_id"],
    users: &["user_id"],
    object: "PaymentCard",
    actions: &[Action::List, Action::Create, Action::Get, Action::Delete],
    check: check_card,
    common: |call| Some(Row::of([("user_id", call.caller.into())])),
    name: |_, action| (action == Action::Delete).then_some(("card_deleted", false)),
    ..Resource::PLAIN
};

pub(crate) static BILLING_DETAILS: Resource = Resource {
    one: "billing_details",
    many: "billing_details",
    schema: "BillingDetails",
    scope: Scope::Account,
    id: "team_id",
    defaults: r#"{"company": "", "address1": "", "address2": "", "city": "", "zip": "",
                  "phone": "", "country_code": "", "billing_email": "", "state_code": ""}"#,
    filled: &["zip"],
    object: "TeamBillingDetails",
    actions: &[Action::Create, Action::Get, Action::Update],
    check: check_billing,
    common: |call| Some(Row::of([("team_id", call.path_id("team_id").ok()?.into())])),
    ..Resource::PLAIN
};

/// Keeps only the last digits of the number of a card.
fn check_card(around: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    // A seed has no caller: the first user has its cards.
    let first = around.state.and_then(|state| state.users().first());
    row.fill("user_id", || first.map_or(0, |user| user.id("user_id")).into());
    if around.caller == 0 {
        return Ok(());
    }
    let text = |name: &str| sent.get(name).and_then(Value::as_str).unwrap_or_default();
    for (name, lengths) in [("number", 12..=19), ("cvc", 3..=4)] {
        let is_number = text(name).bytes().all(|letter| letter.is_ascii_digit());
        if !(is_number && lengths.contains(&text(name).len())) {
            let (least, most) = lengths.into_inner();
            return Err(Fault::new(name, format!("This has {least} to {most} digits.")));
        }
    }
    let [year, month] =
        ["exp_year", "exp_month"].map(|name| sent.get(name).and_then(Value::as_i64).unwrap_or(0));
    let today = chrono::Utc::now();
    if !(1..=12).contains(&month) {
        return Err(Fault::new("exp_month", "This is not a month, from 1 to 12."));
    }
    if (year, month) < (today.year().into(), today.month().into()) {
        return Err(Fault::new("exp_year", "The card has expired."));
    }
    let number = text("number");
    if let Some(last) = number.len().checked_sub(4).and_then(|at| number.get(at..)) {
        row.set("last4", last);
    }
    Ok(())
}

fn check_billing(around: &Around<'_>, row: &mut Row, _: &Map<String, Value>) -> Result<(), Fault> {
    in_team(around, row)?;
    let country = row.text("country_code");
    if country.len() != 2 || !country.bytes().all(|letter| letter.is_ascii_alphabetic()) {
        return Err(Fault::new("country_code", "This is not a country: two letters."));
    }
    if country.eq_ignore_ascii_case("US") && row.text("state_code").is_empty() {
        return Err(Fault::new("state_code", "An address in the US needs a state."));
    }
    Ok(())
}
