//! The content of localization files: import into a project, and export as a bundle.

mod export;
mod filter;
mod import;
mod json;
mod names;
mod options;

pub(crate) use export::{NO_KEYS, bundle_filename, export};
pub(crate) use import::import;
pub(crate) use options::{JSON, format, status_ids};
