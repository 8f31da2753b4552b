//! Glossary terms of a project.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::call::NEXT_CURSOR;
use super::resource::{Action, Around, Fault, Resource};
use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::state::{Row, now};

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

/// Sets the translations that are sent; the others stay.
fn check(around: &Around<'_>, term: &mut Row, sent: &Map<String, Value>) -> Result<(), Fault> {
    let mut translations = term.list("translations").to_vec();
    let sent = sent.get("translations").and_then(Value::as_array).into_iter().flatten();
    for (index, sent) in sent.enumerate() {
        if !around.languages.iter().any(|language| sent["langId"] == language.id) {
            let field = format!("translations.{index}.langId");
            return Err(Fault::new(field, "The project does not have this language."));
        }
        let place = translations.iter().position(|own| own["langId"] == sent["langId"]);
        let place = place.unwrap_or_else(|| {
            let new = json!({ "langId": sent["langId"], "translation": "", "description": "" });
            translations.push(new);
            translations.len() - 1
        });
        for name in ["translation", "description"].into_iter().filter(|it| sent[it].is_string()) {
            translations[place][name] = sent[name].clone();
        }
    }
    term.set("translations", translations);
    Ok(())
}

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let (limit, cursor) = (call.query_count("limit", 100)?, call.query_ids("cursor"));
    let cursor = cursor.first().copied().unwrap_or_default();
    let mut rest: Vec<&Row> =
        GLOSSARY.rows(call).iter().filter(|term| term.id("id") > cursor).collect();
    rest.sort_by_key(|term| term.id("id"));
    let has_more = rest.len() > limit;
    rest.truncate(limit);
    let (around, last) = (call.around(), rest.last().map(|term| term.id("id")));
    let data: Vec<Value> = rest.iter().map(|it| GLOSSARY.show(&around, Action::List, it)).collect();
    let meta =
        json!({ "count": data.len(), "limit": limit, "cursor": cursor, "hasMore": has_more });
    let mut body = json!({ "data": data, "meta": meta });
    let Some(last) = last.filter(|_| has_more) else { return Ok(Answer::ok(&body)) };
    body["meta"]["nextCursor"] = json!(last);
    Ok(Answer::ok(&body).header(NEXT_CURSOR, last))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let rows = sent(call)?.iter().enumerate().map(|(index, item)| {
        let mut row = Row::default();
        GLOSSARY.change(call, &mut row, item, &format!("terms.{index}."))?;
        Ok(row)
    });
    let (mut created, mut errors) = (Vec::new(), Vec::new());
    for row in rows.collect::<Result<Vec<Row>, Refusal>>()? {
        if is_taken(call, &row) {
            errors.push(exists(&row));
            continue;
        }
        let by = call.caller;
        let row = GLOSSARY.completed(row, by, now(), &mut call.state.ids);
        created.push(GLOSSARY.show(&call.around(), Action::Create, &row));
        call.project_mut().tables.rows_mut(GLOSSARY.many).push(row);
    }
    let status = match created.is_empty() && !errors.is_empty() {
        true => StatusCode::UNPROCESSABLE_ENTITY,
        false => StatusCode::OK,
    };
    let count = created.len() + errors.len();
    let meta = json!({ "count": count, "created": created.len(), "limit": MAXIMUM });
    Ok(Answer::json(status, &json!({ "data": created, "meta": meta, "errors": errors })))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let items = sent(call)?;
    // All of them are checked before the first is changed.
    for (index, item) in items.iter().enumerate() {
        GLOSSARY.change(call, &mut Row::default(), item, &format!("terms.{index}."))?;
    }
    let (mut found, mut updated, mut errors) = (Vec::new(), 0, Vec::new());
    for item in items {
        let place = GLOSSARY.rows(call).iter().position(|term| *term.get("id") == item["id"]);
        let Some(place) = place else {
            errors.push(format!("The term {} does not exist", item["id"]));
            continue;
        };
        let mut row = GLOSSARY.rows(call)[place].clone();
        GLOSSARY.change(call, &mut row, item, "")?;
        if is_taken(call, &row) {
            errors.push(exists(&row));
            continue;
        }
        if row != GLOSSARY.rows(call)[place] {
            row.set("updatedAt", now());
            updated += 1;
        }
        found.push(row.clone());
        call.project_mut().tables.rows_mut(GLOSSARY.many)[place] = row;
    }
    found.sort_by_key(|term| term.id("id"));
    let around = call.around();
    let data = found.iter().map(|term| GLOSSARY.show(&around, Action::Update, term));
    let data: Vec<Value> = data.collect();
    let meta = json!({ "count": items.len(), "updated": updated, "limit": MAXIMUM });
    Ok(Answer::ok(&json!({ "data": data, "meta": meta, "errors": errors })))
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let ids = sent(call)?;
    let is_known = |id: &Value| GLOSSARY.rows(call).iter().any(|term| term.get("id") == id);
    let (deleted, failed): (Vec<&Value>, Vec<&Value>) = ids.iter().partition(|id| is_known(id));
    let mut body = json!({ "data": { "deleted": { "count": deleted.len(), "ids": deleted } } });
    if !failed.is_empty() {
        body["data"]["failed"] =
            json!([{ "count": failed.len(), "ids": failed, "message": "Term not found" }]);
    }
    if call.quirks.other(Quirk::GlossaryDeleteMeta) {
        body["meta"] = json!([]);
    }
    let terms = call.project_mut().tables.rows_mut(GLOSSARY.many);
    terms.retain(|term| !deleted.contains(&term.get("id")));
    Ok(Answer::ok(&body))
}

/// The terms of a request.
fn sent<'b>(call: &Call<'b>) -> Result<&'b [Value], Refusal> {
    match call.body.value["terms"].as_array().map_or(&[][..], Vec::as_slice) {
        terms if terms.len() > MAXIMUM => {
            Err(Refusal::field("terms", format!("The maximum is {MAXIMUM}.")))
        }
        terms => Ok(terms),
    }
}

/// Whether another term is the same but for its case.
fn is_taken(call: &Call<'_>, row: &Row) -> bool {
    let name = |term: &Row| term.text("term").to_lowercase();
    let mut others = GLOSSARY.rows(call).iter().filter(|term| term.get("id") != row.get("id"));
    others.any(|other| name(other) == name(row))
}

fn exists(term: &Row) -> String {
    format!("The term \"{}\" already exists", term.text("term"))
}
