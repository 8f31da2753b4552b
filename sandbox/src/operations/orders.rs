//! Orders of translations, and who translates them.

use serde_json::{Map, Value, json};

use super::resource::{Action, Around, Fault, Resource, Scope};
use super::teams::in_team;
use super::{AccountCall, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{Branch, Ids, Language, Row, State, has_admin_role};

pub(crate) static ORDERS: Resource = Resource {
    one: "order",
    many: "orders",
    schema: "Order",
    scope: Scope::Account,
    id: "order_id",
    new_id: order_id,
    defaults: r#"{"status": "in progress", "branch": "master", "payment_method": "credit_card",
                  "is_saved_to_translation_memory": true}"#,
    hidden: &["team_id", "reads"],
    users: &["created_by"],
    operations: &[("listOrders", Action::List), ("createOrder", Action::Create)],
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

/// The day and three letters or digits.
fn order_id(ids: &mut Ids, at: i64) -> Value {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let day = chrono::DateTime::from_timestamp(at, 0).unwrap_or_default().format("%Y%m%d");
    let number = ids.next() as usize;
    let digits = [number / 1296, number / 36, number].map(|it| char::from(DIGITS[it % 36]));
    format!("{day}{}", digits.iter().collect::<String>()).into()
}

/// Checks an order by its project, provider and card, and computes its price.
fn check(around: &Around<'_>, row: &mut Row, _: &Map<String, Value>) -> Result<(), Fault> {
    in_team(around, row)?;
    // An order of a seed was made, whatever exists now.
    let Some(state) = around.state.filter(|_| around.caller != 0) else { return Ok(()) };
    let branch = branch(state, row)?;
    let provider = PROVIDERS.iter().find(|it| it.slug == row.text("provider_slug"));
    let provider = provider.ok_or_else(|| Fault::new("provider_slug", "Unknown provider."))?;
    let tier = provider.tiers.iter().find(|(id, ..)| *id == row.id("translation_tier"));
    let (_, title, price) =
        tier.ok_or_else(|| Fault::new("translation_tier", "The provider has no such tier."))?;
    row.fill("payment_method", || "credit_card".into());
    let (card, by) = (row.id("card_id"), around.caller);
    let mut cards = state.tables.rows("payment_cards").iter();
    let is_own = cards.any(|it| it.id("card_id") == card && it.id("user_id") == by);
    if row.text("payment_method") == "credit_card" && !is_own {
        return Err(Fault::new("card_id", "This is not a card of the user."));
    }
    let words = words(branch, row)?;
    let targets: Vec<String> = row.texts("target_language_isos").map(str::to_owned).collect();
    // In thousandths.
    let total = words * targets.len() as u64 * price;
    row.set("total", total.div_ceil(10) as f64 / 100.0);
    let source_words: Map<_, _> = targets.into_iter().map(|iso| (iso, words.into())).collect();
    row.set("source_words", source_words);
    row.set("translation_tier_name", *title);
    match provider.has_styles {
        true => row.fill("translation_style", || "friendly".into()),
        false => row.set("translation_style", Value::Null),
    }
    row.fill("dry_run", || false.into());
    Ok(())
}

/// The branch that is ordered for, which the order names from then on.
fn branch<'s>(state: &'s State, row: &mut Row) -> Result<&'s Branch, Fault> {
    let project = row.text("project_id").to_owned();
    let place =
        state.find(&project).filter(|it| state.projects[it.project].team == row.id("team_id"));
    let place = place.ok_or_else(|| Fault::new("project_id", "The team has no such project."))?;
    let project = &state.projects[place.project];
    let named =
        row.get("branch").as_str().map_or(Some(place.branch), |it| project.branch_named(it));
    let branch = &project.branches[named.ok_or_else(|| Fault::new("branch", "Unknown branch."))?];
    row.set("project_id", &*project.id);
    row.set("branch", &*branch.name);
    Ok(branch)
}

