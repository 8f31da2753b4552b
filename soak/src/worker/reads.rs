//! Calls that read one answer, and are right or wrong at once.

use l10n_client::Client;
use reqwest::Method;
use serde_json::Value;

use crate::caller::{CallResult, Caller};
use crate::log::Rule;

pub(crate) async fn step(caller: &mut Caller) {
    match caller.random.u8(..4) {
        0 => colors(caller).await,
        1 => own_contributor(caller).await,
        2 => files_of_a_name(caller).await,
        _ => first_file(caller).await,
    }
}

async fn colors(caller: &mut Caller) {
    let operation = "listCustomTranslationStatusColors";
    let read = |client: Client, project: String| async move {
        let call = client.list_custom_translation_status_colors(project);
        Ok(call.send().await?.colors.len())
    };
    let told = caller.call(operation, Rule::Unchecked, read).await;
    expect(caller, "the number of colors", told, 9);
}

async fn own_contributor(caller: &mut Caller) {
    let read = |client: Client, project: String| async move {
        let call = client.get_own_contributor(project);
        Ok(call.send().await?.contributor.user_id)
    };
    let told = caller.call("getOwnContributor", Rule::Unchecked, read).await;
    let owner = caller.shared.project.contributor_ids[0];
    expect(caller, "the own contributor", told, owner);
}

async fn files_of_a_name(caller: &mut Caller) {
    let name = caller.shared.project.filenames[0];
    let read = |client: Client, project: String| async move {
        let call = client.list_files(project);
        let files = call.filter_filename(name).send().await?.into_inner().files;
        let names = files.into_iter().filter_map(|file| file.filename);
        Ok(names.collect::<Vec<_>>())
    };
    let told = caller.call("listFiles", Rule::Unchecked, read).await;
    expect(caller, "the files of a name", told, vec![name.to_owned()]);
}

async fn first_file(caller: &mut Caller) {
    let read = |client: Client, project: String| async move {
        let path = format!("projects/{project}/files");
        let call = client.request(Method::GET, path).query("limit", 1);
        Ok(call.send::<Value>().await?["files"][0]["filename"].clone())
    };
    let told = caller.call("listFiles, raw", Rule::Unchecked, read).await;
    let name = Value::from(caller.shared.project.filenames[0]);
    expect(caller, "the first file", told, name);
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
