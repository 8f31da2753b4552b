//! Every operation of the document as a call through the public client, with arguments that the
//! seeded sandbox accepts, and what a caller has to know of it when it fails.

mod examples;
mod options;
mod table;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::pin::Pin;

use l10n_client::{Client, Error, OAuthTokens, Response};
use l10n_sandbox::document::Document;
use l10n_sandbox::{Sandbox, SeededProject};
use serde_json::{Value, json};
use url::Url;

use crate::support::{World, without_certificates, world};

/// What it means to send a request twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Read,
    /// As good as once.
    Update,
    /// As good as once, but for the second answer: there is nothing left to delete.
    Deletion,
    /// Makes, starts or sends something each time.
    Create,
    /// A deletion that starts a job each time; a raw one may be such a deletion.
    BulkDeletion,
}

impl Kind {
    pub(crate) fn writes(self) -> bool {
        self != Self::Read
    }
}

/// A call of an operation.
pub(crate) struct Row {
    /// The `operationId`; for raw requests that of the operation that they mean.
    pub(crate) operation: &'static str,
    /// Which of several ways to call it; nothing where there is one.
    pub(crate) way: &'static str,
    pub(crate) kind: Kind,
    pub(crate) call: Call,
}

type Call = for<'a> fn(&'a Client, &'a Fixtures) -> Made<'a>;

impl Row {
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.operation, self.way).trim_end().to_owned()
    }

    /// Whether the body is a stream that can be sent once.
    pub(crate) fn is_once(&self) -> bool {
        self.way == FROM_A_READER
    }

    pub(crate) fn is_raw(&self) -> bool {
        self.way == RAW
    }
}

/// Another way to call an operation.
const RAW: &str = "(a raw request)";
const FROM_BYTES: &str = "(from bytes)";
const FROM_A_READER: &str = "(from a reader)";
const BY_REFRESH: &str = "(by a refresh token)";

/// A call that is ready to go.
pub(crate) struct Made<'a> {
    /// What `Debug` shows of it.
    pub(crate) shown: String,
    pub(crate) sent: Pin<Box<dyn Future<Output = Result<Answered, Error>> + Send + 'a>>,
}

/// A success.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    /// What `Debug` shows of it.
    pub(crate) shown: String,
    /// How many values could not be decoded.
    pub(crate) issues: usize,
}

/// What calls need that only the sandbox can give, and what of a caller's they carry.
#[derive(Debug, Clone)]
pub(crate) struct Fixtures {
    pub(crate) project: SeededProject,
    pub(crate) code: String,
    pub(crate) refresh_token: String,
    pub(crate) client_secret: String,
    pub(crate) content: Vec<u8>,
    /// Which example of a body is sent.
    example: usize,
}

fn made<'a, B, F, T>(builder: B, send: impl FnOnce(B) -> F) -> Made<'a>
where
    B: Debug,
    F: Future<Output = Result<Response<T>, Error>> + Send + 'a,
    T: Debug,
{
    let shown = format!("{builder:?} {builder:#?}");
    let sent = send(builder);
    Made {
        shown,
        sent: Box::pin(async move {
            let answer = sent.await?;
            Ok(Answered {
                status: answer.status().as_u16(),
                shown: format!("{answer:?} {answer:#?}"),
                issues: answer.decode_issue_count(),
            })
        }),
    }
}

/// All calls.
pub(crate) fn every() -> Vec<Row> {
    table::every()
}

/// One of these calls for each kind of operation and each way to call it, or all of them.
pub(crate) fn chosen(rows: Vec<Row>, once_per_kind: bool) -> Vec<Row> {
    let mut kinds = HashSet::new();
    let is_chosen = |row: &Row| !once_per_kind || kinds.insert((row.kind, row.way));
    rows.into_iter().filter(is_chosen).collect()
}

impl Fixtures {
    /// What the calls of this row need of this sandbox, and content to upload.
    pub(crate) async fn of(row: &Row, sandbox: &Sandbox, browser: &reqwest::Client) -> Self {
        let mut needs = Self::without_sandbox(sandbox.project());
        if row.operation == "requestToken" {
            needs.client_secret = sandbox.oauth_app().client_secret.to_owned();
            let refresh_token = tokens(sandbox, browser).await.refresh_token;
            needs.refresh_token = refresh_token.unwrap().expose().to_owned();
            needs.code = code(sandbox, browser, &scopes()).await;
        }
        needs
    }

