//! Calls that read one answer, and are right or wrong at once.

use reqwest::Method;
use serde_json::Value;

use crate::hand::{Hand, Rule, Told};

pub(crate) async fn step(hand: &mut Hand) {
    let project = hand.round.project;
    match hand.random.u8(..4) {
        0 => {
            let told = hand
                .call(
                    "listCustomTranslationStatusColors",
                    Rule::Free,
                    |client, project| async move {
                        let call = client.list_custom_translation_status_colors();
                        Ok(call.project_id(project).send().await?.colors.len())
                    },
                )
                .await;
            expect(hand, "the number of colors", told, 9);
        }
        1 => {
            let told = hand
                .call(
                    "getOwnContributor",
                    Rule::Free,
                    |client, project| async move {
                        let call = client.get_own_contributor().project_id(project);
                        Ok(call.send().await?.contributor.user_id)
                    },
                )
                .await;
            let owner = project.contributor_ids[0].cast_signed();
            expect(hand, "the own contributor", told, owner);
        }
        2 => {
            let name = project.filenames[0];
            let told = hand
                .call("listFiles", Rule::Free, |client, project| async move {
                    let call = client.list_files().project_id(project);
                    let answer = call.filter_filename(name).send().await?;
                    Ok(answer
                        .files
                        .iter()
                        .filter_map(|file| file.filename.clone())
                        .collect::<Vec<_>>())
                })
                .await;
            expect(hand, "the files of a name", told, vec![name.to_owned()]);
        }
        _ => {
            let told = hand
                .call("listFiles, raw", Rule::Free, |client, project| async move {
                    let path = format!("projects/{project}/files");
                    let call = client.request(Method::GET, path).query("limit", 1);
                    Ok(call.send::<Value>().await?["files"][0]["filename"].clone())
                })
                .await;
            expect(
                hand,
                "the first file",
                told,
                Value::from(project.filenames[0]),
            );
        }
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(hand: &Hand, what: &str, told: Told<T>, right: T) {
    if let Told::Done(value) = told
        && value != right
    {
        hand.violation(format!("{what}: {value:?}, not {right:?}"));
    }
}
