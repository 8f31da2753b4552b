//! `trigger_names`: the service lists six identifiers of integrations in one place and ten in
//! another, and neither list is known here: any text may be sent.

/// Identifier of an integration whose export is triggered. Any text may be sent.
pub type ExportTrigger = String;
