// Made from spec/openapi.yaml. Do not edit.

//! Tokens for other services.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// Create a service token.
    ///
    /// Creates a token of the user for another service, such as that of over-the-air bundles. It is
    /// an access token of that service and ends after 30 minutes. Only for Software projects.
    /// Neither an OAuth scope nor an admin right is known. *Observed.*
    ///
    /// Arguments:
    ///
    /// - `project_id`: Id of the project. Observed: or of a branch, as `project_id:branch`. The
    ///   name of a branch may contain slashes. Assumed: they may be sent as they are, or as `%2F`.
    /// - `service`: Name of the service. Only `ota` is known.
    ///
    /// Sends `POST /projects/{project_id}/tokens`.
    pub fn create_service_token(
        &self,
        project_id: impl Into<String>,
        service: impl Into<String>,
    ) -> CreateServiceToken {
        CreateServiceToken {
            client: self.clone(),
            options: CallOptions::new(),
            project_id: project_id.into(),
            body: NewServiceToken::new(service),
        }
    }
}

/// A call of [`Client::create_service_token`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateServiceToken {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) project_id: String,
    pub(crate) body: NewServiceToken,
}

impl CreateServiceToken {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createServiceToken", "/projects/{project_id}/tokens", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/projects/");
        path.project("project_id", self.project_id);
        path.fixed("/tokens");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateServiceToken -> ServiceTokenResponse);

body! {
    /// A token to create. *Observed.*
    pub struct NewServiceToken for [CreateServiceToken] {
        /// Name of the service. Only `ota` is known.
        service: Value<String>,
    }
    optional {
    }
}

/// A token for a service. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ServiceTokenResponse {
    /// The token, a JWT.
    pub jwt: Secret,
}

object! {
    ServiceTokenResponse { jwt }
    optional {}
}
