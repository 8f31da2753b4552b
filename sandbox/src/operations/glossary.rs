//! Glossary terms of a project.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::call::{NEXT_CURSOR, page_behind};
use super::resource::{Action, Around, Fault, Resource};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{Row, each_once, items, now};

/// The most terms of a request, and of a page.
const MAXIMUM: usize = 500;

pub(crate) static GLOSSARY: Resource = Resource {
    one: "term",
    many: "terms",
    schema: "GlossaryTerm",
    id: "id",
    parameter: "term_id",
    defaults: r#"{"description": "", "caseSensitive": false, "translatable": true,
        "forbidden": false}"#,
    computed: &["translations", "projectId"],
    filled: &["term"],
    operations: &[("getGlossaryTerm", Action::Get)],
    check,
    show: |around, _, term, shown| {
        shown.insert("projectId".to_owned(), around.project.into());
        let languages = around.languages.iter().map(|language| {
            let own = term.list("translations").iter().find(|it| it["langId"] == language.id);
            let text = |name: &str| own.and_then(|own| own[name].as_str()).unwrap_or_default();
            json!({
                "langId": language.id,
                "langName": language.name,
                "langIso": language.iso,
                "translation": text("translation"),
                "description": text("description"),
            })
        });
        shown.insert("translations".to_owned(), languages.collect());
    },
    name: |_, _| Some(("data", false)),
    ..Resource::PLAIN
};

/// Sets the translations that are sent; those of other languages stay.
fn check(around: &Around<'_>, term: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let sent = sent.get("translations").map_or(&[][..], items);
    let is_known = |it: &Value| around.languages.iter().any(|language| it["langId"] == language.id);
    Fault::of_items("translations", sent, is_known)?;
    let all = [sent, term.list("translations")].concat();
    term.set("translations", each_once(all, |it| it["langId"].clone()));
    Ok(())
}

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let limit = call.limit();
    let cursor = call.cursor(|text| text.parse().ok())?;
    let terms = sorted(call);
    let (page, next) = page_behind(&terms, |term| term.id("id"), cursor, limit);
    let data = shown(call, Action::List, page);
    let meta =
        json!({ "count": page.len(), "limit": limit, "cursor": cursor, "hasMore": next.is_some() });
    let mut body = json!({ "data": data, "meta": meta });
    let Some(next) = next else { return Ok(Answer::ok(&body)) };
    body["meta"]["nextCursor"] = json!(next);
    Ok(Answer::ok(&body).header(NEXT_CURSOR, next))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    write(call, Action::Create)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    write(call, Action::Update)
}

/// Creates or updates terms: none if one of them does not fit, and all but those that exist already
/// or do not exist.
fn write(call: &mut Call<'_>, action: Action) -> Outcome {
    let (mut terms, sent, is_new) = (sorted(call), sent(call)?, action == Action::Create);
    let (mut written, mut changed, mut errors) = (Vec::new(), 0, Vec::new());
    for (index, item) in sent.iter().enumerate() {
        let known = terms.iter().position(|term| !is_new && *term.get("id") == item["id"]);
        if known.is_none() && !is_new {
            errors.push(format!("The term {} does not exist", item["id"]));
            continue;
        }
        let old = known.map(|place| terms.remove(place));
        let mut row = old.clone().unwrap_or_default();
        GLOSSARY.change(call, &mut row, item, &format!("terms.{index}."))?;
        let name = row.text("term").to_lowercase();
        if terms.iter().any(|term| term.text("term").to_lowercase() == name) {
            errors.push(format!("The term \"{}\" already exists", row.text("term")));
            terms.extend(old);
            continue;
        }
        changed += usize::from(old.as_ref() != Some(&row));
        if old.as_ref().is_some_and(|old| *old != row) {
            row.set("updatedAt", now());
        }
        let row = GLOSSARY.completed(row, call.caller, now(), &mut call.state.ids);
        written.retain(|term: &Row| term.get("id") != row.get("id"));
        written.push(row.clone());
        terms.push(row);
    }
    for rows in [&mut terms, &mut written] {
        rows.sort_by_key(|term| term.id("id"));
    }
    *call.project_mut().tables.rows_mut(GLOSSARY.many) = terms;
    let counted = if is_new { "created" } else { "updated" };
    let meta = json!({ "count": sent.len(), (counted): changed, "limit": MAXIMUM });
    let status = match is_new && changed == 0 && !sent.is_empty() {
        true => StatusCode::UNPROCESSABLE_ENTITY,
        false => StatusCode::OK,
    };
    let data = shown(call, action, &written);
    Ok(Answer::json(status, &json!({ "data": data, "meta": meta, "errors": errors })))
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let (mut terms, ids) = (sorted(call), each_once(sent(call)?.to_vec(), Value::clone));
    let is_known = |id: &&Value| terms.iter().any(|term| term.get("id") == *id);
    let (deleted, failed): (Vec<&Value>, Vec<&Value>) = ids.iter().partition(is_known);
    let mut body = json!({ "data": { "deleted": { "count": deleted.len(), "ids": deleted } } });
    if !failed.is_empty() {
        body["data"]["failed"] =
            json!([{ "count": failed.len(), "ids": failed, "message": "Term not found" }]);
    }
    if call.quirks.other(Quirk::GlossaryDeleteMeta) {
        body["meta"] = json!([]);
    }
    terms.retain(|term| !deleted.contains(&term.get("id")));
    *call.project_mut().tables.rows_mut(GLOSSARY.many) = terms;
    Ok(Answer::ok(&body))
}

fn sorted(call: &Call<'_>) -> Vec<Row> {
    let mut terms = GLOSSARY.rows(call).to_vec();
    terms.sort_by_key(|term| term.id("id"));
    terms
}

fn shown(call: &Call<'_>, action: Action, terms: &[Row]) -> Vec<Value> {
    let around = call.around();
    terms.iter().map(|term| GLOSSARY.show(&around, action, term)).collect()
}

fn sent<'b>(call: &Call<'b>) -> Result<&'b [Value], Refusal> {
    let terms = items(&call.body["terms"]);
    match terms.len() <= MAXIMUM {
        true => Ok(terms),
        false => Err(Refusal::field("terms", format!("The maximum is {MAXIMUM}."))),
    }
}
