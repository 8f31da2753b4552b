//! What becomes of the files of a push, for people and for machines.

use l10n_client::{
    AbsentKeyFate, AbsentKeyOutcome, Error, PlannedFile, PushFile, PushPlan, PushReport, PushState,
    PushedFile,
};
use serde_json::{Value, json};

use crate::commands::processes::to_json;
use crate::exit::{Exit, error_json, with_causes};
use crate::output::{Output, Tone};
use crate::text;

/// What becomes of the files of all projects.
#[derive(Debug, Default)]
pub(crate) struct Told {
    imported: usize,
    queued: usize,
    unchanged: usize,
    failed: Vec<Exit>,
    /// For machines, one object for each project.
    pub(crate) projects: Vec<Value>,
    /// For people, of a plan: what differs.
    pub(crate) lines: Vec<String>,
}

impl Told {
    /// What a plan says.
    pub(super) fn plan(&mut self, project: &str, plan: &PushPlan<'_>) {
        let files: Vec<_> = plan.files().iter().map(|file| self.planned(file)).collect();
        let absent: Vec<_> = plan
            .absent_keys()
            .iter()
            .map(|key| {
                json!({"key_id": key.key_id(), "name": key.name(), "filenames": key.filenames()})
            })
            .collect();
        self.projects.push(
            json!({"project": project, "files": files, "absent_keys": absent,
            "unreadable_for_absent_keys": plan.unreadable_for_absent_keys()}),
        );
    }

    fn planned(&mut self, planned: &PlannedFile) -> Value {
        let mut said = file_json(planned.file(), &planned.state().to_string());
        said["bytes"] = json!(planned.size());
        match planned.state() {
            PushState::Unchanged => self.unchanged += 1,
            PushState::Queued { process_id } => {
                said["process_id"] = json!(process_id);
                self.lines.push(planned.to_string());
            }
            PushState::Unreadable(error) => {
                self.failed.push(Exit::of(error));
                said["error"] = error_json(error);
                self.lines.push(planned.to_string());
            }
            _ => self.lines.push(planned.to_string()),
        }
        said
    }

    /// What has become of a project.
    pub(super) fn sent(
        &mut self,
        output: &Output,
        project: &str,
        report: Result<PushReport, Error>,
    ) {
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                self.failed.push(Exit::of(&error));
                output.error(None, &with_causes(&error));
                self.projects
                    .push(json!({"project": project, "error": error_json(&error)}));
                return;
            }
        };
        let mut files: Vec<_> = report
            .files
            .iter()
            .map(|file| self.file(output, file))
            .collect();
        files.extend(
            report
                .unchanged
                .iter()
                .map(|file| file_json(file, "unchanged")),
        );
        self.unchanged += report.unchanged.len();
        for key in &report.absent_keys {
            output.line(Tone::Note, &key.to_string());
        }
        let absent: Vec<_> = report.absent_keys.iter().map(absent_json).collect();
        let mut said = json!({"project": project, "files": files, "absent_keys": absent});
        if let Some(error) = &report.cleanup_error {
            self.failed.push(Exit::of(error));
            output.error(None, &format!("keys: {}", with_causes(error)));
            said["cleanup_error"] = error_json(error);
        }
        self.projects.push(said);
    }

    fn file(&mut self, output: &Output, pushed: &PushedFile) -> Value {
        let mut said = file_json(&pushed.file, "failed");
        said["adopted"] = json!(pushed.adopted);
        match &pushed.outcome {
            Ok(process) => {
                let is_imported = process.status == l10n_client::types::ProcessStatus::Finished;
                said["state"] = json!(if is_imported { "imported" } else { "queued" });
                said["process"] = to_json(process);
                match is_imported {
                    true => self.imported += 1,
                    false => self.queued += 1,
                }
                output.line(Tone::Good, &pushed.to_string());
            }
            Err(error) => {
                self.failed.push(Exit::of(error));
                said["error"] = error_json(error);
                output.error(Some(pushed.file.path()), &with_causes(error));
            }
        }
        said
    }

    pub(super) fn exit(&self) -> Exit {
        Exit::of_many(self.imported + self.queued, &self.failed)
    }

    pub(super) fn tone(&self) -> Tone {
        if self.failed.is_empty() {
            Tone::Good
        } else {
            Tone::Bad
        }
    }

    /// How many files there were of each kind.
    pub(super) fn summary(&self) -> String {
        let counts = [
            (self.imported, "imported"),
            (self.queued, "queued"),
            (self.unchanged, "unchanged"),
            (self.failed.len(), "failed"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        match counts.is_empty() {
            true => "nothing to push".to_owned(),
            false => counts.join(", "),
        }
    }
}

fn file_json(file: &PushFile, state: &str) -> Value {
    let path = text::path(file.path());
    json!({"path": path, "lang_iso": file.lang(), "local_lang": file.local_lang(),
        "filename": file.filename(), "state": state})
}

fn absent_json(outcome: &AbsentKeyOutcome) -> Value {
    let key = &outcome.key;
    let fate = match outcome.fate {
        AbsentKeyFate::Removed => "removed",
        AbsentKeyFate::Shown => "shown",
        AbsentKeyFate::FilesFailed => "kept_since_files_failed",
        AbsentKeyFate::Changed => "kept_since_changed",
        AbsentKeyFate::Gone => "gone_before",
        AbsentKeyFate::NotRemoved => "not_removed",
        _ => "unknown",
    };
    json!({"key_id": key.key_id(), "name": key.name(), "filenames": key.filenames(), "fate": fate})
}
