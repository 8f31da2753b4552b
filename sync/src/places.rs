//! Keys that a push would create twice: a file has keys at the service, but under other names, on
//! another platform or in another folder.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::Error;
use crate::remote::{Listing, Matches, RemoteKey};
use crate::send::KeyPlan;
use crate::workspace::Workspace;

/// The number of keys to name, and the least number that matters.
const FEW: usize = 3;

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
    new.retain(|name, plans| plans.len() >= FEW.max(matches[*name].of_entries.len() + 1));
    if new.is_empty() {
        return Ok(());
    }
    let elsewhere = elsewhere(workspace, listing);
    for (filename, plans) in new {
        let platform = workspace.groups[plans[0].group].platform;
        let others = matches[filename].others.iter().map(|at| &listing.keys[*at]);
        let others: Vec<_> = others.filter(|key| !key.is_archived).collect();
        let places: Vec<_> = plans.iter().filter_map(|plan| elsewhere.get(&*plan.name)).collect();
        let found = match places.as_slice() {
            _ if others.len() >= FEW => format!(
                "the file has {} other keys at the service ({}): rename the keys here as they are \
                 there",
                others.len(),
                few(others.iter().map(|key| key.name(platform)))
            ),
            [place, ..] if places.len() >= FEW => format!(
                "the service has them {place}: set `name` or `platform` of the group to that, or \
                 assign `{filename}` to them there"
            ),
            _ => continue,
        };
        let (count, mine) = (plans.len(), few(plans.iter().map(|plan| plan.name.as_str())));
        let message = format!(
            "would create {count} keys of `{filename}` ({mine}), but {found}; or create them with \
             --confirmed"
        );
        return Err(Error::config("push", message));
    }
    Ok(())
}

/// Returns the places of keys that no local file has, by name.
fn elsewhere<'l>(workspace: &Workspace, listing: &'l Listing) -> HashMap<&'l str, String> {
    let platform = |group: usize| workspace.groups[group].platform;
    let local = workspace.files().iter().map(|file| (platform(file.group), file.name.as_str()));
    let local: HashSet<_> = local.collect();
    let is_elsewhere =
        |key: &&RemoteKey| !key.is_archived && !key.files().any(|place| local.contains(&place));
    let keys = listing.keys.iter().filter(is_elsewhere);
    let places = keys.filter_map(|key| {
        let name = key.names.names().map(|(_, name)| name).find(|name| !name.is_empty());
        let place = match key.files().next() {
            Some((platform, file)) => format!("in `{file}` on the platform {platform}"),
            None => "without a file".to_owned(),
        };
        Some((name?, place))
    });
    places.collect()
}

fn few<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<_> = names.take(FEW + 1).map(|name| format!("`{name}`")).collect();
    names.iter_mut().skip(FEW).for_each(|name| *name = "..".to_owned());
    names.join(", ")
}
