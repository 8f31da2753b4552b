//! Languages: those of the service, and those of a project.

use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::state::{Language, items, system_languages};
use crate::webhooks::language_view;

const UNKNOWN: (u16, &str) = (400, "Unknown language");
const PRESENT: (u16, &str) = (208, "The language is in the project already");

pub(super) fn list_of_system(call: &mut Call<'_>) -> Outcome {
    respond(call, system_languages::all().collect(), view_of_system)
}

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    respond(call, call.branch().languages().iter().collect(), |it| json!(it))
}

/// Languages by name.
fn respond(call: &Call<'_>, mut all: Vec<&Language>, view: fn(&Language) -> Value) -> Outcome {
    all.sort_by_cached_key(|language| language.name.to_lowercase());
    call.list("languages", &all, |language| view(language))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let (mut added, mut views, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for item in items(&call.body["languages"]) {
        match from_item(item, call.branch().languages()) {
            Ok(language) => {
                added.push(json!(language));
                views.push(language_view(&language));
                call.edit().add_language(language);
            }
            Err((code, message)) => errors.push(json!({
                "message": message,
                "code": code,
                "lang_iso": item["lang_iso"],
            })),
        }
    }
    if !views.is_empty() {
        call.emit("languages.added", json!({ "languages": views }));
    }
    let mut answer = call.envelope();
    answer["languages"] = json!(added);
    answer["errors"] = json!(errors);
    Ok(Answer::ok(&answer))
}

/// The language that an item of a request describes, to be added to those that are there, or the
/// code and the message of an error.
pub(super) fn from_item(
    item: &Value,
    present: &[Language],
) -> Result<Language, (u16, &'static str)> {
    let text = |name: &str| item[name].as_str().filter(|text| !text.is_empty());
    let system = text("lang_iso").and_then(system_languages::by_iso);
    let mut language = system.ok_or(UNKNOWN)?;
    if let Some(iso) = text("custom_iso") {
        iso.clone_into(&mut language.iso);
    }
    if let Some(name) = text("custom_name") {
        name.clone_into(&mut language.name);
    }
    language.set_forms(&item["custom_plural_forms"]);
    match present.iter().any(|other| other.id == language.id || other.iso == language.iso) {
        true => Err(PRESENT),
        false => Ok(language),
    }
}

impl Language {
    fn set_forms(&mut self, sent: &Value) {
        if let Some(forms) = sent.as_array() {
            let forms = forms.iter().filter_map(Value::as_str);
            self.plural_forms = forms.map(str::to_owned).collect();
        }
    }
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let id = call.path_id("lang_id")?;
    let language = call.branch().language_by_id(id).ok_or_else(Refusal::not_found)?;
    call.single("language", language)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (id, body) = (call.path_id("lang_id")?, call.body);
    let iso = body["lang_iso"].as_str();
    let mut languages = call.branch().languages().iter();
    if languages.any(|other| other.id != id && Some(&*other.iso) == iso) {
        return Err(Refusal::field("lang_iso", PRESENT.1).assumed("language-code-unique"));
    }
    let language = call.branch_mut().language_mut(id).ok_or_else(Refusal::not_found)?;
    if let Some(iso) = iso {
        iso.clone_into(&mut language.iso);
    }
    if let Some(name) = body["lang_name"].as_str() {
        name.clone_into(&mut language.name);
    }
    language.set_forms(&body["plural_forms"]);
    get(call)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let id = call.path_id("lang_id")?;
    if id == call.branch().base() {
        let message = "The base language of the project cannot be removed";
        return Err(Refusal::bad_request(message).assumed("base-language-stays"));
    }
    let gone = call.branch_mut().remove_language(id).ok_or_else(Refusal::not_found)?;
    call.emit("language.removed", json!({ "language": language_view(&gone) }));
    call.single("language_deleted", true)
}

fn view_of_system(language: &Language) -> Value {
    let mut view = json!(language);
    view.as_object_mut().map(|view| view.shift_remove("project_language_uuid"));
    view
}
