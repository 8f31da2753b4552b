//! The settings that commands go by: the configuration, and what options and the environment say in
//! its place.

use std::path::{Component, Path, PathBuf};

use l10n_sync::{Branch, FileGroup, Side, Workspace};

use crate::args::Common;
use crate::config::{self, Config, NAME};
use crate::exit::{Done, Failure};

/// The settings of a command.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The file, where there is one.
    pub(crate) path: Option<PathBuf>,
    /// What relative paths are relative to: the folder of the file, or the working folder, which is
    /// an empty path. Itself relative where it can be, so that paths are told as they are short.
    pub(crate) folder: PathBuf,
    pub(crate) config: Config,
}

impl Settings {
    /// Reads the file, and puts options in the place of what it says.
    pub(crate) fn load(common: &Common) -> Done<Self> {
        let given = common.config.clone().filter(|path| !path.as_os_str().is_empty());
        let path = match given {
            Some(path) => Some(path),
            None => upwards()?,
        };
        let mut config = match &path {
            Some(path) => config::read(path)?,
            None => Config::default(),
        };
        apply(&mut config, common);
        let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        Ok(Self { folder, path, config })
    }

    /// What options and the environment say, without a file.
    pub(crate) fn of_options(common: &Common) -> Done<Self> {
        let mut config = Config::default();
        apply(&mut config, common);
        Ok(Self { config, ..Self::default() })
    }

    /// The project, without its branch.
    pub(crate) fn project(&self) -> Done<&str> {
        let project = self.config.project.as_deref().ok_or_else(|| {
            self.missing("project", "--project", "L10N_PROJECT", "garnet-7041.26")
        })?;
        match &self.config.branch {
            Some(branch) if project.contains(':') => Err(Failure::usage(format!(
                "the project `{project}` names a branch already, and the branch is `{branch}`: \
                 give one of them"
            ))),
            _ => Ok(project),
        }
    }

    /// The branch of the project.
    pub(crate) fn branch(&self) -> Branch {
        match self.config.branch.as_deref() {
            None => Branch::Default,
            Some("auto") => Branch::Auto,
            Some(name) => Branch::Named(name.to_owned()),
        }
    }

    /// The files of the configuration; those of these patterns, if it has none.
    pub(crate) fn workspace(&self, patterns: &[String]) -> Done<Workspace> {
        let base = self.config.base_lang.as_deref().unwrap_or_default();
        if base.is_empty() {
            return Err(self.missing("base_lang", "--base-lang", "L10N_BASE_LANG", "en"));
        }
        let mut config = l10n_sync::Config::new(base);
        config.languages = self.config.languages.clone();
        config.ignore = self.config.ignore.clone();
        config.files = self.config.files.clone();
        if config.files.is_empty() {
            config.files.extend(patterns.iter().map(|pattern| {
                let mut group = FileGroup::new(pattern);
                group.push = Side::All;
                group
            }));
        }
        if config.files.is_empty() {
            return Err(Failure::usage(
                "the configuration has no files: write [[files]] groups, as `l10n init` does",
            ));
        }
        Ok(Workspace::new(&self.folder, &config)?)
    }

    /// Paths of the command line, which are relative to the working folder, as the configuration
    /// has them.
    pub(crate) fn paths(&self, given: &[String]) -> Done<Vec<String>> {
        let absolute = |path: &Path| {
            std::path::absolute(path)
                .map_err(|error| Failure::local("find", path, &error))
                .map(|path| normal(&path))
        };
        let root = absolute(if self.folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &self.folder
        })?;
        let relative = |path: &String| {
            let found = absolute(Path::new(path))?;
            match found.strip_prefix(&root) {
                Ok(found) => Ok(crate::text::path(found)),
                Err(_) => Err(Failure::usage(format!(
                    "{path} is not below {}, the folder of the configuration",
                    root.display()
                ))),
            }
        };
        given.iter().map(relative).collect()
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
        self.config.languages.get(local).map_or(local, String::as_str)
    }
}

/// An absolute path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(normal.pop()),
            part => normal.push(part),
        }
    }
    normal
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
    if common.project.as_ref().is_some_and(|project| !project.is_empty()) {
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

/// The configuration of the working folder, or of the nearest one above it.
fn upwards() -> Done<Option<PathBuf>> {
    let working = std::env::current_dir()
        .map_err(|error| Failure::local("open the working folder", Path::new("."), &error))?;
    let depth = working.ancestors().position(|folder| folder.join(NAME).is_file());
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
    let owner = |path: &Path| std::fs::metadata(path).map(|found| found.uid()).ok();
    owner(path).is_some_and(|owner| owner != 0) && owner(path) != owner(working)
}

#[cfg(not(unix))]
fn is_of_a_stranger(_path: &Path, _working: &Path) -> bool {
    false
}
