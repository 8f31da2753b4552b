//! Operations of raw requests by name.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::wire::operation::{Operation, Server};

/// Never freed: names are literals of a program, so there are few.
static KNOWN: Mutex<BTreeMap<(&str, u8, bool), &Operation>> = Mutex::new(BTreeMap::new());

/// Returns the operation of a raw request, the same for the same name. A write that is not in the
/// document may create or start something each time, whatever its method.
pub(super) fn operation_of(
    name: &'static str,
    server: Server,
    idempotent: bool,
) -> &'static Operation {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((name, server as u8, idempotent)).or_insert_with(|| {
        Box::leak(Box::new(Operation {
            idempotent,
            // The authorization server authenticates by the body.
            authenticated: !matches!(server, Server::Auth),
            ..Operation::new(name, "", server)
        }))
    })
}
