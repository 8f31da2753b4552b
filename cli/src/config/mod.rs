//! The configuration: `l10n.toml`, what options and the environment say in its place, and the
//! settings that come of it.

mod file;
mod options;
mod unknown;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub(crate) use file::{Config, FinalNewline, LineEndings, OneOrMany, PullGroup, PushGroup};
pub(crate) use options::{export, parse as parse_options, set as set_options, upload};
pub(crate) use unknown::nearest;

use serde_json::Value;

use crate::args::Common;
use crate::exit::{Done, Failure};

/// The name of the file.
pub(crate) const NAME: &str = "l10n.toml";

/// The settings that a command goes by.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The file, where there is one.
    pub(crate) path: Option<PathBuf>,
    /// What relative paths are relative to: the folder of the file, or the working folder, which is
    /// an empty path. Itself relative where it can be, so that paths are told as they are short.
    pub(crate) folder: PathBuf,
    pub(crate) config: Config,
}

/// The JSON Schema of the configuration.
pub(crate) fn schema() -> Value {
    schemars::schema_for!(Config).to_value()
}

impl Settings {
    /// Reads the file, and puts options in the place of what it says.
    pub(crate) fn load(common: &Common) -> Done<Self> {
        let given = common
            .config
            .clone()
            .filter(|path| !path.as_os_str().is_empty());
        let path = match given {
            Some(path) => Some(path),
            None => upwards()?,
        };
        let mut config = match &path {
            Some(path) => read(path)?,
            None => Config::default(),
        };
        apply(&mut config, common);
        let folder = path
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(Path::new(""))
            .to_owned();
        Ok(Self {
            folder,
            path,
            config,
        })
    }

    /// What options and the environment say, without a file.
    pub(crate) fn of_options(common: &Common) -> Done<Self> {
        let mut config = Config::default();
        apply(&mut config, common);
        Ok(Self {
            config,
            ..Self::default()
        })
    }

    /// The project to address, with its branch: that of a group, or that of all.
    pub(crate) fn project(&self, group: Option<&str>, branch: Option<&str>) -> Done<String> {
        let all = self.config.project.as_deref();
        let project = group.or(all).ok_or_else(|| {
            self.missing("project", "--project", "L10N_PROJECT", "garnet-7041.26")
        })?;
        // The branch of all is one of the project of all.
        let of_all = self.config.branch.as_deref().filter(|_| group.is_none());
        match branch.or(of_all) {
            None => Ok(project.to_owned()),
            Some(branch) if project.contains(':') => Err(Failure::usage(format!(
                "the project `{project}` names a branch already, and the branch is `{branch}`: \
                 give one of them"
            ))),
            Some(branch) => Ok(format!("{project}:{branch}")),
        }
    }

    pub(crate) fn base_url(&self) -> Done<&str> {
        self.config.base_url.as_deref().ok_or_else(|| {
            let example = "https://api.service.test/v2";
            self.missing("base_url", "--base-url", "L10N_BASE_URL", example)
        })
    }

    /// That a value is in none of its places.
    pub(crate) fn missing(
        &self,
        key: &str,
        option: &str,
        variable: &str,
        example: &str,
    ) -> Failure {
        let place = match &self.path {
            Some(path) => format!("in {}", path.display()),
            None => format!("in a file {NAME}, which `l10n init` makes"),
        };
        Failure::usage(format!(
            "`{key}` is not set: write {key} = \"{example}\" {place}, or give {option} or \
             {variable}"
        ))
    }

    /// The code at the service of a language, by its local one.
    pub(crate) fn service_code<'a>(&'a self, local: &'a str) -> &'a str {
        self.config
            .languages
            .get(local)
            .map_or(local, String::as_str)
    }

    /// Local codes of languages, with the base language in the place of `base`.
    pub(crate) fn local_codes(&self, codes: &OneOrMany) -> Done<Vec<String>> {
        let code = |code: &String| match (code.as_str(), &self.config.base_lang) {
            ("base", Some(base)) => Ok(base.clone()),
            ("base", None) => Err(self.missing("base_lang", "--base-lang", "L10N_BASE_LANG", "en")),
            _ => Ok(code.clone()),
        };
        codes.as_slice().iter().map(code).collect()
    }
}

/// The configuration of the working folder, or of the nearest one above it.
fn upwards() -> Done<Option<PathBuf>> {
    let working = std::env::current_dir()
        .map_err(|error| Failure::local("open the working folder", Path::new("."), &error))?;
    let depth = working
        .ancestors()
        .position(|folder| folder.join(NAME).is_file());
    let found = depth.map(|depth| Path::new(&"../".repeat(depth)).join(NAME));
    if let Some(path) = &found
        && is_of_a_stranger(path, &working)
    {
        return Err(Failure::usage(format!(
            "the nearest {NAME} is {}, of another user, who would say where the token is sent: \
             name the one that is meant by --config",
            path.display()
        )));
    }
    Ok(found)
}

/// Whether a file belongs to another user than the working folder, and not to the administrator.
#[cfg(unix)]
fn is_of_a_stranger(path: &Path, working: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |path: &Path| fs::metadata(path).map(|found| found.uid()).ok();
    owner(path).is_some_and(|owner| owner != 0) && owner(path) != owner(working)
}

#[cfg(not(unix))]
fn is_of_a_stranger(_path: &Path, _working: &Path) -> bool {
    false
}

fn read(path: &Path) -> Done<Config> {
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

/// Options, and variables of the environment, go before the file. Empty ones say nothing: that is
/// how variables are unset where a job has them all.
fn apply(config: &mut Config, common: &Common) {
    let set = |place: &mut Option<String>, given: &Option<String>| {
        if let Some(given) = given.as_ref().filter(|given| !given.is_empty()) {
            *place = Some(given.clone());
        }
    };
    set(&mut config.base_url, &common.base_url);
    set(&mut config.auth_url, &common.auth_url);
    set(&mut config.cursor_api_url, &common.cursor_api_url);
    if common
        .project
        .as_ref()
        .is_some_and(|project| !project.is_empty())
    {
        // A branch of the one project is none of the other.
        config.branch = None;
    }
    set(&mut config.project, &common.project);
    set(&mut config.branch, &common.branch);
    set(&mut config.base_lang, &common.base_lang);
    config.requests_per_second = common.requests_per_second.or(config.requests_per_second);
    config.attempts = common.attempts.or(config.attempts);
    config.languages.extend(common.languages.iter().cloned());
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_told_with_their_lines_and_the_nearest() {
        let text = "projct = \"p\"\n\n[[push]]\nfiles = \"a\"\noptions = { replace_modifed = true }\n\
                    [[pull]]\nfoldr = \".\"\n[login]\nclient = \"x\"\nsecret = \"y\"\n";
        assert_eq!(
            parse(text).unwrap_err(),
            "line 1: unknown key `projct`; did you mean `project`?\n  \
             line 5: unknown key `push.options.replace_modifed`; did you mean `replace_modified`?\n  \
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
            "push 1: `options.replace_modified` is \"maybe\"; it takes true or false"
        );
        let cleanup = error(&format!("{push}options = {{ cleanup_mode = true }}"));
        assert!(
            cleanup.starts_with("line 3: unknown key `push.options.cleanup_mode`"),
            "{cleanup}"
        );
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
        let body = l10n_client::types::FileExport::try_from(export("json", pull).unwrap()).unwrap();
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
