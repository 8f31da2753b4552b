//! New projects.

use serde_json::{Value, json};
use uuid::Uuid;

use super::name;
use super::view::view;
use crate::http::{Answer, Refusal};
use crate::operations::describe::CONTRIBUTORS;
use crate::operations::{Call, Outcome, languages};
use crate::state::{
    Branch, Ids, Language, MASTER, Project, Row, SOFTWARE, Stamp, TEAM, default_settings, items,
    now, role_rights, system_languages,
};

/// The code of the language that a project gets when none is named.
const ENGLISH: &str = "en";
const MANAGER: u64 = 1;

pub(in crate::operations) fn create(call: &mut Call<'_>) -> Outcome {
    let body = call.body;
    let text = |name: &str, usual: &str| body[name].as_str().unwrap_or(usual).to_owned();
    let languages = languages(body)?;
    let mut settings = default_settings();
    settings.set("branching", false);
    settings.set("segmentation", body["is_segmentation_enabled"] == true);
    let stamp = Stamp { by: call.caller, at: now() };
    let (id, uuid) = identity(&mut call.state.ids);
    let master = call.state.ids.next();
    let mut project = Project {
        id,
        uuid,
        name: name(call)?.to_owned(),
        description: text("description", ""),
        kind: text("project_type", SOFTWARE),
        owner: call.caller,
        created_at: stamp.at,
        team: body["team_id"].as_u64().unwrap_or(TEAM),
        settings,
        ..Project::default()
    };
    project.contributors_mut().push(creator(call, stamp, &languages));
    project.branches = vec![Branch::new(master, MASTER, stamp, languages)];
    let created = view(call, &project, project.default_branch());
    call.state.projects.push(project);
    Ok(Answer::ok(&created))
}

pub(in crate::operations) fn identity(ids: &mut Ids) -> (String, Uuid) {
    let uuid = Uuid::now_v7();
    (format!("{:.20}.{:08}", uuid.simple().to_string(), ids.next()), uuid)
}

/// The languages of the body, the base language first; English where there are none.
fn languages(body: &Value) -> Result<Vec<Language>, Refusal> {
    let mut languages = Vec::new();
    for (index, item) in items(&body["languages"]).iter().enumerate() {
        let language = languages::from_item(item, &languages).map_err(|(_, message)| {
            Refusal::field(format!("languages.{index}.lang_iso"), message)
        })?;
        languages.push(language);
    }
    if languages.is_empty() {
        languages.extend(system_languages::by_iso(ENGLISH));
    }
    let wanted = body["base_lang_iso"].as_str().unwrap_or(ENGLISH);
    let base = languages.iter().position(|language| language.iso == wanted);
    let message = || format!("`base_lang_iso` {wanted} is not among `languages`.");
    let base = base.ok_or_else(|| Refusal::field("base_lang_iso", message()))?;
    languages[..=base].rotate_right(1);
    Ok(languages)
}

/// Who creates a project is its first contributor, and may do everything there.
pub(in crate::operations) fn creator(
    call: &mut Call<'_>,
    stamp: Stamp,
    languages: &[Language],
) -> Row {
    let languages = languages.iter().map(|it| json!({ "lang_id": it.id, "is_writable": true }));
    let creator = Row::of([
        ("user_id", json!(stamp.by)),
        ("is_admin", json!(true)),
        ("is_reviewer", json!(true)),
        ("role_id", json!(MANAGER)),
        ("languages", languages.collect()),
        ("admin_rights", json!(role_rights(MANAGER))),
    ]);
    CONTRIBUTORS.filled(creator, stamp.by, stamp.at, &mut call.state.ids)
}
