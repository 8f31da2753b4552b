//! What the ledger says of the files of a plan, and the imports that it names.

use std::collections::HashMap;

use super::ledger::{Line, Lines, Step};
use super::plan::PushPlan;
use super::planned::PushState;
use crate::error::Error;
use crate::types::ProcessStatus;

/// The states of imports, by the ids of their processes.
type Imports = HashMap<String, ProcessStatus>;

/// The state of a file that is as the line says.
fn state_of(line: &Line, imports: &Imports) -> PushState {
    let id = match (line.step, &line.process) {
        (Step::Imported, _) => return PushState::Unchanged,
        (Step::Queued, Some(id)) => id,
        _ => return PushState::Changed,
    };
    match imports.get(id) {
        Some(ProcessStatus::Finished) => PushState::Unchanged,
        None | Some(ProcessStatus::Failed | ProcessStatus::Cancelled) => PushState::Changed,
        Some(_) => PushState::Queued {
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

    /// The states of imports that had not ended: each read by itself, or the list where there are
    /// many. One that is gone is in neither.
    async fn imports(&self, ids: &[&str]) -> Result<Imports, Error> {
        const FEW: usize = 10;
        let project = &*self.settings.project_id;
        let mut imports = Imports::new();
        if ids.len() > FEW {
            let mut list = self.client.list_processes().project_id(project).stream();
            while let Some(process) = list.next().await {
                match process {
                    Err(error) if error.item().is_some() => {}
                    process => {
                        let process = process?;
                        imports.insert(process.process_id, process.status);
                    }
                }
            }
            return Ok(imports);
        }
        for id in ids {
            let look = self
                .client
                .get_process()
                .project_id(project)
                .process_id(*id);
            match look.send().await {
                Err(error) if error.is_not_found() => {}
                answer => {
                    let process = answer?.into_inner().process;
                    imports.insert((*id).to_owned(), process.status);
                }
            }
        }
        Ok(imports)
    }
}
