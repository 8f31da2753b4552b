//! The faults, and for each the facts that its rule is made of.

use std::time::Duration;

use l10n_client::{ErrorKind, RetryPolicy};
use l10n_sandbox::{Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::json;

use crate::support::{quick, redirect};

/// Which calls are sent again after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    Never,
    /// Those that may be done twice without harm.
    Harmless,
    /// All, because it is known that nothing was done.
    Always,
    /// All, and as long as there is time: to come later was asked for.
    Limited,
}

/// Which status a caller learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// None: there was no response.
    None,
    /// That of the response which the fault spoils.
    True,
    /// That of the fault.
    Of(u16),
}

/// A fault, and its rule.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) name: String,
    /// What the sandbox does; nothing where there is no sandbox to connect to.
    pub(super) what: Option<Misbehavior>,
    pub(super) again: Again,
    pub(super) kind: ErrorKind,
    pub(super) status: Status,
    /// Whether the caller of a write cannot know if it took effect.
    pub(super) unknown: bool,
    /// Whether in truth it did.
    pub(super) effect: bool,
    /// Whether the sandbox sees the requests.
    pub(super) seen: bool,
    pub(super) policy: RetryPolicy,
    /// Whether one operation of each kind meets it instead of all: another status has the same
    /// rule.
    pub(super) once_per_kind: bool,
}

pub(super) const ATTEMPTS: usize = 3;

impl Fault {
    /// A response of that status, and nothing done.
    fn status(code: u16, again: Again, unknown: bool) -> Self {
        Self {
            name: code.to_string(),
            what: Some(Misbehavior::status(code)),
            again,
            kind: ErrorKind::Status,
            status: Status::Of(code),
            unknown,
            effect: false,
            seen: true,
            policy: quick(),
            once_per_kind: false,
        }
    }

    fn reply(name: &str, like: Self, reply: Reply) -> Self {
        Self { name: name.to_owned(), what: Some(Misbehavior::Respond(reply)), ..like }
    }

    /// No response, or one without an end.
    fn lost(name: &str, what: Misbehavior, status: Status, effect: bool) -> Self {
        Self {
            name: name.to_owned(),
            what: Some(what),
            again: Again::Harmless,
            kind: ErrorKind::ConnectionLost,
            status,
            effect,
            ..Self::status(0, Again::Harmless, true)
        }
    }

    /// A response of success with a body that is none.
    fn misread(name: &str, what: Misbehavior, kind: ErrorKind) -> Self {
        Self {
            name: name.to_owned(),
            what: Some(what),
            kind,
            ..Self::status(200, Again::Never, true)
        }
    }
}

/// A response with the usual error body.
fn refusal(status: u16) -> Reply {
    let body = json!({"error": {"message": "no", "code": status}});
    Reply::new(status, ReplyBody::Json(body))
}

fn false_gzip() -> Misbehavior {
    let reply = Reply::new(200, ReplyBody::Text("{\"not\":\"compressed\"}".to_owned()));
    let reply = reply.header("Content-Type", "application/json");
    Misbehavior::Respond(reply.header("Content-Encoding", "gzip"))
}

/// All faults but the slow ones.
pub(super) fn faults(foreign: &str) -> Vec<Fault> {
    let mut faults = statuses();
    faults.extend(with_headers());
    faults.extend(connections());
    faults.extend(bodies(foreign));
    faults
}

fn statuses() -> Vec<Fault> {
    // Which calls are sent again, and whether a write may have taken effect.
    let table: [(_, _, &[u16]); 4] = [
        (Again::Never, false, &REJECTED),
        (Again::Never, true, &[300, 501, 599]),
        (Again::Limited, false, &[423, 429]),
        (Again::Harmless, true, &[408, 500, 502, 503, 504, 520, 524]),
    ];
    let of = |(again, unknown, codes): (_, _, &'static [u16])| {
        codes.iter().enumerate().map(move |(place, code)| Fault {
            once_per_kind: place > 0,
            ..Fault::status(*code, again, unknown)
        })
    };
    table.into_iter().flat_map(of).collect()
}

/// The statuses after which nothing was done, and nothing is sent again.
const REJECTED: [u16; 21] = [
    400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 421, 422, 425, 428,
    431, 451,
];

