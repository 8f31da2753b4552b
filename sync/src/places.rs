//! Keys that a push would create twice: a file has keys at the service, but under other names, on
//! another platform or in another folder.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::Error;
use crate::remote::{Listing, Matches, RemoteKey};
use crate::send::KeyPlan;
use crate::workspace::Workspace;

/// The number of keys to name, and the least number that matters.
const FEW: usize = 3;

/// A platform and the name of a file there; empty for keys without a file.
type Place<'l> = (&'l str, &'l str);

/// Checks that most new keys of a file are not at the service in another place. Fails with names of
/// both sides, and what to do.
pub(crate) fn check(
    workspace: &Workspace,
    listing: &Listing,
    matches: &HashMap<String, Matches>,
    plans: &[KeyPlan],
) -> Result<(), Error> {
    let mut new: BTreeMap<&str, Vec<&KeyPlan>> = BTreeMap::new();
    for plan in plans.iter().filter(|plan| plan.id.is_none()) {
        new.entry(&plan.filename).or_default().push(plan);
    }
    new.retain(|name, plans| {
        let known = matches.get(*name).map(|found| found.of_entries.len());
        plans.len() >= FEW && known.is_some_and(|known| plans.len() > known)
    });
    if new.is_empty() {
        return Ok(());
    }
    let elsewhere = elsewhere(workspace, listing);
    for (filename, plans) in new {
        let platform = workspace.groups[plans[0].group].platform;
        let others = matches[filename].others.iter().map(|at| &listing.keys[*at]);
        let others: Vec<_> = others.filter(|key| !key.is_archived).collect();
        let places: Vec<_> = plans.iter().filter_map(|plan| elsewhere.get(&*plan.name)).collect();
        let (count, mine) = (plans.len(), few(plans.iter().map(|plan| plan.name.as_str())));
        let message = match places.as_slice() {
            _ if others.len() >= FEW => format!(
                "`{filename}` has {} other keys at the service ({}), and {count} keys ({mine}) \
                 would be created beside them: rename the keys here as they are there; or send \
                 them with --confirmed",
                others.len(),
                few(others.iter().map(|key| key.name(platform)))
            ),
            [place, ..] if places.len() >= FEW => format!(
                "{count} keys of `{filename}` ({mine}) are at the service {}; or create them \
                 beside those with --confirmed",
                remedy(**place, filename)
            ),
            _ => continue,
        };
        return Err(Error::config("push", message));
    }
    Ok(())
}

fn remedy((platform, file): Place<'_>, filename: &str) -> String {
    match file {
        "" => format!("without a file: assign `{filename}` to them there"),
        file if file == filename => {
            format!("on the platform {platform}: set platform = \"{platform}\" in its group")
        }
        file => format!("in `{file}`, which is no file here: set `name` of its group to that"),
    }
}

/// Returns the places of keys that no local file has, by name.
fn elsewhere<'l>(workspace: &Workspace, listing: &'l Listing) -> HashMap<&'l str, Place<'l>> {
    let platform = |group: usize| workspace.groups[group].platform;
    let local = workspace.files().iter().map(|file| (platform(file.group), file.name.as_str()));
    let local: HashSet<Place<'_>> = local.collect();
    let is_elsewhere =
        |key: &&RemoteKey| !key.is_archived && !key.files().any(|place| local.contains(&place));
    let keys = listing.keys.iter().filter(is_elsewhere);
    let places = keys.filter_map(|key| {
        let name = key.names.names().map(|(_, name)| name).find(|name| !name.is_empty());
        Some((name?, key.files().next().unwrap_or_default()))
    });
    places.collect()
}

fn few<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.take(FEW + 1).map(|name| format!("`{name}`")).collect();
    match names.get(..FEW) {
        Some(first) if names.len() > FEW => first.join(", ") + ", ..",
        _ => names.join(", "),
    }
}
