//! What several exports make of one another's files, and what none of them may touch.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf, absolute};

use l10n_client::{PullChange, PullFile, PullPlan};

use crate::config::NAME;
use crate::environment::Variable;
use crate::exit::{Done, Exit, Failure};
use crate::settings::Settings;
use crate::text;

/// The plans of all exports. The last is dropped first: folders that were made for an earlier one
/// may be around it.
#[derive(Debug, Default)]
pub(super) struct Plans(pub(super) Vec<PullPlan>);

impl Drop for Plans {
    fn drop(&mut self) {
        while self.0.pop().is_some() {}
    }
}

/// Makes one plan of many: no file is removed that another export has, or twice, and none that the
/// program goes by.
///
/// # Errors
///
/// Where an export has a file that the program goes by, or that another export has too.
pub(super) fn settle(settings: &Settings, plans: &mut [PullPlan]) -> Done<()> {
    let mut places = Places::default();
    let own = own(settings, &mut places);
    let is_own = |file: &PullFile, place: &Path| {
        let name = file.path().file_name().unwrap_or_default();
        name.eq_ignore_ascii_case(NAME) || own.contains(&folded(place))
    };
    let mut placed = HashSet::new();
    for plan in plans.iter() {
        for file in plan.files().filter(|file| !is_removed(file)) {
            let place = places.of(file.path());
            if is_own(file, &place) {
                return Err(own_file(file.path()));
            }
            if !placed.insert(place) {
                return Err(shared(file.path()));
            }
        }
    }
    let mut removed = HashSet::new();
    for plan in plans {
        plan.retain(|file| {
            if !is_removed(file) {
                return true;
            }
            let place = places.of(file.path());
            !is_own(file, &place) && !placed.contains(&place) && removed.insert(place)
        });
    }
    Ok(())
}

fn is_removed(file: &PullFile) -> bool {
    file.change() == PullChange::Removed
}

fn own_file(path: &Path) -> Failure {
    Failure::new(
        Exit::Unusable,
        format!(
            "an export has the file {}, which this program goes by: nothing is placed; give that \
             file another name at the service",
            text::path(path)
        ),
    )
}

fn shared(path: &Path) -> Failure {
    Failure::usage(format!(
        "two exports have the file {}: nothing is placed; tell them apart by `folder`, `only` or \
         their `options`",
        text::path(path)
    ))
}

/// Files that the program reads and writes by itself: whoever can write them says where the token
/// goes, and what is taken for sent.
fn own(settings: &Settings, places: &mut Places) -> HashSet<String> {
    let mut files: Vec<PathBuf> = settings.path.iter().cloned().collect();
    let given = Variable::L10nLedger.get().map(PathBuf::from);
    for ledger in settings.config.ledger.iter().chain(&given) {
        let ledger = settings.folder.join(ledger);
        let mut held = ledger.clone().into_os_string();
        held.push(".held");
        files.extend([ledger, held.into()]);
    }
    files.extend(Variable::L10nTokenFile.get().map(PathBuf::from));
    files.iter().map(|file| folded(&places.of(file))).collect()
}

/// A place as a disk sees it that ignores case: this one may.
fn folded(place: &Path) -> String {
    place.to_string_lossy().to_lowercase()
}

/// Places of files, each by one name: that of its folder without links and `..`.
#[derive(Debug, Default)]
struct Places(HashMap<PathBuf, PathBuf>);

impl Places {
    fn of(&mut self, file: &Path) -> PathBuf {
        let file = absolute(file).unwrap_or_else(|_| file.to_owned());
        match (file.parent(), file.file_name()) {
            (Some(folder), Some(name)) => self.folder(folder).join(name),
            _ => file,
        }
    }

    /// Of a folder that is not there yet: below the innermost one around it that is.
    fn folder(&mut self, folder: &Path) -> PathBuf {
        if let Some(known) = self.0.get(folder) {
            return known.clone();
        }
        let known = match (folder.canonicalize(), folder.parent(), folder.file_name()) {
            (Ok(known), ..) => known,
            (Err(_), Some(around), Some(name)) => self.folder(around).join(name),
            _ => folder.to_owned(),
        };
        self.0.insert(folder.to_owned(), known.clone());
        known
    }
}
