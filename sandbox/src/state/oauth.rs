//! OAuth 2.0: registered applications, codes, and tokens.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use tokio::time::{Duration, Instant};
use url::{Host, Url};
use uuid::Uuid;

#[derive(Debug, Clone, Default)]
pub(crate) struct OAuth {
    pub(crate) apps: Vec<App>,
    /// The user who grants every request.
    pub(crate) granting_user: u64,
    /// What the client IDs begin with, and all that is issued: that of a world, or nothing.
    prefix: String,
    codes: HashMap<String, Grant>,
    access: HashMap<String, (Grant, Instant)>,
    refresh: BTreeMap<String, Grant>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct App {
    pub(crate) client_id: String,
    pub(crate) client_secret: String,
    /// Loopback addresses are accepted as well.
    pub(crate) redirect_uri: String,
}

impl App {
    /// Whether the user may be sent there: to the registered redirect URI, or to a program on this
    /// machine, whose port is not known when it is registered (RFC 8252, section 7.3).
    pub(crate) fn may_redirect_to(&self, target: &Url) -> bool {
        let is_loopback = match target.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            _ => false,
        };
        target.as_str() == self.redirect_uri || is_loopback && target.scheme() == "http"
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grant {
    /// Empty until one is issued.
    pub(crate) refresh_token: String,
    pub(crate) client_id: String,
    pub(crate) user: u64,
    pub(crate) scopes: Vec<String>,
}

pub(super) fn renamed(name: &str, old: &str, new: &str) -> String {
    format!("{new}{}", name.strip_prefix(old).unwrap_or(name))
}

impl OAuth {
    pub(crate) fn new(apps: Vec<App>, granting_user: u64, grants: Vec<Grant>) -> Self {
        let refresh = grants.into_iter().map(|it| (it.refresh_token.clone(), it)).collect();
        Self { apps, granting_user, refresh, ..Self::default() }
    }

    pub(crate) fn app(&self, client_id: &str) -> Option<&App> {
        self.apps.iter().find(|app| app.client_id == client_id)
    }

    pub(crate) fn issue_code(&mut self, grant: Grant) -> String {
        let code = self.random("code");
        self.codes.insert(code.clone(), grant);
        code
    }

    /// Returns what a code stands for, once.
    pub(crate) fn redeem_code(&mut self, client_id: &str, code: &str) -> Option<Grant> {
        self.codes.get(code).filter(|grant| grant.client_id == client_id)?;
        self.codes.remove(code)
    }

    pub(crate) fn refresh(&self, client_id: &str, token: &str) -> Option<Grant> {
        self.refresh.get(token).filter(|grant| grant.client_id == client_id).cloned()
    }

    pub(crate) fn revoke_refresh(&mut self, token: &str) {
        self.refresh.remove(token);
    }

    pub(crate) fn issue_access(&mut self, grant: Grant, lifetime: Duration) -> String {
        let token = self.random("access");
        self.access.insert(token.clone(), (grant, Instant::now() + lifetime));
        token
    }

    pub(crate) fn issue_refresh(&mut self, grant: Grant) -> String {
        let refresh_token = self.random("refresh");
        let grant = Grant { refresh_token: refresh_token.clone(), ..grant };
        self.refresh.insert(refresh_token.clone(), grant);
        refresh_token
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Gives client IDs and tokens another prefix.
    pub(super) fn set_prefix(&mut self, prefix: &str) {
        let old = std::mem::replace(&mut self.prefix, prefix.to_owned());
        for app in &mut self.apps {
            app.client_id = renamed(&app.client_id, &old, prefix);
        }
        let refresh = std::mem::take(&mut self.refresh).into_values().map(|mut grant| {
            grant.client_id = renamed(&grant.client_id, &old, prefix);
            grant.refresh_token = renamed(&grant.refresh_token, &old, prefix);
            (grant.refresh_token.clone(), grant)
        });
        self.refresh = refresh.collect();
    }

    pub(crate) fn grants(&self) -> impl Iterator<Item = &Grant> {
        self.refresh.values()
    }

    fn random(&self, kind: &str) -> String {
        format!("{}sandbox-{kind}-{}", self.prefix, Uuid::new_v4().simple())
    }

    pub(crate) fn access(&self, token: &str) -> Option<&Grant> {
        self.access.get(token).filter(|(_, ends)| *ends > Instant::now()).map(|(grant, _)| grant)
    }
}
