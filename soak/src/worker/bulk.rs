//! Contributors in bulk: imports into a project of its own, and the deletion of all of them.

use std::collections::BTreeSet;
use std::time::Duration;

use l10n_client::ErrorKind;

use crate::caller::{CallResult, Caller};
use crate::log::{Outcome, Rule};

/// Who may be in the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Members {
    /// The owner alone.
    Owner,
    /// All who were imported.
    All,
    /// One or the other.
    Either,
    /// A deletion may be under way.
    Unsettled,
}

/// What is known of the project.
pub(crate) struct Bulk {
    members: Members,
}

impl Default for Bulk {
    fn default() -> Self {
        Self { members: Members::Owner }
    }
}

impl Bulk {
    pub(crate) async fn step(&mut self, caller: &mut Caller) {
        match (caller.random.u8(..3), self.members) {
            (0, members) if members != Members::Unsettled => self.import(caller).await,
            (1, members) if members != Members::Unsettled => self.list(caller).await,
            _ => self.delete(caller).await,
        }
    }

    async fn import(&mut self, caller: &mut Caller) {
        let project = caller.shared.project;
        let told = caller
            .call("importContributors", Rule::AtMostOnceUnmarked, |client, _| async move {
                let call = client.import_contributors(project.large_uuid, project.source_uuid);
                Ok(call.send().await?.into_inner())
            })
            .await;
        if let CallResult::Done(result) = &told {
            let contributors = result.contributors.as_deref().unwrap_or_default();
            let imported = contributors.iter().filter(|one| one.success == Some(true)).count();
            // The owner is there already; the others are, or are not.
            let right = match self.members {
                Members::Owner => imported == 3,
                Members::All => imported == 0,
                Members::Either | Members::Unsettled => imported == 0 || imported == 3,
            };
            if !right || contributors.len() != 4 {
                let members = self.members;
                caller.violation(format!("{imported} were imported where {members:?} was"));
            }
        }
        self.members = match (told.outcome(), self.members) {
            (Outcome::Done, _) => Members::All,
            (Outcome::Unknown, Members::Owner) => Members::Either,
            (_, members) => members,
        };
    }

    async fn list(&mut self, caller: &mut Caller) {
        let project = caller.shared.project;
        let told = caller
            .call("listContributors, of another project", Rule::Unchecked, |client, _| async move {
                let call = client.list_contributors(project.large_project_id);
                let answer = call.send().await?.into_inner().contributors;
                Ok(answer.into_iter().map(|one| one.user_id).collect::<BTreeSet<_>>())
            })
            .await;
        let CallResult::Done(ids) = told else { return };
        let (owner, all) = (BTreeSet::from([1001]), [1001, 1005, 2001, 2003].into());
        let found = match () {
            () if ids == owner => Members::Owner,
            () if ids == all => Members::All,
            () => Members::Unsettled,
        };
        let possible = self.members == Members::Either && found != Members::Unsettled;
        if found != self.members && !possible {
            let members = self.members;
            caller.violation(format!("{ids:?} are contributors where {members:?} was"));
        }
        self.members = found;
    }

    async fn delete(&mut self, caller: &mut Caller) {
        let project = caller.shared.project;
        let awaited = caller.random.u8(..4) > 0 || self.members == Members::Unsettled;
        let told = caller
            .call("deleteAllContributors", Rule::AtMostOnceUnmarked, |client, _| async move {
                let call = client.delete_all_contributors(project.large_uuid);
                if awaited {
                    let job = call.wait().max_interval(Duration::from_millis(4)).await?;
                    return Ok((job.deleted, job.processed == job.total));
                }
                call.send().await.map(|_| (None, true))
            })
            .await;
        let ended = match &told {
            CallResult::Done((deleted, complete)) => {
                // From the owner alone nobody can be deleted, and the job has failed.
                if awaited && (*deleted == Some(0) || !complete) {
                    caller.violation("a bulk deletion has ended without its end".to_owned());
                }
                awaited
            }
            CallResult::Failed(error) if error.kind() == ErrorKind::JobFailed => {
                if self.members == Members::All {
                    caller.violation(format!("a bulk deletion has failed: {error}"));
                }
                true
            }
            _ => false,
        };
        self.members = match told.outcome() {
            Outcome::Done if ended => Members::Owner,
            Outcome::NoEffect => self.members,
            _ => Members::Unsettled,
        };
    }
}
