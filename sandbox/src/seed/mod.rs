//! The data of a world as JSON: what `--seed` takes, and `GET /state/data` gives.
//!
//! Its objects are those of the document, as responses show them; most of their fields may be left
//! out. What is given can be taken again. Not part of it is what does not outlive a restart: access
//! tokens, codes, bundles, contents of snapshots, files that are not read, and work that has not
//! ended.

mod reader;
mod world;

use serde_json::{Value, json};

pub(crate) use world::read;

use crate::state::{Branch, DataError, Stamp, State, parse_data};

/// The data that every sandbox starts with, unless it is given others. Their ids are named in
/// `README.md`.
pub(crate) fn built_in() -> Result<State, DataError> {
    let mut state = read(parse_data(include_bytes!("../../seed.json"))?)?;
    if let Some(project) = state.projects.first_mut() {
        let master = &project.branches[project.default_branch()];
        // Keys have ids from 3101 on, translations from 310101 on.
        let new_id = |id| if id > 100_000 { id + 10_000 } else { id + 100 };
        let stamp = Stamp { by: project.owner, at: 1_740_988_800 };
        let mut feature = master.copy(new_id, "feature/start", stamp);
        (feature.id, feature.base) = (9102, Some(master.snapshot()));
        project.branches.push(feature);
    }
    Ok(state)
}

pub(crate) fn data(mut state: State) -> Value {
    state.set_prefix("");
    for branch in state.projects.iter_mut().flat_map(|project| &mut project.branches) {
        branch.processes.retain(|process| process.next().is_none());
    }
    let mut projects = json!(state.projects);
    for (at, project) in state.projects.iter().enumerate() {
        for (index, branch) in project.branches.iter().enumerate() {
            name_languages(&mut projects[at]["branches"][index]["keys"], branch);
        }
    }
    json!({
        "users": state.users,
        "tokens": state.tokens,
        "oauth_apps": state.oauth.apps,
        "granting_user": state.oauth.granting_user,
        "oauth_grants": state.oauth.grants().collect::<Vec<_>>(),
        "projects": projects,
        "last_id": state.ids.last,
    })
}

/// Writes translations by the codes of their languages.
fn name_languages(keys: &mut Value, branch: &Branch) {
    for (written, key) in keys.as_array_mut().into_iter().flatten().zip(branch.keys()) {
        let by_code = key.translations().iter().filter_map(|translation| {
            let mut written = json!(translation);
            written.as_object_mut()?.shift_remove("lang_id");
            Some((branch.language_by_id(translation.language)?.iso.clone(), written))
        });
        written["translations"] = by_code.collect();
    }
}
