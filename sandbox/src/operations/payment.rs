//! How orders are paid: cards of users, and billing details of teams.

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
    hidden: &["user_id"],
    users: &["user_id"],
    operations: &[
        ("listPaymentCards", Action::List),
        ("createPaymentCard", Action::Create),
        ("getPaymentCard", Action::Get),
        ("deletePaymentCard", Action::Delete),
    ],
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
    operations: &[
        ("createTeamBillingDetails", Action::Create),
        ("getTeamBillingDetails", Action::Get),
        ("updateTeamBillingDetails", Action::Update),
    ],
    check: check_billing,
    common: |call| Some(Row::of([("team_id", call.path_id("team_id").ok()?.into())])),
    // A second creation replaces the first.
    after: |call, action, details| {
        let all = call.state.tables.rows_mut(BILLING_DETAILS.many);
        let first = all.iter().position(|it| it.id("team_id") == details.id("team_id"));
        if let Some(first) = first.filter(|first| action == Action::Create && first + 1 < all.len())
        {
            all.remove(first);
        }
    },
    ..Resource::PLAIN
};

/// Keeps what may be known of the number of a card: the last digits and the brand.
fn check_card(around: &Around<'_>, row: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    // A seed has no caller: the first user has its cards.
    let first = around.state.and_then(|state| state.users().first());
    row.fill("user_id", || first.map_or(0, |user| user.id("user_id")).into());
    if around.caller == 0 {
        return Ok(());
    }
    let text = |name: &str| sent.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_digits = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let (number, cvc) = (text("number"), text("cvc"));
    if !is_digits(number) || !(12..=19).contains(&number.len()) {
        return Err(Fault::new("number", "This is not a card number: 12 to 19 digits."));
    }
    if !is_digits(cvc) || !(3..=4).contains(&cvc.len()) {
        return Err(Fault::new("cvc", "This is not a security code: 3 or 4 digits."));
    }
    if !sent.get("exp_month").and_then(Value::as_u64).is_some_and(|it| (1..=12).contains(&it)) {
        return Err(Fault::new("exp_month", "This is not a month: 1 to 12."));
    }
    row.set("last4", &number[number.len() - 4..]);
    let brand = match number.as_bytes() {
        [b'4', ..] => "Visa",
        [b'2' | b'5', ..] => "MasterCard",
        [b'3', ..] => "American Express",
        [b'6', ..] => "Discover",
        _ => "Unknown",
    };
    row.set("brand", brand);
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
