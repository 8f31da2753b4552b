//! The rule: what a caller may expect of a call that meets a fault, and what the sandbox has seen
//! in the end.

use l10n_client::ErrorKind;

use super::fault::{
    ATTEMPTS, Again, CONFLICT, EMPTY, Fault, REDIRECT, REDIRECTED_RESPONSE, Status, WRONG_JSON,
};
use crate::every::{Kind, Row};

/// How a call ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    Done,
    Failed { kind: ErrorKind, status: Option<u16>, attempts: usize, may_have_taken_effect: bool },
}

/// What a caller may expect, and what the sandbox has seen in the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) end: End,
    pub(super) requests: usize,
}

impl Fault {
    /// The rule of this fault for a call: met once, or at every attempt. How many attempts there
    /// is time for is not known before.
    pub(super) fn expected(&self, row: &Row, lasting: bool, seen: usize) -> Expected {
        let special = self.special(row);
        let fault = special.as_ref().unwrap_or(self);
        if fault.status == SUCCESS {
            return Expected { end: End::Done, requests: 1 };
        }
        let again = !row.is_once()
            && match fault.again {
                Again::Never => false,
                Again::Harmless => matches!(row.kind, Kind::Read | Kind::Update | Kind::Deletion),
                Again::Always | Again::Limited => true,
            };
        // What is deleted is not there any more when the deletion is repeated; and a head that says
        // so settles it, whatever becomes of its body.
        let gone = again && row.kind == Kind::Deletion && fault.effect;
        let settled = gone && fault.status == Status::True;
        let sent = match (again, lasting) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) if settled => 2,
            // How many there is time for is the machine's to say.
            (true, true) if fault.again == Again::Limited => seen.max(1),
            (true, true) => ATTEMPTS,
        };
        let unknown = fault.unknown && row.kind.writes();
        let end = match (again && (!lasting || settled), gone) {
            (true, false) => End::Done,
            (true, true) => failed(ErrorKind::Status, Some(404), sent, unknown),
            (false, _) => failed(fault.kind, fault.shown(row, gone), sent, unknown),
        };
        let befallen = if again && !lasting { 1 } else { sent };
        Expected { end, requests: if fault.seen { sent } else { sent - befallen } }
    }

    /// What the document says of single operations, and the crate of raw requests.
    fn special(&self, row: &Row) -> Option<Self> {
        let done = Self { status: SUCCESS, ..self.clone() };
        match self.name.as_str() {
            CONFLICT if !row.retry_on_conflict() => {
                Some(Self { again: Again::Never, ..self.clone() })
            }
            // A redirect is a response here, and this one has no body.
            REDIRECT if row.redirects() => {
                Some(Self { kind: ErrorKind::Decode, unknown: true, ..self.clone() })
            }
            REDIRECTED_RESPONSE if row.redirects() => Some(done),
            // Whatever is JSON, or nothing, is a response to a raw request.
            EMPTY | WRONG_JSON if row.is_raw() => Some(done),
            _ => None,
        }
    }

    fn shown(&self, row: &Row, gone: bool) -> Option<u16> {
        match self.status {
            Status::None => None,
            Status::Of(code) => Some(code),
            Status::True if gone => Some(404),
            Status::True => Some(row.success()),
        }
    }
}

/// The status of a fault that is none.
const SUCCESS: Status = Status::Of(0);

pub(super) fn failed(kind: ErrorKind, status: Option<u16>, attempts: usize, unknown: bool) -> End {
    End::Failed { kind, status, attempts, may_have_taken_effect: unknown }
}
