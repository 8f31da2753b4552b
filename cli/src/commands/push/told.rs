//! What became of the files of a push, for people and for machines.

use l10n_client::PushedFile;
use serde_json::{Value, json};

use crate::commands::processes::to_json;
use crate::exit::{Exit, error_json, with_causes};
use crate::output::{Output, Tone};

/// What became of the files.
#[derive(Debug, Default)]
pub(super) struct Told {
    done: usize,
    failed: Vec<Exit>,
    files: Vec<Value>,
}

impl Told {
    pub(super) fn add(&mut self, output: &Output, pushed: &PushedFile) {
        let file = &pushed.file;
        let mut said = json!({"path": file.path(), "lang_iso": file.lang(),
            "filename": file.filename()});
        match &pushed.outcome {
            Ok(process) => {
                self.done += 1;
                said["state"] = json!("imported");
                said["process"] = to_json(process);
                output.line(Tone::Good, &pushed.to_string());
            }
            Err(error) => {
                self.failed.push(Exit::of(error));
                said["state"] = json!("failed");
                said["error"] = error_json(error);
                output.error(Some(file.path()), &with_causes(error));
            }
        }
        self.files.push(said);
    }

    pub(super) fn exit(&self) -> Exit {
        Exit::of_many(self.done, &self.failed)
    }

    pub(super) fn files(&self) -> &[Value] {
        &self.files
    }
}