/// The words of the keys in the source language.
fn words(branch: &Branch, row: &Row) -> Result<u64, Fault> {
    let language = |field: String, iso: &str| {
        branch.language(iso).ok_or_else(|| Fault::new(field, "The project does not have it."))
    };
    let source = language("source_language_iso".to_owned(), row.text("source_language_iso"))?;
    for (index, iso) in row.texts("target_language_isos").enumerate() {
        let field = format!("target_language_isos.{index}");
        if language(field.clone(), iso)?.id == source.id {
            return Err(Fault::new(field, "This is the source language."));
        }
    }
    let empty = ["keys", "target_language_isos"].into_iter().find(|it| row.list(it).is_empty());
    if let Some(field) = empty {
        return Err(Fault::new(field, "The list is empty."));
    }
    let keys = row.list("keys").iter().enumerate().map(|(index, id)| {
        let key = id.as_u64().and_then(|id| branch.key(id));
        let key = key.ok_or_else(|| Fault::new(format!("keys.{index}"), "Unknown key."))?;
        Ok(key.words(source.id) as u64)
    });
    keys.sum()
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
        let text = |id: &Value| if id.is_null() { Value::Null } else { id.to_string().into() };
        set("keys", order.list("keys").iter().map(text).collect());
        for name in ["card_id", "translation_tier", "created_by"] {
            set(name, text(order.get(name)));
        }
    }
    let absent = match is_created {
        true => &["translation_style", "is_saved_to_translation_memory"][..],
        false => &["dry_run"],
    };
    absent.iter().for_each(|name| drop(shown.shift_remove(*name)));
}

/// Reads an order. It is completed when it is read a second time.
pub(super) fn get(call: &mut AccountCall<'_>) -> Outcome {
    let index = ORDERS.index(call)?;
    let order = &mut call.state.tables.rows_mut(ORDERS.many)[index];
    match order.id("reads") {
        0 => order.set("reads", 1),
        _ => order.set("status", "completed"),
    }
    ORDERS.run(Action::Get, call)
}

/// Who translates.
struct Provider {
    id: u64,
    name: &'static str,
    slug: &'static str,
    description: &'static str,
    /// Whether an order has a style.
    has_styles: bool,
    /// Id, title, and price of a word in thousandths.
    tiers: &'static [(u64, &'static str, u64)],
}

static PROVIDERS: [Provider; 2] = [
    Provider {
        id: 1,
        name: "Humans",
        slug: "humans",
        description: "People who translate.",
        has_styles: true,
        tiers: &[(1, "Native speaker", 70), (2, "Professional translator", 120)],
    },
    Provider {
        id: 2,
        name: "Machine",
        slug: "machine",
        description: "A machine that translates.",
        has_styles: false,
        tiers: &[(3, "Machine translation", 2)],
    },
];

impl Provider {
    fn view(&self) -> Value {
        json!({
            "provider_id": self.id,
            "name": self.name,
            "slug": self.slug,
            "price_pair_min": "0.00",
            "website_url": format!("https://{}.sandbox.test", self.slug),
            "description": self.description,
        })
    }

    /// The prices of every tier for every pair of these languages.
    fn pairs(&self, languages: &[Language]) -> Value {
        let of = |&(tier, _, price): &(u64, &str, u64), from: &Language, to: &Language| {
            json!({
                "tier_id": tier,
                "price_per_word": (price as f64 / 1000.0).to_string(),
                "from_lang_iso": from.iso,
                "from_lang_name": from.name,
                "to_lang_iso": to.iso,
                "to_lang_name": to.name,
            })
        };
        let pairs = languages.iter().flat_map(|from| languages.iter().map(move |to| (from, to)));
        let pairs = pairs.filter(|(from, to)| from.id != to.id);
        pairs.flat_map(|(from, to)| self.tiers.iter().map(move |tier| of(tier, from, to))).collect()
    }
}

pub(super) fn providers(call: &mut AccountCall<'_>) -> Outcome {
    let show = |shown| call.single("translation_providers", shown);
    let answer = call.paged(&PROVIDERS, Provider::view, show)?;
    match call.quirks.other(Quirk::ProviderTotals) {
        true => Ok(call.totals(answer, PROVIDERS.len().saturating_sub(2), call.limit()?)),
        false => Ok(answer),
    }
}

/// A provider with its prices for the languages of the team's projects.
pub(super) fn provider(call: &mut AccountCall<'_>) -> Outcome {
    let (team, id) = (call.path_id("team_id")?, call.path_id("provider_id")?);
    let provider = PROVIDERS.iter().find(|it| it.id == id).ok_or_else(Refusal::not_found)?;
    let mut languages: Vec<Language> = Vec::new();
    let projects = call.state.projects.iter().filter(|project| project.team == team);
    for language in projects.flat_map(|project| project.languages()) {
        if !languages.iter().any(|known| known.iso == language.iso) {
            languages.push(language);
        }
    }
    let mut view = provider.view();
    let tiers = provider.tiers.iter();
    view["tiers"] = tiers.map(|(id, title, _)| json!({ "tier_id": id, "title": title })).collect();
    view["pairs"] = provider.pairs(&languages);
    Ok(Answer::ok(&view))
}