    /// The examples of the document alone, and content to upload.
    pub(crate) fn without_sandbox(project: SeededProject) -> Self {
        Self {
            project,
            code: String::new(),
            refresh_token: String::new(),
            client_secret: String::new(),
            content: br#"{"greeting":"Hello"}"#.to_vec(),
            example: 0,
        }
    }
}

/// All scopes that the document names.
fn scopes() -> String {
    let operations = Document::embedded().unwrap().operations().iter();
    let scopes = operations.filter_map(|operation| operation.scopes("oauth2")).flatten();
    let scopes: BTreeSet<_> = scopes.map(String::as_str).collect();
    scopes.into_iter().collect::<Vec<_>>().join(" ")
}

/// A code that the user's browser brings back.
pub(crate) async fn code(sandbox: &Sandbox, browser: &reqwest::Client, scope: &str) -> String {
    let app = sandbox.oauth_app();
    let query = [
        ("client_id", app.client_id),
        ("redirect_uri", app.redirect_uri),
        ("scope", scope),
        ("state", "s"),
    ];
    let address = format!("{}/oauth2/auth", sandbox.auth_url());
    let address = Url::parse_with_params(&address, query).unwrap();
    let answer = browser.get(address).send().await.unwrap();
    let location = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
    let (_, code) = location.query_pairs().find(|(name, _)| name == "code").unwrap();
    code.into_owned()
}

/// Authorizes the sandbox's application for everything.
pub(crate) async fn tokens(sandbox: &Sandbox, browser: &reqwest::Client) -> OAuthTokens {
    let app = sandbox.oauth_app();
    let body = json!({
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "client_secret": app.client_secret,
        "code": code(sandbox, browser, &scopes()).await,
    });
    let place = format!("{}/oauth2/token", sandbox.auth_url());
    let answer =
        browser.post(place).header("Content-Type", "application/json").body(body.to_string());
    let answer: Value = answer.send().await.unwrap().json().await.unwrap();
    let text = |name: &str| answer[name].as_str().unwrap();
    OAuthTokens::new(text("access_token"), text("refresh_token"))
}

/// What makes requests beside the client that is tested; it follows no redirect.
pub(crate) fn browser() -> reqwest::Client {
    let settings = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    without_certificates(settings).build().unwrap()
}

/// Makes the call of a row in a fresh sandbox, which has to take it.
async fn take(
    world: &World,
    browser: &reqwest::Client,
    row: &Row,
    example: usize,
) -> Result<(), String> {
    world.sandbox.reset();
    let mut needs = Fixtures::of(row, &world.sandbox, browser).await;
    needs.example = example;
    world.sandbox.clear_requests();
    let made = (row.call)(&world.client, &needs);
    let answered = made.sent.await.map_err(|error| error.to_string())?;
    let [seen] = &world.sandbox.requests()[..] else {
        return Err("more than one request".to_owned());
    };
    let is_meant = seen.status == Some(answered.status)
        && seen.operation.as_deref() == Some(row.operation)
        && seen.took_effect
        && !made.shown.is_empty()
        && !answered.shown.is_empty();
    match is_meant {
        true => Ok(()),
        false => Err(format!("{seen:?}, {answered:?}")),
    }
}

#[tokio::test]
async fn the_sandbox_takes_every_operation_with_every_example() {
    let (world, browser) = (world().await, browser());
    let (mut called, mut refused) = (BTreeSet::new(), Vec::new());
    for row in every() {
        let examples = match row.way {
            "" => examples::bodies(row.operation).len().max(1),
            _ => 1,
        };
        for example in 0..examples {
            let taken = take(&world, &browser, &row, example).await;
            let place = format!("{}, example {example}", row.name());
            refused.extend(taken.err().map(|trouble| format!("{place}: {trouble}")));
        }
        called.insert(row.operation);
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    let documented = Document::embedded().unwrap().operations().iter();
    // All but the page that a browser opens.
    let documented = documented.map(|operation| operation.id.as_str());
    let documented: BTreeSet<_> = documented.filter(|id| *id != "authorize").collect();
    assert_eq!(called, documented);
}
