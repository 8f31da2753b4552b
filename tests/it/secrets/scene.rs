//! The scene: a sandbox behind relays that keep what they hear, on threads of their own, so that
//! the capture has the client only.

use std::time::Duration;

use l10n_client::{Client, ClientBuilder, OAuthApp, OAuthTokens};
use l10n_sandbox::{Sandbox, Server};
use tokio::runtime::Runtime;

use super::log_capture::LogCapture;
use super::search::{Class, Search};
use super::wire::Wire;
use crate::every::{Fixtures, Row, browser, tokens};
use crate::support::{quick, without_certificates};

/// Part of every content that is uploaded.
pub(super) const CONTENT: &str = "marked-upload-bytes";

pub(super) struct Scene {
    pub(super) sandbox: Sandbox,
    pub(super) browser: reqwest::Client,
    pub(super) search: Search,
    /// To which API calls are redirected in vain.
    pub(super) foreign: Wire,
    main: Wire,
    auth: Wire,
    cursor: Wire,
    log: LogCapture,
    servers: Option<Runtime>,
}

impl Scene {
    pub(super) async fn set() -> Self {
        let servers = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let started = servers.spawn(async {
            let sandbox = Sandbox::builder().strict().start().await.unwrap();
            let main = Wire::to(sandbox.base_url()).await;
            let auth = Wire::to(sandbox.auth_url()).await;
            let cursor = Wire::to(sandbox.cursor_url()).await;
            (sandbox, main, auth, cursor, Wire::foreign().await)
        });
        let (sandbox, main, auth, cursor, foreign) = started.await.unwrap();
        let mut search = Search::default();
        search.hide(Class::ApiToken, sandbox.tokens().read_write);
        search.hide(Class::ClientSecret, sandbox.oauth_app().client_secret);
        search.hide(Class::Content, CONTENT);
        search.keep();
        Self {
            sandbox,
            browser: browser(),
            search,
            foreign,
            main,
            auth,
            cursor,
            log: LogCapture::open(),
            servers: Some(servers),
        }
    }

    /// A client of the relays, without a credential yet.
    pub(super) fn settings(&self) -> ClientBuilder {
        Client::builder(self.main.origin.clone() + "/v2")
            .auth_url(self.auth.origin.clone())
            .cursor_api_url(self.cursor.origin.clone() + "/v1")
            .http(without_certificates)
            .without_rate_limit()
            .retry(quick().max_attempts(2).max_elapsed(Duration::from_millis(150)))
            .max_response_size(1 << 16)
    }

    pub(super) fn client(&self) -> Client {
        let settings = self.settings();
        settings.api_token(self.sandbox.tokens().read_write).build().unwrap()
    }

    pub(super) fn app(&self) -> OAuthApp {
        let app = self.sandbox.oauth_app();
        OAuthApp::new(app.client_id, app.client_secret)
    }

    /// What the calls of a row need, all of it secret where it can be.
    pub(super) async fn needs(&mut self, row: &Row) -> Fixtures {
        self.search.forget();
        let mut needs = Fixtures::of(row, &self.sandbox, &self.browser).await;
        needs.content = format!(r#"{{"greeting":"{CONTENT}"}}"#).into_bytes();
        if !needs.code.is_empty() {
            self.search.hide(Class::Code, &needs.code);
        }
        if !needs.refresh_token.is_empty() {
            self.search.hide(Class::RefreshToken, &needs.refresh_token);
        }
        // What the browser has logged is no business of the client.
        self.log.take();
        needs
    }

    /// Tokens of a user.
    pub(super) async fn tokens(&mut self) -> OAuthTokens {
        let tokens = tokens(&self.sandbox, &self.browser).await;
        self.search.hide(Class::AccessToken, tokens.access_token.expose());
        self.search.hide(Class::RefreshToken, tokens.refresh_token.as_ref().unwrap().expose());
        self.log.take();
        tokens
    }

    /// What was logged since the last time.
    pub(super) fn heard(&self) -> String {
        self.log.take()
    }

    /// Searches the logs of what has just happened, and what others than the right host have heard;
    /// returns which secrets that one has heard or told, and the logs.
    pub(super) fn look_around(&mut self, place: &str) -> (Vec<Class>, String) {
        let wires = [&self.main, &self.auth, &self.cursor];
        let asked: String = wires.iter().map(|wire| wire.asked()).collect();
        let responded: String = wires.iter().map(|wire| wire.responded()).collect();
        self.search.hide_what_is_given(&responded);
        let log = self.log.take();
        self.search.look(&format!("the log of {place}"), &log);
        let foreign = self.foreign.asked();
        self.search.look(&format!("another host in {place}"), &foreign);
        for seen in self.sandbox.requests() {
            if seen.server == Server::Bundle {
                let text = format!("{} {:?}", seen.target, seen.headers);
                let place = format!("the bundle host in {place}");
                self.search.look_but(&place, &text, &[Class::SignedLink]);
            }
        }
        let travelled = self.search.found_in(&(asked + &responded));
        (travelled, log)
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        if let Some(servers) = self.servers.take() {
            servers.shutdown_background();
        }
    }
}
