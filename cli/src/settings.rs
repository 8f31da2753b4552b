//! The settings of a command: the configuration file, overridden by options and the environment.

use std::path::{Component, Path, PathBuf};

use l10n_sync::{Branch, Workspace};

use crate::args::Common;
use crate::config::{self, Config, NAME};
use crate::exit::{Failure, Result};

#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) path: Option<PathBuf>,
    /// The folder of the configuration file, or the working directory (an empty path). Relative if
    /// possible, to keep printed paths short.
    pub(crate) folder: PathBuf,
    pub(crate) config: Config,
}

impl Settings {
    /// Reads the configuration file, if the command needs one, and applies the options.
    pub(crate) fn load(common: &Common, needs_file: bool) -> Result<Self> {
        let given = common.config.clone().filter(|path| !path.as_os_str().is_empty());
        let path = match given {
            _ if !needs_file => None,
            Some(path) => Some(path),
            None => find_upwards()?,
        };
        let mut config = path.as_deref().map(config::read).transpose()?.unwrap_or_default();
        apply(&mut config, common);
        let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        Ok(Self { path, folder, config })
    }

    /// Returns the project, without its branch.
    pub(crate) fn project(&self) -> Result<&str> {
        let project = self.config.project.as_deref();
        let project = project.ok_or_else(|| self.missing("project", "garnet-7041.26"))?;
        match &self.config.branch {
            Some(branch) if project.contains(':') => Err(Failure::usage(format!(
                "the project `{project}` already names a branch, but the branch `{branch}` is set \
                 too: remove one of them"
            ))),
            _ => Ok(project),
        }
    }

    /// Describes the project that a command changes; `None` if it is not set.
    pub(crate) fn target(&self) -> Option<String> {
        let (project, url) = (self.config.project.as_ref()?, self.config.base_url.as_ref()?);
        let branch = self.config.branch.as_ref();
        let branch = branch.map(|branch| format!(", branch {branch},")).unwrap_or_default();
        Some(format!("project {project}{branch} at {url}"))
    }

    /// Returns the folder of the configuration; `.` for the working directory.
    pub(crate) fn root(&self) -> &Path {
        match self.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.folder,
        }
    }

    pub(crate) fn branch(&self) -> Branch {
        match self.config.branch.as_deref() {
            None => Branch::Default,
            Some("auto") => Branch::Auto,
            Some(name) => Branch::Named(name.to_owned()),
        }
    }

    /// Returns the workspace of the configuration.
    pub(crate) fn workspace(&self) -> Result<Workspace> {
        let base = self.config.base_lang.as_deref().filter(|base| !base.is_empty());
        let base = base.ok_or_else(|| self.missing("base_lang", "en"))?;
        if self.config.files.is_empty() {
            return Err(Failure::usage(
                "the configuration names no files: add a [[files]] group, or run `l10n init`",
            ));
        }
        let mut config = l10n_sync::Config::new(base);
        config.languages.clone_from(&self.config.languages);
        config.ignore.clone_from(&self.config.ignore);
        config.files.clone_from(&self.config.files);
        Ok(Workspace::new(&self.folder, &config)?)
    }

    /// Converts paths relative to the working directory into paths relative to the configuration.
    pub(crate) fn paths(&self, given: &[String]) -> Result<Vec<String>> {
        let absolute = |path: &Path| {
            std::path::absolute(path)
                .map_err(|error| Failure::local("find", path, &error))
                .map(|path| normal(&path))
        };
        let root = absolute(self.root())?;
        let relative = |path: &String| {
            let found = absolute(Path::new(path))?;
            match found.strip_prefix(&root) {
                Ok(found) => Ok(crate::text::path(found)),
                Err(_) => Err(Failure::usage(format!(
                    "{path} is outside {}, the folder of the configuration",
                    root.display()
                ))),
            }
        };
        given.iter().map(relative).collect()
    }

    pub(crate) fn base_url(&self) -> Result<&str> {
        let url = self.config.base_url.as_deref();
        url.ok_or_else(|| self.missing("base_url", "https://api.service.test/v2"))
    }

    /// Creates the failure for a required key of the configuration that is not set. Its option and
    /// its variable have the same name.
    pub(crate) fn missing(&self, key: &str, example: &str) -> Failure {
        let (option, variable) = (key.replace('_', "-"), key.to_uppercase());
        let file = match &self.path {
            Some(path) => path.display().to_string(),
            None => format!("{NAME} (`l10n init` creates it)"),
        };
        Failure::usage(format!(
            "`{key}` is not set: use --{option}, set L10N_{variable}, or write {key} = \
             \"{example}\" in {file}"
        ))
    }

    /// Returns the service's code of a language, by the configuration or the files that it matches.
    pub(crate) fn service_code(&self, local: &str) -> String {
        let configured = self.config.languages.get(local).cloned();
        let by_file = || {
            let workspace = self.workspace().ok()?;
            let file = workspace.files().iter().find(|file| file.local_lang == local)?;
            Some(file.lang.clone())
        };
        configured.or_else(by_file).unwrap_or_else(|| local.to_owned())
    }
}

/// Removes `.` and `..` from an absolute path.
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

/// Overrides the configuration by the options that are set and not empty.
fn apply(config: &mut Config, common: &Common) {
    let given = |option: &Option<String>| option.clone().filter(|given| !given.is_empty());
    config.base_url = given(&common.base_url).or(config.base_url.take());
    config.project = given(&common.project).or(config.project.take());
    config.branch = given(&common.branch).or(config.branch.take());
    config.base_lang = given(&common.base_lang).or(config.base_lang.take());
    config.requests_per_second = common.requests_per_second.or(config.requests_per_second);
    config.attempts = common.attempts.or(config.attempts);
    config.languages.extend(common.languages.iter().cloned());
}

/// Finds the configuration file in the working directory or the nearest one above.
fn find_upwards() -> Result<Option<PathBuf>> {
    let working = std::env::current_dir()
        .map_err(|error| Failure::local("open the working directory", Path::new("."), &error))?;
    let depth = working.ancestors().position(|folder| folder.join(NAME).is_file());
    let found = depth.map(|depth| Path::new(&"../".repeat(depth)).join(NAME));
    if let Some(path) = &found
        && is_of_other_user(path, &working)
    {
        return Err(Failure::usage(format!(
            "{} belongs to another user, who could redirect your token: name the configuration \
             with --config",
            path.display()
        )));
    }
    Ok(found)
}

/// Whether a file belongs neither to root nor to the owner of the working directory.
#[cfg(unix)]
fn is_of_other_user(path: &Path, working: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = |path: &Path| std::fs::metadata(path).map(|found| found.uid()).ok();
    owner(path).is_some_and(|owner| owner != 0) && owner(path) != owner(working)
}

#[cfg(not(unix))]
fn is_of_other_user(_path: &Path, _working: &Path) -> bool {
    false
}
