//! Orders of translations, and who translates them.

use serde_json::{Map, Value};

use super::resource::{Action, Around, Fault, Resource, Scope};
use super::teams::in_team;
use super::{AccountCall, Outcome};
use crate::http::Refusal;
use crate::quirks::Quirk;
use crate::state::{Branch, PROVIDERS, Row, State, each_once, has_admin_role, now};

pub(crate) static ORDERS: Resource = Resource {
    one: "order",
    many: "orders",
    schema: "Order",
    scope: Scope::Account,
    id: "order_id",
    new_id: |ids, at| order_id(at, ids.next()),
    defaults: r#"{"status": "in progress", "branch": "master", "payment_method": "credit_card",
                  "is_saved_to_translation_memory": true}"#,
    users: &["created_by"],
    filled: &["keys", "target_language_isos"],
    object: "Order",
    actions: &[Action::List, Action::Create],
    check,
    may: |around, _, order| {
        let state = around.state;
        let member = state.and_then(|state| {
            let place = state.find(order.text("project_id"))?;
            state.access(&state.projects[place.project], around.caller)
        });
        match member.is_some_and(|member| has_admin_role(&member)) {
            true => Ok(()),
            false => Err(Refusal::forbidden("No admin role in the project")),
        }
    },
    after: |call, _, order| {
        if order.flag("dry_run") {
            call.state.tables.rows_mut(ORDERS.many).pop();
        }
    },
    show,
    ..Resource::PLAIN
};

pub(crate) static TRANSLATION_PROVIDERS: Resource = Resource {
    one: "translation_provider",
    many: "translation_providers",
    schema: "TranslationProvider",
    scope: Scope::Account,
    id: "provider_id",
    fixed: Some(&PROVIDERS),
    object: "TranslationProvider",
    actions: &[Action::Get],
    show: |_, action, _, shown| {
        if action == Action::List {
            ["tiers", "pairs"].iter().for_each(|name| drop(shown.shift_remove(*name)));
        }
    },
    ..Resource::PLAIN
};

fn order_id(at: i64, number: u64) -> Value {
    let day = chrono::DateTime::from_timestamp(at, 0).unwrap_or_default().format("%Y%m%d");
    format!("{day}{number:03X}").into()
}

/// Checks an order by its project, provider and card, and computes its price.
fn check(around: &Around<'_>, row: &mut Row, _: &Map<String, Value>) -> Result<(), Fault> {
    in_team(around, row)?;
    // An order of a seed was made, whatever exists now.
    let Some(state) = around.state.filter(|_| around.caller != 0) else { return Ok(()) };
    let unknown = |field: &str| Fault::new(field, "Unknown.");
    let branch = branch(state, row)?;
    let provider = PROVIDERS.iter().find(|it| it.get("slug") == row.get("provider_slug"));
    let provider = provider.ok_or_else(|| unknown("provider_slug"))?;
    let tier = row.get("translation_tier").clone();
    let by_tier = |list: &str| provider.list(list).iter().find(|it| it["tier_id"] == tier);
    let (title, price) = by_tier("tiers")
        .zip(by_tier("pairs"))
        .map(|(tier, pair)| (tier["title"].clone(), &pair["price_per_word"]))
        .ok_or_else(|| unknown("translation_tier"))?;
    check_card(around, row)?;
    for list in ["keys", "target_language_isos"] {
        row.set(list, each_once(row.list(list).to_vec(), Value::clone));
    }
    let source = branch.language(row.text("source_language_iso"));
    let source = source.ok_or_else(|| unknown("source_language_iso"))?;
    let targets = row.list("target_language_isos");
    Fault::of_items("target_language_isos", targets, |iso| {
        iso.as_str().and_then(|iso| branch.language(iso)).is_some_and(|it| it.id != source.id)
    })?;
    let key = |id: &Value| id.as_u64().and_then(|id| branch.key(id));
    Fault::of_items("keys", row.list("keys"), |id| key(id).is_some())?;
    let words: usize = row.list("keys").iter().filter_map(key).map(|it| it.words(source.id)).sum();
    let price: f64 = price.as_str().and_then(|price| price.parse().ok()).unwrap_or_default();
    // Whole cents, without what a float is off.
    let cents = (words * targets.len()) as f64 * price * 100.0;
    let source_words = row.texts("target_language_isos").map(|iso| (iso.to_owned(), words.into()));
    let source_words: Map<_, _> = source_words.collect();
    row.set("total", (cents - 1e-6).ceil() / 100.0);
    row.set("source_words", source_words);
    row.set("translation_tier_name", title);
    if row.text("provider_slug") == "humans" {
        row.fill("translation_style", || "friendly".into());
    }
    row.fill("dry_run", || false.into());
    let is_taken = |id: &Value| around.rows(ORDERS.many).iter().any(|it| it.get("order_id") == id);
    let first = around.rows(ORDERS.many).len() as u64;
    let id = (first..).map(|number| order_id(now(), number)).find(|id| !is_taken(id));
    row.set("order_id", id);
    Ok(())
}

