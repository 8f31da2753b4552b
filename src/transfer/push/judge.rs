//! What the ledger says of the files of a plan, and the imports that it names.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use futures_util::stream::{self, StreamExt as _};

use super::ledger::{Line, Lines, Step};
use super::plan::PushPlan;
use super::planned::PushState;
use super::processes;
use crate::error::Error;
use crate::wait::{State as _, Verdict};

/// What became of imports, by the ids of their processes.
type Imports = HashMap<String, Verdict>;

/// The state of a file that is as the line says.
fn state_of(line: &Line, imports: &Imports) -> PushState {
    let id = match (line.step, &line.process) {
        (Step::Imported, _) => return PushState::Unchanged,
        (Step::Queued, Some(id)) => id,
        _ => return PushState::Changed,
    };
    match imports.get(id) {
        Some(Verdict::Ended) => PushState::Unchanged,
        None | Some(Verdict::Failed(_)) => PushState::Changed,
        Some(Verdict::Going) => PushState::Queued {
            process_id: id.clone(),
        },
    }
}

impl PushPlan<'_> {
    /// Sets the states of the files in these places, as the ledger says, and the imports that it
    /// names.
    pub(super) async fn judge(&mut self, places: &[usize], lines: &Lines) -> Result<(), Error> {
        let found = places
            .iter()
            .filter_map(|place| Some((*place, self.line_of(*place, lines)?)));
        let found: Vec<_> = found.collect();
        let queued = found
            .iter()
            .filter_map(|(_, line)| (*line)?.process.as_deref());
        let imports = self.imports(&queued.collect::<Vec<_>>()).await?;
        for (place, line) in found {
            let state = line.map_or(PushState::Changed, |line| state_of(line, &imports));
            self.files[place].state = match state {
                PushState::Unchanged | PushState::Queued { .. } if self.settings.all => {
                    PushState::Repeated
                }
                state => state,
            };
        }
        Ok(())
    }

    /// What the ledger says of a file; nothing within where that was another content. Nothing at
    /// all where it says nothing.
    fn line_of<'l>(&self, place: usize, lines: &'l Lines) -> Option<Option<&'l Line>> {
        let file = &self.files[place];
        let (ledger, sent) = (self.ledger.as_ref()?, file.sent.as_ref()?);
        let line = lines.get(&ledger.key(&file.file.filename, &file.file.lang))?;
        Some(Some(line).filter(|line| line.sent == *sent))
    }

    /// What became of imports that had not ended: of many by the list, which tells those that go
    /// on, and of each other by itself. One that is gone is in neither.
    async fn imports(&self, ids: &[&str]) -> Result<Imports, Error> {
        const FEW: usize = 10;
        let (client, project) = (self.client, &*self.settings.project_id);
        let mut imports = Imports::new();
        if ids.len() > FEW {
            let mut missing: BTreeSet<_> = ids.iter().copied().collect();
            processes::walk(client, project, |process| {
                if let Some(process) =
                    process.filter(|process| missing.remove(&*process.process_id))
                    && let Verdict::Going = process.verdict()
                {
                    imports.insert(process.process_id, Verdict::Going);
                }
                match missing.is_empty() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
            .await?;
        }
        let others = ids.iter().filter(|id| !imports.contains_key(**id));
        let others: Vec<_> = others
            .map(|id| processes::find(client, project, id))
            .collect();
        let mut others = stream::iter(others).buffer_unordered(self.settings.concurrency);
        while let Some(process) = others.next().await {
            imports.extend(process?.map(|process| (process.process_id.clone(), process.verdict())));
        }
        drop(others);
        Ok(imports)
    }
}
