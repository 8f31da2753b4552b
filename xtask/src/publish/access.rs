//! Servers, credentials and rights on the page: where requests go, and who may send them.

use maud::{Markup, html};
use serde_json::Value;

use super::document::{Document, Operation, admin_right, anchor, entries, members};
use super::schemas::{marks, shown};

impl<'a> Document<'a> {
    /// All servers, each once: those of the document, then those of paths and operations.
    fn all_servers(&self) -> Vec<&'a Value> {
        let mut servers: Vec<&Value> = Vec::new();
        let own = self.operations.iter().flat_map(|one| [one.item, one.object]);
        for server in [self.root].into_iter().chain(own).flat_map(|of| entries(&of["servers"])) {
            if !servers.iter().any(|known| known["url"] == server["url"]) {
                servers.push(server);
            }
        }
        servers
    }

    /// The first server of an operation: where it is among all of them, and its address.
    pub(super) fn server_of(&self, operation: &Operation<'a>) -> Option<(usize, &'a str)> {
        let nearest = [operation.object, operation.item, self.root].into_iter();
        let url = nearest.map(|of| &of["servers"][0]["url"]).find_map(Value::as_str)?;
        let at = self.all_servers().iter().position(|server| server["url"] == url)?;
        Some((at, url))
    }

    pub(super) fn servers(&self) -> Markup {
        html! {
            section id="section-servers" {
                h2 { "Servers" }
                @for (at, server) in self.all_servers().into_iter().enumerate() {
                    div.part id={ "server-" (at) } {
                        p { code { (shown(&server["url"])) } }
                        (self.description(server, 2))
                        @if server["variables"].is_object() {
                            table.rows {
                                thead { tr {
                                    th scope="col" { "Variable" }
                                    th scope="col" { "Description" }
                                } }
                                tbody {
                                    @for (name, variable) in members(&server["variables"]) { tr {
                                        th scope="row" { code { (name) } }
                                        td { (self.schema(variable, 2)) }
                                    } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn security(&self) -> Markup {
        html! {
            section id="section-authentication" {
                h2 { "Authentication" }
                @for (name, scheme) in self.components("securitySchemes") {
                    @let scheme = self.resolve(scheme);
                    section id=(anchor(&format!("security-{name}"))) {
                        h3 { (name) }
                        p.type { (scheme_kind(scheme)) }
                        (marks(scheme))
                        (self.description(scheme, 3))
                        @for (flow, object) in members(&scheme["flows"]) { (flow_of(flow, object)) }
                    }
                }
            }
        }
    }

    /// Who may call it. What a callback or a link leads to is silent about that.
    pub(super) fn access(&self, object: &'a Value) -> Markup {
        let security = object.get("security").unwrap_or(&self.root["security"]);
        html! {
            dl.access {
                @if security.is_array() {
                    dt { "Authentication" }
                    dd { (authentication(security)) }
                }
                @if let Some((_, sentence)) = admin_right(object) {
                    dt { "Admin right" }
                    dd { (self.markdown(sentence, 6)) }
                } @else if let Some(right) = object["x-admin-right"].as_str() {
                    dt { "Admin right" }
                    dd { (if right == "none" { "none needed" } else { right }) }
                }
            }
        }
    }
}

/// The ways to authenticate, one of which will do.
fn authentication(security: &Value) -> Markup {
    html! {
        @if entries(security).next().is_none() { "none" }
        @for (at, way) in entries(security).enumerate() {
            @if at > 0 { ", or " }
            @if members(way).next().is_none() { "none" }
            @for (at, (scheme, scopes)) in members(way).enumerate() {
                @if at > 0 { " and " }
                a href={ "#" (anchor(&format!("security-{scheme}"))) } { (scheme) }
                @for (at, scope) in entries(scopes).enumerate() {
                    (if at > 0 { ", " } else { " with scope " }) code { (shown(scope)) }
                }
            }
        }
    }
}

fn scheme_kind(scheme: &Value) -> Markup {
    html! {
        @match scheme["type"].as_str().unwrap_or_default() {
            "apiKey" => {
                "API key, in " (shown(&scheme["in"])) " " code { (shown(&scheme["name"])) }
            }
            "http" => { "HTTP, scheme " (shown(&scheme["scheme"])) }
            "oauth2" => { "OAuth 2.0" }
            "openIdConnect" => { "OpenID Connect, " (shown(&scheme["openIdConnectUrl"])) }
            other => { (other) }
        }
    }
}

fn flow_of(flow: &str, object: &Value) -> Markup {
    let addresses =
        [("Authorization", "authorizationUrl"), ("Tokens", "tokenUrl"), ("Refresh", "refreshUrl")];
    html! {
        h4 { "Flow " code { (flow) } }
        dl.access {
            @for (words, key) in addresses {
                @if let Some(url) = object[key].as_str() { dt { (words) } dd { code { (url) } } }
            }
        }
        table.rows {
            thead { tr { th scope="col" { "Scope" } th scope="col" { "Description" } } }
            tbody {
                @for (scope, words) in members(&object["scopes"]) {
                    tr { th scope="row" { code { (scope) } } td { (shown(words)) } }
                }
            }
        }
    }
}
