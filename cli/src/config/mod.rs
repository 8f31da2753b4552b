//! The configuration: `l10n.toml`, which is checked as it is read.

mod file;
mod options;
mod unknown;

use std::path::Path;
use std::{fs, io};

pub(crate) use file::{Config, FinalNewline, LineEndings, OneOrMany, PullGroup, PushGroup};
pub(crate) use options::{export, parse as parse_options, set as set_options, upload};
pub(crate) use unknown::nearest;

use serde_json::Value;

use crate::exit::{Done, Failure};

/// The name of the file.
pub(crate) const NAME: &str = "l10n.toml";

/// The JSON Schema of the configuration.
pub(crate) fn schema() -> Value {
    schemars::schema_for!(Config).to_value()
}

/// Reads the file.
pub(crate) fn read(path: &Path) -> Done<Config> {
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Failure::usage(format!("there is no configuration at {}", path.display()))
        }
        _ => Failure::local("read", path, &error),
    })?;
    parse(&text).map_err(|said| Failure::usage(format!("{}:\n  {said}", path.display())))
}

/// Reads a configuration, or says what is wrong with it.
fn parse(text: &str) -> Result<Config, String> {
    if let Some(said) = unknown::told(text, &schema()) {
        return Err(said);
    }
    let config: Config =
        toml::from_str(text).map_err(|error| error.to_string().trim_end().replace('\n', "\n  "))?;
    for (place, group) in config.push.iter().enumerate() {
        upload(&group.options).map_err(|failure| format!("push {}: {failure}", place + 1))?;
    }
    for (place, group) in config.pull.iter().enumerate() {
        let body = export("", &group.options);
        drop(body.map_err(|failure| format!("pull {}: {failure}", place + 1))?);
    }
    Ok(config)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_told_with_their_lines_and_the_nearest() {
        let text = "projct = \"p\"\n\n[[push]]\nfiles = \"a\"\n\
                    options = { replace_modified = true }\n\
                    [[pull]]\nfoldr = \".\"\n[login]\nclient = \"x\"\nsecret = \"y\"\n";
        assert_eq!(
            parse(text).unwrap_err(),
            "line 1: unknown key `projct`; did you mean `project`?\n  \
             line 7: unknown key `pull.foldr`; did you mean `folder`?\n  \
             line 9: unknown key `login.client`; did you mean `client_id`?\n  \
             line 10: unknown key `login.secret`; known are: client_id, port, scopes"
        );
    }

    #[test]
    fn values_that_do_not_fit_are_told() {
        let error = |text: &str| parse(text).unwrap_err();
        let push = "[[push]]\nfiles = \"a\"\n";
        assert_eq!(
            error(&format!(
                "{push}options = {{ replace_modified = \"maybe\" }}"
            )),
            "push 1: options: `replace_modified`: expected a boolean, found a string"
        );
        let cleanup = error(&format!("{push}options = {{ cleanup_mode = true }}"));
        assert!(cleanup.contains("has a setting of its own"), "{cleanup}");
        let unknown = error(&format!("{push}options = {{ replace_modifed = true }}"));
        assert_eq!(unknown, "push 1: unknown key `options.replace_modifed`");
        assert!(error("project = 7").contains("invalid type: integer `7`, expected a string"));
        assert!(error("[[push]]").contains("missing field `files`"));
        assert!(error("a = [").contains("line 1"));
    }

    #[test]
    fn options_come_through_as_they_are() {
        let text = "[[push]]\nfiles = [\"a\", \"b\"]\noptions = { tags = [\"ci\"], \
                    custom_translation_status_ids = [7101], replace_modified = true }\n\
                    [[pull]]\noptions = { export_sort = \"a_z\", include_tags = [] }";
        let config = parse(text).unwrap();
        let body = upload(&config.push[0].options).unwrap();
        assert_eq!(body.tags, Some(vec!["ci".to_owned()]));
        assert_eq!(config.push[0].files.as_slice(), ["a", "b"]);
        let pull = &config.pull[0].options;
        let body = export("json", pull).unwrap();
        assert_eq!(
            (body.format.as_str(), body.include_tags),
            ("json", Some(vec![]))
        );
    }

    #[test]
    fn options_in_a_text_are_an_inline_table() {
        let options = parse_options("replace_modified = true, tags = [\"a,b\"]").unwrap();
        assert_eq!(
            serde_json::json!(options),
            serde_json::json!({"replace_modified": true,
            "tags": ["a,b"]})
        );
        assert_eq!(
            parse_options("{a = 1}").unwrap(),
            parse_options("a = 1").unwrap()
        );
        assert!(parse_options("a: 1").unwrap_err().contains("write it as"));
    }
}
