//! The configuration that `l10n init` writes.

use serde_json::json;

use super::find::Found;
use crate::settings::Settings;

/// The configuration for what was found, in a project with these languages.
pub(super) fn configuration(settings: &Settings, found: &[Found], known: &[String]) -> String {
    let config = &settings.config;
    let mut text = String::new();
    let mut value = |name: &str, value: &Option<String>, example: &str| match value {
        Some(value) => text.push_str(&format!("{name} = {}\n", quoted(value))),
        None => text.push_str(&format!("# {name} = {}\n", quoted(example))),
    };
    value("base_url", &config.base_url, "https://api.service.test/v2");
    value("project", &config.project, "garnet-7041.26");
    value("base_lang", &config.base_lang, "en");
    text.push_str("ledger = \"l10n.lock\"\n");
    let pairs: Vec<_> = pairs(found, known);
    if !pairs.is_empty() {
        text.push_str("\n[languages]\n");
        for (local, service) in &pairs {
            text.push_str(&format!("{} = {}\n", quoted(local), quoted(service)));
        }
    }
    let is_known = |local: &String| {
        let mut paired = pairs.iter().map(|(local, _)| local);
        known.is_empty() || known.contains(local) || paired.any(|paired| paired == local)
    };
    for found in found {
        text.push_str(&groups(found, config.base_lang.as_ref(), is_known));
    }
    if let Some(format) = commonest(found) {
        text.push_str(&format!("\n[[pull]]\nformat = {}\n", quoted(format)));
        text.push_str("options = { original_filenames = true, directory_prefix = \"\" }\n");
    }
    text
}

/// The source, which replaces what the service has, and translations, which do not: those that are
/// here already would be lost by a pull if the service did not get them.
fn groups(found: &Found, base: Option<&String>, is_known: impl Fn(&String) -> bool) -> String {
    let files = quoted(&found.pattern);
    let mut text = String::new();
    if base.is_none_or(|base| found.languages.contains(base)) {
        text.push_str(&format!("\n[[push]]\nfiles = {files}\nonly = \"base\"\n"));
        text.push_str("options = { replace_modified = true }\n");
    }
    let others = found.languages.iter().filter(|code| Some(*code) != base);
    let (others, unknown): (Vec<_>, Vec<_>) = others.partition(|code| is_known(code));
    if !others.is_empty() {
        let base = "base".to_owned();
        let except: Vec<_> = std::iter::once(&base).chain(unknown).collect();
        let except = json!(except);
        text.push_str(&format!("\n[[push]]\nfiles = {files}\nexcept = {except}\n"));
    }
    text
}

/// The format that most files have.
fn commonest(found: &[Found]) -> Option<&str> {
    let files_of = |extension: &str| -> usize {
        let same = found.iter().filter(|found| found.extension == extension);
        same.map(|found| found.files).sum()
    };
    let extensions = found.iter().map(|found| found.extension.as_str());
    extensions.max_by_key(|extension| files_of(extension))
}

/// Codes that are written otherwise at the service.
fn pairs(found: &[Found], known: &[String]) -> Vec<(String, String)> {
    let plain = |code: &str| code.replace(['_', '-'], "").to_lowercase();
    let mut pairs = Vec::new();
    for local in found.iter().flat_map(|found| &found.languages) {
        let service = known.iter().find(|known| plain(known) == plain(local));
        if let Some(service) = service.filter(|service| *service != local) {
            pairs.push((local.clone(), service.clone()));
        }
    }
    pairs.sort();
    pairs.dedup();
    pairs
}

/// As TOML has texts, which is as JSON has them.
fn quoted(text: &str) -> String {
    json!(text).to_string()
}