fn check_card(around: &Around<'_>, row: &mut Row) -> Result<(), Fault> {
    row.fill("payment_method", || "credit_card".into());
    let id = row.get("card_id");
    let card = Row::of([("card_id", id.clone()), ("user_id", around.caller.into())]);
    let needed = "A card is needed with payment_method credit_card, the default.";
    match id.is_null() {
        true if row.text("payment_method") == "credit_card" => Err(Fault::new("card_id", needed)),
        false if !around.rows("payment_cards").iter().any(|it| it.includes(&card)) => {
            Err(Fault::new("card_id", "This is not a card of the user."))
        }
        _ => Ok(()),
    }
}

fn branch<'s>(state: &'s State, row: &mut Row) -> Result<&'s Branch, Fault> {
    let place = state.find(row.text("project_id"));
    let place = place.filter(|it| state.projects[it.project].team == row.id("team_id"));
    let place = place.ok_or_else(|| Fault::new("project_id", "The team has no such project."))?;
    let project = &state.projects[place.project];
    let named =
        row.get("branch").as_str().map_or(Some(place.branch), |it| project.branch_named(it));
    let branch = &project.branches[named.ok_or_else(|| Fault::new("branch", "Unknown."))?];
    row.set("project_id", &*project.id);
    row.set("branch", &*branch.name);
    Ok(branch)
}

fn show(around: &Around<'_>, action: Action, order: &Row, shown: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Value| shown.insert(name.to_owned(), value);
    let is_created = action == Action::Create;
    if order.flag("dry_run") {
        set("order_id", Value::Null);
        set("status", "draft".into());
    }
    if !is_created && around.quirks.other(Quirk::OrderReadBranch) {
        set("branch", Value::Null);
        set("payment_method", Value::Null);
    }
    if is_created && around.quirks.other(Quirk::OrderKeyType) {
        set("keys", order.list("keys").iter().map(|id| Value::from(id.to_string())).collect());
    }
    let absent = match is_created {
        true => &["translation_style", "is_saved_to_translation_memory"][..],
        false => &["dry_run"],
    };
    absent.iter().for_each(|name| drop(shown.shift_remove(*name)));
}

/// Reads an order, which is completed then.
pub(super) fn get(call: &mut AccountCall<'_>) -> Outcome {
    let (index, answer) = (ORDERS.index(call)?, ORDERS.run(Action::Get, call));
    call.state.tables.rows_mut(ORDERS.many)[index].set("status", "completed");
    answer
}

pub(super) fn providers(call: &mut AccountCall<'_>) -> Outcome {
    let answer = TRANSLATION_PROVIDERS.run(Action::List, call)?;
    match call.quirks.other(Quirk::ProviderTotals) {
        true => Ok(call.totals(answer, PROVIDERS.len().saturating_sub(1), call.limit())),
        false => Ok(answer),
    }
}
