//! Languages: those of the service, and those of a project.

use serde_json::{Value, json};

use super::{AccountCall, Call, Outcome};
use crate::http::{Answer, Refusal};
use crate::quirks::Quirk;
use crate::rules::plural::FORMS;
use crate::state::{Language, items, system_languages};
use crate::webhooks::language_view;

/// Why a language cannot be added: the field that is wrong, a code and a message.
pub(super) struct Unusable(pub(super) &'static str, u16, pub(super) &'static str);

const UNKNOWN: Unusable = Unusable("lang_iso", 400, "Unknown language");
const PRESENT: Unusable = Unusable("lang_iso", 208, "The language is in the project already");
const TAKEN: Unusable =
    Unusable("custom_iso", 400, "Another language of the project has this code");
const FORMS_UNKNOWN: Unusable = Unusable("custom_plural_forms", 400, "These are not plural forms");

pub(super) fn list_of_system(call: &mut AccountCall<'_>) -> Outcome {
    let mut languages: Vec<&Language> = system_languages::all().collect();
    languages.sort_by_cached_key(|language| language.name.to_lowercase());
    call.list("languages", &languages, |language| view(call, language))
}

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let mut languages: Vec<&Language> = call.branch().languages().iter().collect();
    languages.sort_by_cached_key(|language| language.name.to_lowercase());
    call.list("languages", &languages, |language| view_in_project(call, language))
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let body = call.body;
    let (mut added, mut views, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for item in items(&body["languages"]) {
        match from_item(item, call.branch().languages()) {
            Ok(language) => {
                let mut shown = view_in_project(call, &language);
                if call.quirks.other(Quirk::LanguageIdText) {
                    shown["lang_id"] = json!(language.id.to_string());
                }
                added.push(shown);
                views.push(language_view(&language));
                call.edit().add_language(language);
            }
            Err(Unusable(_, code, message)) => errors.push(json!({
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

/// The language that an item of a request describes, to be added to those that are there.
pub(super) fn from_item(item: &Value, present: &[Language]) -> Result<Language, Unusable> {
    let text = |name: &str| item[name].as_str().filter(|text| !text.is_empty());
    let system = text("lang_iso").and_then(system_languages::by_iso);
    let mut language = system.ok_or(UNKNOWN)?;
    if present.iter().any(|other| other.id == language.id) {
        return Err(PRESENT);
    }
    if let Some(iso) = text("custom_iso") {
        iso.clone_into(&mut language.iso);
    }
    if present.iter().any(|other| other.iso == language.iso) {
        return Err(TAKEN);
    }
    if let Some(name) = text("custom_name") {
        name.clone_into(&mut language.name);
    }
    if let Some(sent) = item["custom_plural_forms"].as_array() {
        language.plural_forms = forms(sent).ok_or(FORMS_UNKNOWN)?;
    }
    Ok(language)
}

/// The plural forms of a request; `None` where they are none.
fn forms(sent: &[Value]) -> Option<Vec<String>> {
    let known = |form: &Value| {
        let form = form.as_str().filter(|form| FORMS.contains(form))?;
        Some(form.to_owned())
    };
    let forms: Vec<String> = sent.iter().map(known).collect::<Option<_>>()?;
    (!forms.is_empty()).then_some(forms)
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let id = id(call)?;
    single(call, id)
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let (id, body) = (id(call)?, call.body);
    let (iso, name) = (text(body, "lang_iso")?, text(body, "lang_name")?);
    let others = call.branch().languages().iter();
    let mut others = others.filter(|other| other.id != id);
    if others.any(|other| Some(&*other.iso) == iso) {
        return Err(Refusal::field("lang_iso", TAKEN.2));
    }
    let sent = body["plural_forms"].as_array();
    let refuse = || Refusal::field("plural_forms", FORMS_UNKNOWN.2);
    let forms = sent.map(|sent| forms(sent).ok_or_else(refuse));
    let forms = forms.transpose()?;
    if let Some(language) = call.branch_mut().language_mut(id) {
        if let Some(iso) = iso {
            iso.clone_into(&mut language.iso);
        }
        if let Some(name) = name {
            name.clone_into(&mut language.name);
        }
        if let Some(forms) = forms {
            language.plural_forms = forms;
        }
    }
    single(call, id)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    let id = id(call)?;
    if id == call.branch().base() {
        let message = "The base language of the project cannot be removed";
        return Err(Refusal::bad_request(message));
    }
    if let Some(gone) = call.branch_mut().remove_language(id) {
        call.emit("language.removed", json!({ "language": language_view(&gone) }));
    }
    call.project_mut().forget_languages();
    call.single("language_deleted", true)
}

fn id(call: &Call<'_>) -> Result<u64, Refusal> {
    let id = call.path_id("lang_id")?;
    match call.branch().language_by_id(id) {
        Some(_) => Ok(id),
        None => Err(Refusal::not_found()),
    }
}

fn text<'b>(body: &'b Value, name: &str) -> Result<Option<&'b str>, Refusal> {
    match body[name].as_str() {
        Some("") => Err(Refusal::field(name, "This field is empty.")),
        text => Ok(text),
    }
}

fn single(call: &Call<'_>, id: u64) -> Outcome {
    let language = call.branch().language_by_id(id);
    let shown = language.map(|language| view_in_project(call, language));
    call.single("language", shown)
}

fn view(call: &AccountCall<'_>, language: &Language) -> Value {
    let older = call.quirks.other(Quirk::OlderAnswers);
    json!({
        "lang_id": language.id,
        "lang_iso": language.iso,
        "lang_name": language.name,
        "is_rtl": language.rtl,
        "plural_forms": (!older).then_some(&language.plural_forms),
    })
}

fn view_in_project(call: &Call<'_>, language: &Language) -> Value {
    let mut view = view(call, language);
    if !call.quirks.other(Quirk::OlderAnswers) {
        view["project_language_uuid"] = json!(language.uuid);
    }
    view
}
