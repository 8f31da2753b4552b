//! Projects: the list, one by one, new ones, and their statistics.

use serde_json::{Value, json};
use uuid::Uuid;

use super::resource::Around;
use super::{CONTRIBUTORS, Call, Outcome, languages};
use crate::http::{Answer, Refusal};
use crate::state::{
    Branch, Ids, Language, MASTER, Project, Row, SOFTWARE, Stamp, TEAM, default_settings, items,
    now, system_languages,
};

/// The code of the language that a project gets when none is named.
const ENGLISH: &str = "en";

pub(super) fn list(call: &mut Call<'_>) -> Outcome {
    let team = call.parameters.query.get("filter_team_id");
    let names = call.query_list("filter_names");
    let wanted = |project: &&Project| {
        project.contributor(call.caller).is_some()
            && team.is_none_or(|id| *id == project.team.to_string())
            && (names.is_empty() || names.contains(&project.name.as_str()))
    };
    let mut projects: Vec<&Project> = call.state.projects.iter().filter(wanted).collect();
    projects.sort_by_cached_key(|project| (project.name.to_lowercase(), &*project.id));
    call.list("projects", &projects, |project| {
        let mut shown = view(call, project, project.default_branch());
        for part in ["statistics", "settings"] {
            if call.query_flag(&format!("include_{part}")) == Some(false) {
                shown.as_object_mut().map(|shown| shown.shift_remove(part));
            }
        }
        shown
    })
}

pub(super) fn create(call: &mut Call<'_>) -> Outcome {
    let body = call.body;
    let text = |name: &str, usual: &str| body[name].as_str().unwrap_or(usual).to_owned();
    let languages = languages_of(body)?;
    let mut settings = default_settings();
    settings.set("branching", false);
    settings.set("segmentation", body["is_segmentation_enabled"] == true);
    let stamp = Stamp { by: call.caller, at: now() };
    let (id, uuid) = identity(&mut call.state.ids);
    let master = call.state.ids.next();
    let mut project = Project {
        id,
        uuid,
        name: text("name", ""),
        description: text("description", ""),
        kind: text("project_type", SOFTWARE),
        owner: call.caller,
        created_at: stamp.at,
        team: body["team_id"].as_u64().unwrap_or(TEAM),
        settings,
        ..Project::default()
    };
    project.branches = vec![Branch::new(master, MASTER, stamp, languages)];
    *project.tables.rows_mut(CONTRIBUTORS.many) = vec![creator(call, &project)?];
    let created = view(call, &project, project.default_branch());
    call.state.projects.push(project);
    Ok(Answer::ok(&created))
}

pub(super) fn identity(ids: &mut Ids) -> (String, Uuid) {
    let uuid = Uuid::now_v7();
    (format!("{:.20}.{:08}", uuid.simple().to_string(), ids.next()), uuid)
}

/// The languages of the body, the base language first; English where there are none.
fn languages_of(body: &Value) -> Result<Vec<Language>, Refusal> {
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
pub(super) fn creator(call: &mut Call<'_>, project: &Project) -> Result<Row, Refusal> {
    let around = Around { branch: project.branches.first(), ..Around::default() };
    let sent =
        [("user_id", json!(project.owner)), ("is_admin", json!(true)), ("role_id", json!(1))];
    let mut row = Row::default();
    CONTRIBUTORS.set(&around, &mut row, &Row::of(sent).0)?;
    Ok(CONTRIBUTORS.filled(row, project.owner, project.created_at, &mut call.state.ids))
}

pub(super) fn get(call: &mut Call<'_>) -> Outcome {
    let shown = view(call, call.project(), call.place.branch);
    Ok(Answer::ok(&shown))
}

pub(super) fn update(call: &mut Call<'_>) -> Outcome {
    let [name, description] = ["name", "description"].map(|name| call.body[name].as_str());
    let project = call.project_mut();
    if let Some(name) = name {
        name.clone_into(&mut project.name);
    }
    if let Some(description) = description {
        description.clone_into(&mut project.description);
    }
    get(call)
}

pub(super) fn delete(call: &mut Call<'_>) -> Outcome {
    call.emit("deleted", json!({}));
    let gone = call.place.project;
    // Nothing may look at the place behind this: another project may be there.
    let project = call.state.projects.remove(gone);
    Ok(Answer::ok(&json!({ "project_id": project.id, "project_deleted": true })))
}

/// Deletes the keys of the branch that is addressed.
pub(super) fn empty(call: &mut Call<'_>) -> Outcome {
    call.branch_mut().remove_keys(|_| true);
    call.project_mut().uncounted_pairs = 0;
    Ok(call.single("keys_deleted", true)?.assumed("emptied-project"))
}

pub(super) fn view(call: &Call<'_>, project: &Project, branch: usize) -> Value {
    let branch = &project.branches[branch];
    let base = branch.languages().first();
    let mut view = json!({
        "project_id": project.id,
        "project_type": project.kind,
        "name": project.name,
        "description": project.description,
        "created_by": project.owner,
        "created_by_email": call.email(project.owner),
        "team_id": project.team,
        "team_uuid": project.team_uuid(),
        "base_language_id": base.map_or(0, |base| base.id),
        "base_language_iso": base.map_or("", |base| &base.iso),
        "settings": project.settings,
        "statistics": statistics(project, branch),
    });
    call.stamp(&mut view, "created_at", project.created_at);
    view
}

fn statistics(project: &Project, branch: &Branch) -> Value {
    let (base_words, to_do) = branch.words();
    let done = |to_do: &usize| base_words.saturating_sub(*to_do);
    let languages = branch.languages().iter().zip(&to_do).map(|(language, to_do)| {
        json!({
            "language_id": language.id,
            "language_iso": language.iso,
            "progress": percent(done(to_do), base_words),
            "words_to_do": to_do,
        })
    });
    json!({
        "progress_total": percent(to_do.iter().map(done).sum(), base_words * to_do.len()),
        "keys_total": branch.keys().len(),
        "team": project.contributors().len(),
        "base_words": base_words,
        // Texts are not checked.
        "qa_issues_total": 0,
        "qa_issues": QA_ISSUES.split_whitespace().map(|kind| (kind, json!(0))).collect::<Value>(),
        "languages": languages.collect::<Value>(),
    })
}

const QA_ISSUES: &str = "not_reviewed unverified spelling_grammar inconsistent_placeholders \
    inconsistent_html different_number_of_urls different_urls leading_whitespace \
    trailing_whitespace different_number_of_email_address different_email_address \
    different_brackets different_numbers double_space special_placeholder unbalanced_brackets";

fn percent(part: usize, whole: usize) -> usize {
    (100 * part).checked_div(whole).unwrap_or(0)
}
