//! `trigger_names`: the service lists six identifiers of integrations in one place and ten in
//! another. Both lists are unknown, so any text can be sent.

/// Identifier of an integration to trigger. Any text can be sent.
pub(crate) type ExportTrigger = String;
