//! The names of raw requests, as operations that the pipeline knows.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::wire::operation::{Operation, Server};

/// Never freed: names are in the text of a program, so there are few.
static KNOWN: Mutex<BTreeMap<(&str, u8, bool), &Operation>> = Mutex::new(BTreeMap::new());

/// The operation of a raw request, the same for the same name. A write that is not described may
/// add or start something each time, whatever its method.
pub(super) fn operation_of(
    name: &'static str,
    server: Server,
    idempotent: bool,
) -> &'static Operation {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((name, server as u8, idempotent)).or_insert_with(|| {
        Box::leak(Box::new(Operation {
            idempotent,
            // Who may ask the authorization server for tokens says so in the body.
            authenticated: !matches!(server, Server::Auth),
            ..Operation::new(name, "", server)
        }))
    })
}
