//! A line of a ledger: what is known of a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The form of the lines that this version writes, and the newest that it reads.
pub(super) const VERSION: u64 = 1;

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::transfer::push) struct Line {
    pub(super) v: u64,
    #[serde(flatten)]
    pub(in crate::transfer::push) key: Key,
    pub(in crate::transfer::push) step: Step,
    /// The hash of what is in it, and that of all else that its upload says.
    #[serde(flatten)]
    pub(in crate::transfer::push) sent: Sent,
    /// The process of an import that had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::transfer::push) process: Option<String>,
}

/// Which file of which project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::transfer::push) struct Key {
    pub(in crate::transfer::push) host: String,
    pub(in crate::transfer::push) project: String,
    pub(in crate::transfer::push) file: String,
    pub(in crate::transfer::push) lang: String,
}

/// What was sent, by its hashes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::transfer::push) struct Sent {
    pub(in crate::transfer::push) content: String,
    pub(in crate::transfer::push) options: String,
}

/// How far a file has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::transfer::push) enum Step {
    /// It may have been sent.
    Sending,
    /// The service has it, and was to import it.
    Queued,
    Imported,
}

/// The last line of each file.
pub(in crate::transfer::push) type Lines = BTreeMap<Key, Line>;

impl Line {
    pub(in crate::transfer::push) fn new(
        key: Key,
        step: Step,
        sent: Sent,
        process: Option<&str>,
    ) -> Self {
        Self {
            v: VERSION,
            key,
            step,
            sent,
            process: process.map(str::to_owned),
        }
    }
}
