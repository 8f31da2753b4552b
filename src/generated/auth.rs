// Made from spec/openapi.yaml. Do not edit.

/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    use super::types;
    use serde_json::{Map, Value};
    use crate::optional::{IntoOption, IntoOptionList};
    ///Exchange of an authorization code for tokens. Assumed: every field is required.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct CodeGrant {
        ///Id of the application.
        pub client_id: String,
        ///Secret of the application.
        pub client_secret: crate::wire::secret::Secret,
        ///The authorization code.
        pub code: crate::wire::secret::Secret,
        /// Grant type for the exchange of a code. The detailed flow and its example say `authorization_code`; one description of the flow says `authorization_token`.
        pub grant_type: types::CodeGrantType,
        /// Fields that the document does not name, by their names.
        #[serde(flatten, serialize_with = "crate::wire::extra::write::<CodeGrant, _>")]
        pub extra: Map<String, Value>,
    }
    ///Exchange of a refresh token for a new access token. Assumed: every field is required.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct RefreshGrant {
        ///Id of the application.
        pub client_id: String,
        ///Secret of the application.
        pub client_secret: crate::wire::secret::Secret,
        /// Grant type for a refresh.
        pub grant_type: types::RefreshGrantType,
        ///The refresh token.
        pub refresh_token: crate::wire::secret::Secret,
        /// Fields that the document does not name, by their names.
        #[serde(
            flatten,
            serialize_with = "crate::wire::extra::write::<RefreshGrant, _>"
        )]
        pub extra: Map<String, Value>,
    }
    ///A request for tokens, by code or by refresh token.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(untagged)]
    pub enum TokenRequest {
        CodeGrant(CodeGrant),
        RefreshGrant(RefreshGrant),
    }
    impl ::std::convert::From<CodeGrant> for TokenRequest {
        fn from(value: CodeGrant) -> Self {
            Self::CodeGrant(value)
        }
    }
    impl ::std::convert::From<RefreshGrant> for TokenRequest {
        fn from(value: RefreshGrant) -> Self {
            Self::RefreshGrant(value)
        }
    }
    ///Tokens.
    #[derive(::serde::Serialize, Clone, Debug, PartialEq, Default)]
    #[non_exhaustive]
    pub struct TokenResponse {
        ///The access token.
        pub access_token: crate::wire::secret::Secret,
        ///How long the access token is valid, in seconds; usually 3600.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub expires_in: Option<i64>,
        ///The refresh token. Not documented for the response to a refresh.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refresh_token: Option<crate::wire::secret::Secret>,
        ///The scopes that the token has. Documented for the response to a refresh.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scope: Option<String>,
        ///Type of the token; usually `Bearer`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub token_type: Option<String>,
    }
    impl CodeGrant {
        /// Creates a body with its required fields.
        pub fn new(
            grant_type: impl Into<types::CodeGrantType>,
            client_id: impl Into<String>,
            client_secret: impl Into<crate::wire::secret::Secret>,
            code: impl Into<crate::wire::secret::Secret>,
        ) -> Self {
            Self {
                grant_type: grant_type.into(),
                client_id: client_id.into(),
                client_secret: client_secret.into(),
                code: code.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    impl RefreshGrant {
        /// Creates a body with its required fields.
        pub fn new(
            client_id: impl Into<String>,
            client_secret: impl Into<crate::wire::secret::Secret>,
            refresh_token: impl Into<crate::wire::secret::Secret>,
        ) -> Self {
            Self {
                grant_type: Default::default(),
                client_id: client_id.into(),
                client_secret: client_secret.into(),
                refresh_token: refresh_token.into(),
                extra: Default::default(),
            }
        }
        /// Sets a field that the document does not name. Sending it fails otherwise.
        pub fn extra(
            mut self,
            name: impl Into<String>,
            value: impl Into<Value>,
        ) -> Self {
            self.extra.insert(name.into(), value.into());
            self
        }
    }
    crate::wire::decode::object! {
        CodeGrant { client_id = "client_id", client_secret = "client_secret", code =
        "code", grant_type = "grant_type" } optional {} others in extra
    }
    crate::wire::decode::object! {
        RefreshGrant { client_id = "client_id", client_secret = "client_secret",
        grant_type = "grant_type", refresh_token = "refresh_token" } optional {} others
        in extra
    }
    crate::wire::decode::object! {
        TokenResponse { access_token = "access_token" } optional { expires_in =
        "expires_in", refresh_token = "refresh_token", scope = "scope", token_type =
        "token_type" }
    }
    crate::wire::open::open_enum! {
        #[doc =
        "Grant type for the exchange of a code. The detailed flow and its example say `authorization_code`; one description of the flow says `authorization_token`."]
        pub enum CodeGrantType { #[doc = "`authorization_code`."] AuthorizationCode =
        "authorization_code", #[doc = "`authorization_token`."] AuthorizationToken =
        "authorization_token" }
    }
    crate::wire::open::open_enum! {
        #[doc = "Grant type for a refresh."] pub enum RefreshGrantType { #[doc =
        "`refresh_token`."] RefreshToken = "refresh_token" }
    }
}
impl crate::Client {
    /** Request an access token.

Exchanges an authorization code for tokens, or a refresh token for a new access token. A code comes from [`authorize`](crate::Client::authorize). Access tokens usually expire after 60 minutes.

Errors besides 429, which are common to most calls:

- 400: The request failed.

Sends `POST /oauth2/token`.*/
    pub fn request_token(
        &self,
        body: impl Into<types::TokenRequest>,
    ) -> calls::RequestToken {
        calls::RequestToken {
            client: self.clone(),
            options: crate::CallOptions::new(),
            body: body.into(),
        }
    }
}
/// One struct for each operation.
pub mod calls {
    use reqwest::Method;
    use serde_json::Value;
    use super::types;
    use crate::call::{Call, path::RequestPath};
    use crate::optional::{IntoOption, IntoOptionList};
    use crate::pages::{Items, Pages, Paging};
    use crate::wire::operation::{Operation, Server};
    use crate::{CallOptions, Client, Error, Response};
    /// A call of [`Client::request_token`](crate::Client::request_token).
    #[derive(Debug, Clone)]
    #[must_use = "a call does nothing until it is sent, streamed or awaited"]
    pub struct RequestToken {
        pub(crate) client: Client,
        pub(crate) options: CallOptions,
        pub(crate) body: types::TokenRequest,
    }
    impl RequestToken {
        pub(crate) const OPERATION: &'static Operation = &Operation {
            authenticated: false,
            idempotent: false,
            ..Operation::new("requestToken", "/oauth2/token", Server::Auth)
        };
        /// Sets options for this call: see [`CallOptions`](crate::CallOptions).
        pub fn options(mut self, options: CallOptions) -> Self {
            self.options = self.options.overridden_by(&options);
            self
        }
        /// Replaces the whole body.
        pub fn body(mut self, body: impl Into<types::TokenRequest>) -> Self {
            let body = body.into();
            self.body = body;
            self
        }
        pub(crate) fn call(self) -> Result<Call, Error> {
            let mut path = RequestPath::new();
            path.fixed("/oauth2/token");
            let operation = (Self::OPERATION, Method::POST);
            let body = serde_json::to_vec(&self.body);
            path.call(self.client, operation, Some(body), self.options)
        }
        /// Sends `requestToken`.
        pub async fn send(self) -> Result<Response<types::TokenResponse>, Error> {
            self.call()?.send().await
        }
    }
}
