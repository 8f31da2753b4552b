//! The names of raw requests, as operations that the pipeline knows.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::wire::operation::{Operation, Server, UNNAMED};

/// Names that are kept, and never freed. A program has a few in its text; more are made on the way,
/// and those have no name.
const MOST: usize = 10_000;

static PLAIN: [[Operation; 2]; 3] = [both(Server::Main), both(Server::Auth), both(Server::Cursor)];

static NAMED: Mutex<Option<Named>> = Mutex::new(None);

type Named = HashMap<(&'static str, Server, bool), &'static Operation>;

/// One that reads, and one that writes.
const fn both(server: Server) -> [Operation; 2] {
    [
        operation(UNNAMED, server, false),
        operation(UNNAMED, server, true),
    ]
}

/// A write that is not described may add or start something each time, whatever its method.
const fn operation(name: &'static str, server: Server, once: bool) -> Operation {
    Operation {
        once,
        // Who may ask the authorization server for tokens says so in the body.
        authenticated: !matches!(server, Server::Auth),
        ..Operation::undescribed(name, server)
    }
}

/// The operation of a raw request, the same for the same name.
pub(super) fn operation_of(
    name: Option<&'static str>,
    server: Server,
    once: bool,
) -> &'static Operation {
    let of_server = match server {
        Server::Main => &PLAIN[0],
        Server::Auth => &PLAIN[1],
        Server::Cursor => &PLAIN[2],
    };
    let plain = &of_server[usize::from(once)];
    let Some(name) = name else {
        return plain;
    };
    let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = named.get_or_insert_default();
    if named.len() >= MOST && !named.contains_key(&(name, server, once)) {
        return plain;
    }
    named
        .entry((name, server, once))
        .or_insert_with(|| Box::leak(Box::new(operation(name, server, once))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once_and_not_without_end() {
        let first = operation_of(Some("listScreenshots"), Server::Main, false);
        let again = operation_of(Some("listScreenshots"), Server::Main, false);
        assert!(std::ptr::eq(first, again));
        let write = operation_of(Some("listScreenshots"), Server::Main, true);
        assert!(!std::ptr::eq(first, write) && write.once);

        for number in 0..MOST {
            let name: &'static str = Box::leak(number.to_string().into_boxed_str());
            operation_of(Some(name), Server::Cursor, false);
        }
        let late = operation_of(Some("late"), Server::Cursor, true);
        assert_eq!(
            (late.id, late.server, late.once),
            (UNNAMED, Server::Cursor, true)
        );
        assert_eq!(operation_of(Some("7"), Server::Cursor, false).id, "7");
    }
}
