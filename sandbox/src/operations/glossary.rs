//! Glossary terms of a project.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::call::{NEXT_CURSOR, page_behind};
use super::resource::{Action, Resource};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{Row, each_once, items, now};

/// How many terms a request may have.
const LIMIT: usize = 500;

pub(crate) static GLOSSARY: Resource = Resource {
    one: "term",
    many: "terms",
    schema: "GlossaryTerm",
    id: "id",
    defaults: r#"{"description": "", "caseSensitive": false, "translatable": true,
        "forbidden": false}"#,
    computed: &["projectId"],
    show: |call, _, term, shown| {
        shown.insert("projectId".to_owned(), json!(call.project().id));
        let translations = call.branch().languages().iter().map(|language| {
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
        shown.insert("translations".to_owned(), translations.collect());
    },
    ..Resource::PLAIN
};

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let limit = call.limit();
    let cursor = call.cursor(|text| text.parse().ok())?;
    let mut terms: Vec<&Row> = GLOSSARY.rows(call).iter().collect();
    terms.sort_by_key(|term| term.id("id"));
    let (page, next) = page_behind(&terms, |term| term.id("id"), cursor, limit);
    let meta =
        json!({ "count": page.len(), "limit": limit, "cursor": cursor, "hasMore": next.is_some() });
    let mut body = json!({ "data": shown(call, page.iter().copied()), "meta": meta });
    let Some(next) = next else { return Ok(Answer::ok(&body)) };
    body["meta"]["nextCursor"] = json!(next);
    Ok(Answer::ok(&body).header(NEXT_CURSOR, next))
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let term = &GLOSSARY.rows(call)[GLOSSARY.index(call)?];
    let shown = GLOSSARY.show(call, Action::Get, term);
    Ok(Answer::ok(&json!({ "data": shown })))
}

/// The terms of a request.
fn sent<'b>(call: &Call<'b>) -> Result<&'b [Value], Refusal> {
    let terms = items(&call.body["terms"]);
    match terms.len() <= LIMIT {
        true => Ok(terms),
        false => Err(Refusal::field("terms", format!("There are more than {LIMIT} terms."))),
    }
}

/// Creates all terms but those that exist already.
pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let sent = sent(call)?;
    let (mut created, mut errors) = (Vec::new(), Vec::new());
    for item in sent {
        if GLOSSARY.rows(call).iter().any(|term| *term.get("term") == item["term"]) {
            errors.push(format!("The term {} already exists", item["term"]));
            continue;
        }
        let row = GLOSSARY.new_row(call, Row::default(), item, "")?;
        GLOSSARY.add(call, &row);
        created.push(row);
    }
    let status = match created.is_empty() && !sent.is_empty() {
        true => StatusCode::UNPROCESSABLE_ENTITY,
        false => StatusCode::OK,
    };
    let meta = json!({ "count": sent.len(), "created": created.len(), "limit": LIMIT });
    let data = shown(call, created.iter());
    let answer = Answer::json(status, &json!({ "data": data, "meta": meta, "errors": errors }));
    match errors.is_empty() || created.is_empty() {
        true => Ok(answer),
        false => Ok(answer.assumed("some-terms-exist")),
    }
}

/// Updates all terms but those that do not exist.
pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let sent = sent(call)?;
    let (mut written, mut changed, mut errors) = (BTreeMap::new(), 0, Vec::new());
    for item in sent {
        let mut rows = GLOSSARY.rows(call).iter();
        let Some(index) = rows.position(|term| *term.get("id") == item["id"]) else {
            errors.push(format!("The term {} does not exist", item["id"]));
            continue;
        };
        let mut row = GLOSSARY.rows(call)[index].clone();
        GLOSSARY.change(call, &mut row, item, "")?;
        // Other languages stay.
        let (old, new) =
            (GLOSSARY.rows(call)[index].list("translations"), row.list("translations"));
        let texts = old.iter().map(|old| {
            let newer = new.iter().find(|it| it["langId"] == old["langId"]);
            newer.unwrap_or(old)
        });
        let texts = texts.chain(new).cloned().collect();
        row.set("translations", each_once(texts, |text| text["langId"].clone()));
        if row != GLOSSARY.rows(call)[index] {
            changed += 1;
            row.set("updatedAt", now());
        }
        GLOSSARY.rows_mut(call)[index] = row.clone();
        written.insert(row.id("id"), row);
    }
    let meta = json!({ "count": sent.len(), "updated": changed, "limit": LIMIT });
    let data = shown(call, written.values());
    Ok(Answer::ok(&json!({ "data": data, "meta": meta, "errors": errors })))
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let ids = each_once(items(&call.body["terms"]).to_vec(), Value::clone);
    let is_known = |id: &&Value| GLOSSARY.rows(call).iter().any(|term| term.get("id") == *id);
    let (deleted, failed): (Vec<&Value>, Vec<&Value>) = ids.iter().partition(is_known);
    GLOSSARY.rows_mut(call).retain(|term| !deleted.contains(&term.get("id")));
    let mut data = json!({ "deleted": { "count": deleted.len(), "ids": deleted } });
    if !failed.is_empty() {
        data["failed"] =
            json!([{ "count": failed.len(), "ids": failed, "message": "Term not found" }]);
    }
    Ok(Answer::ok(&json!({ "data": data, "meta": [] })))
}

fn shown<'r>(call: &Call<'_>, terms: impl Iterator<Item = &'r Row>) -> Value {
    terms.map(|term| GLOSSARY.show(call, Action::List, term)).collect()
}
