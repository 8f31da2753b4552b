//! Calls that read one answer, and are right or wrong at once.

use reqwest::Method;
use serde_json::Value;

use crate::caller::{CallResult, Caller};
use crate::log::Rule;

pub(crate) async fn step(caller: &mut Caller) {
    let project = caller.shared.project;
    match caller.random.u8(..4) {
        0 => {
            let told = caller
                .call(
                    "listCustomTranslationStatusColors",
                    Rule::Unchecked,
                    |client, project| async move {
                        let call = client.list_custom_translation_status_colors();
                        Ok(call.project_id(project).send().await?.colors.len())
                    },
                )
                .await;
            expect(caller, "the number of colors", told, 9);
        }
        1 => {
            let told = caller
                .call(
                    "getOwnContributor",
                    Rule::Unchecked,
                    |client, project| async move {
                        let call = client.get_own_contributor().project_id(project);
                        Ok(call.send().await?.contributor.user_id)
                    },
                )
                .await;
            let owner = project.contributor_ids[0].cast_signed();
            expect(caller, "the own contributor", told, owner);
        }
        2 => {
            let name = project.filenames[0];
            let told = caller
                .call("listFiles", Rule::Unchecked, |client, project| async move {
                    let call = client.list_files().project_id(project);
                    let answer = call.filter_filename(name).send().await?;
                    Ok(answer
                        .files
                        .iter()
                        .filter_map(|file| file.filename.clone())
                        .collect::<Vec<_>>())
                })
                .await;
            expect(caller, "the files of a name", told, vec![name.to_owned()]);
        }
        _ => {
            let told = caller
                .call(
                    "listFiles, raw",
                    Rule::Unchecked,
                    |client, project| async move {
                        let path = format!("projects/{project}/files");
                        let call = client.request(Method::GET, path).query("limit", 1);
                        Ok(call.send::<Value>().await?["files"][0]["filename"].clone())
                    },
                )
                .await;
            expect(
                caller,
                "the first file",
                told,
                Value::from(project.filenames[0]),
            );
        }
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(
    caller: &Caller,
    what: &str,
    told: CallResult<T>,
    right: T,
) {
    if let CallResult::Done(value) = told
        && value != right
    {
        caller.violation(format!("{what}: {value:?}, not {right:?}"));
    }
}