/// Responses that ask for too long a pause; a conflict that passes; and passing troubles that hide
/// an effect.
fn with_headers() -> Vec<Fault> {
    let late = |status: u16, unknown| {
        let reply = refusal(status).header("Retry-After", "86400");
        let name = format!("{status}, to be repeated tomorrow");
        Fault::reply(&name, Fault::status(status, Again::Never, unknown), reply)
    };
    let done = |status: u16, again| {
        let name = format!("{status} after the effect");
        let fault = Fault::status(status, again, true);
        Fault { effect: true, ..Fault::reply(&name, fault, refusal(status).with_effect()) }
    };
    let conflict = Fault::status(409, Again::Always, false);
    vec![
        late(429, false),
        late(503, true),
        done(500, Again::Harmless),
        done(503, Again::Harmless),
        Fault { name: CONFLICT.to_owned(), policy: quick().retry_on_conflict(true), ..conflict },
    ]
}

/// A conflict, with a policy that repeats what the document says may be repeated.
pub(super) const CONFLICT: &str = "409, retried when documented";

fn connections() -> Vec<Fault> {
    let reset = |name, moment| {
        let effect = moment == ResetMoment::AfterEffect;
        Fault::lost(name, Misbehavior::Reset(moment), Status::None, effect)
    };
    let refused = reset("a refused connection", ResetMoment::BeforeBody);
    vec![
        Fault {
            what: None,
            kind: ErrorKind::Connect,
            again: Again::Always,
            unknown: false,
            seen: false,
            ..refused
        },
        reset("a reset before the body", ResetMoment::BeforeBody),
        reset("a reset before the effect", ResetMoment::BeforeEffect),
        reset("a reset after the effect", ResetMoment::AfterEffect),
        Fault::lost("a cut body", Misbehavior::CutBody(5), Status::True, true),
        Fault::lost("a body that never came", Misbehavior::CutBody(0), Status::True, true),
    ]
}

pub(super) const REDIRECT: &str = "302 to another host";
pub(super) const REDIRECTED_RESPONSE: &str = "302 with a process";
pub(super) const EMPTY: &str = "200 with no body";
pub(super) const WRONG_JSON: &str = "200 with other JSON";

/// Longer than the client of the matrix takes, by far.
pub(super) const ENDLESS: u64 = 200 << 20;
pub(super) const RESPONSE_LIMIT: usize = 1 << 20;

fn bodies(foreign: &str) -> Vec<Fault> {
    let reply = |body| Misbehavior::Respond(Reply::new(200, body));
    let json = |text: &str| ReplyBody::Json(json!(text));
    let id = "01957a00-0000-7000-8000-000000006101";
    let process = json!({"process": {"process_id": id, "type": "file-import", "status": "queued"}});
    let process = Reply::new(302, ReplyBody::Json(process)).header("Location", foreign);
    vec![
        Fault::misread("200 with a web page", Misbehavior::html(), ErrorKind::Decode),
        Fault::misread(EMPTY, reply(ReplyBody::Empty), ErrorKind::Decode),
        Fault::misread(WRONG_JSON, reply(json("no object")), ErrorKind::Decode),
        Fault::misread("200 without end", reply(ReplyBody::Blanks(ENDLESS)), ErrorKind::TooLarge),
        Fault::lost("false gzip", false_gzip(), Status::Of(200), false),
        Fault {
            name: REDIRECT.to_owned(),
            what: Some(redirect(foreign)),
            ..Fault::status(302, Again::Never, true)
        },
        Fault::reply(REDIRECTED_RESPONSE, Fault::status(302, Again::Never, true), process),
    ]
}

/// Responses that come too slowly for a client of this patience.
pub(super) fn slow() -> Vec<Fault> {
    let pause = Duration::from_secs(300);
    vec![
        Fault {
            kind: ErrorKind::Timeout,
            ..Fault::lost(
                "timed out waiting for the response",
                Misbehavior::Delay(pause),
                Status::None,
                true,
            )
        },
        Fault {
            kind: ErrorKind::Timeout,
            ..Fault::lost("no body in time", Misbehavior::DelayBody(pause), Status::True, true)
        },
    ]
}

pub(super) const PATIENCE: Duration = Duration::from_secs(4);
