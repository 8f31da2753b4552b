//! Every operation in an OAuth session whose access token has ended: one refresh, one repetition,
//! and what the error says where that is not possible.

use l10n_client::{Client, ErrorKind, OAuthApp, OAuthTokens};
use l10n_sandbox::{Fault, Misbehavior, ResetMoment, Sandbox};

use super::end;
use super::rule::{End, failed};
use crate::every::{Fixtures, Kind, Row, browser, chosen, every, tokens};
use crate::support::{builder, quick};

/// What else goes wrong when the access token has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trouble {
    Nothing,
    /// The new token is rejected as well.
    RefusedAgain,
    /// The authorization server does not know the refresh token.
    NoRefresh,
    /// It has a passing trouble, which must not be answered by another request: it may have renewed
    /// the token.
    NotNow,
    /// It has renewed the token, and nobody has heard of it.
    LostRefresh,
    /// It asks for patience.
    LateRefresh,
    /// The service has a passing trouble first, then the token has ended, and cannot be refreshed.
    Before,
    /// The service has a passing trouble after the refresh.
    After,
}

const TROUBLES: [Trouble; 8] = [
    Trouble::Nothing,
    Trouble::RefusedAgain,
    Trouble::NoRefresh,
    Trouble::NotNow,
    Trouble::LostRefresh,
    Trouble::LateRefresh,
    Trouble::Before,
    Trouble::After,
];

impl Trouble {
    fn set(self, sandbox: &Sandbox, operation: &str) {
        let status = |status| Fault::new(Misbehavior::status(status));
        let fault = match self {
            Self::Nothing | Self::NoRefresh => return,
            Self::RefusedAgain => status(401).on(operation).always(),
            Self::NotNow => status(503).on("requestToken"),
            Self::LostRefresh => {
                Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)).on("requestToken")
            }
            Self::LateRefresh => status(429).on("requestToken"),
            Self::Before => status(503).on(operation),
            Self::After => status(503).on(operation).after(1),
        };
        sandbox.add_fault(fault).unwrap();
    }

    fn can_refresh(self) -> bool {
        !matches!(self, Self::NoRefresh | Self::Before)
    }

    /// How the call ends, how many requests of its own were seen, and how many refreshes.
    fn expected(self, row: &Row) -> (End, usize, usize) {
        let (writes, once) = (row.kind.writes(), row.is_once());
        let harmless = matches!(row.kind, Kind::Read | Kind::Update | Kind::Deletion);
        let unauthorized =
            |attempts, unknown| failed(ErrorKind::Authorization, Some(401), attempts, unknown);
        let rejected = |attempts| failed(ErrorKind::Status, Some(401), attempts, false);
        let unavailable = |attempts| failed(ErrorKind::Status, Some(503), attempts, true);
        match self {
            Self::NoRefresh | Self::NotNow | Self::LostRefresh => (unauthorized(1, false), 1, 1),
            Self::Before if harmless => (unauthorized(2, writes), 2, 1),
            Self::Before => (unavailable(1), 1, 0),
            // The token is new for the next call, and this one cannot be repeated.
            Self::Nothing | Self::RefusedAgain | Self::After if once => (rejected(1), 1, 1),
            Self::LateRefresh if once => (rejected(1), 1, 2),
            Self::Nothing => (End::Done, 2, 1),
            Self::LateRefresh => (End::Done, 2, 2),
            Self::RefusedAgain => (rejected(2), 2, 1),
            Self::After if harmless => (End::Done, 3, 1),
            Self::After => (unavailable(2), 2, 1),
        }
    }
}

async fn session(sandbox: &Sandbox, browser: &reqwest::Client, trouble: Trouble) -> Client {
    let refresh_token = match trouble.can_refresh() {
        true => tokens(sandbox, browser).await.refresh_token.unwrap(),
        false => "unknown".into(),
    };
    let app = sandbox.oauth_app();
    let app = OAuthApp::new(app.client_id, app.client_secret);
    let settings =
        builder(sandbox).oauth(app, OAuthTokens::new("ended", refresh_token)).retry(quick());
    settings.build().unwrap()
}

async fn meet(sandbox: &Sandbox, browser: &reqwest::Client, row: Row, trouble: Trouble) {
    let name = format!("{}: {trouble:?}", row.name());
    sandbox.reset();
    let needs = Fixtures::of(&row, sandbox, browser).await;
    let client = session(sandbox, browser, trouble).await;
    sandbox.clear_requests();
    trouble.set(sandbox, row.operation);
    let result = (row.call)(&client, &needs).sent.await;
    let seen = sandbox.requests();
    let count = |operation: &str| {
        let of_it = seen.iter().filter(|seen| seen.operation.as_deref() == Some(operation));
        of_it.count()
    };
    let found = (end(&result), count(row.operation), count("requestToken"));
    assert_eq!(found, trouble.expected(&row), "{name}: {result:?}");
}

#[tokio::test]
async fn every_operation_in_a_session_whose_token_has_ended() {
    let (sandbox, browser) = (Sandbox::builder().strict().start().await.unwrap(), browser());
    for trouble in TROUBLES {
        let rows = every().into_iter().filter(Row::has_scope).collect();
        // What follows from the kind of an operation needs one of each.
        for row in chosen(rows, trouble != Trouble::Nothing) {
            meet(&sandbox, &browser, row, trouble).await;
        }
    }
}
