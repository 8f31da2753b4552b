// Made from spec/openapi.yaml. Do not edit.

//! The address for the invoices of a team.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// Read billing details.
    ///
    /// Reads the billing details of the team. Assumed: 404 before they are created. The required
    /// admin right is unknown. *Observed.*
    ///
    /// OAuth scope: `read_team_user_billing_details`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/billing_details`. Needs the feature `orders`.
    pub fn get_team_billing_details(&self, team_id: i64) -> GetTeamBillingDetails {
        GetTeamBillingDetails { client: self.clone(), options: CallOptions::new(), team_id }
    }
}

/// A call of [`Client::get_team_billing_details`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTeamBillingDetails {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
}

impl GetTeamBillingDetails {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getTeamBillingDetails", "/teams/{team_id}/billing_details", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/billing_details");
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTeamBillingDetails -> BillingDetails);

impl Client {
    /// Create billing details.
    ///
    /// Creates the billing details of the team. The response to a second creation is unknown. The
    /// required admin right is unknown. *Observed.*
    ///
    /// OAuth scope: `write_team_user_billing_details`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `billing_email`: E-mail address for invoices.
    /// - `country_code`: Country, in two letters.
    /// - `zip`: Postal code.
    ///
    /// Sends `POST /teams/{team_id}/billing_details`. Needs the feature `orders`.
    pub fn create_team_billing_details(
        &self,
        team_id: i64,
        billing_email: impl Into<String>,
        country_code: impl Into<String>,
        zip: impl Into<String>,
    ) -> CreateTeamBillingDetails {
        CreateTeamBillingDetails {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            body: BillingDetailsSettings::new(billing_email, country_code, zip),
        }
    }
}

/// A call of [`Client::create_team_billing_details`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateTeamBillingDetails {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) body: BillingDetailsSettings,
}

impl CreateTeamBillingDetails {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new(
            "createTeamBillingDetails",
            "/teams/{team_id}/billing_details",
            Server::Main,
        )
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/billing_details");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateTeamBillingDetails -> BillingDetails);

impl Client {
    /// Update billing details.
    ///
    /// Updates the billing details of the team. Assumed: omitted fields stay. The required admin
    /// right is unknown. *Observed.*
    ///
    /// OAuth scope: `write_team_user_billing_details`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `billing_email`: E-mail address for invoices.
    /// - `country_code`: Country, in two letters.
    /// - `zip`: Postal code.
    ///
    /// Sends `PUT /teams/{team_id}/billing_details`. Needs the feature `orders`.
    pub fn update_team_billing_details(
        &self,
        team_id: i64,
        billing_email: impl Into<String>,
        country_code: impl Into<String>,
        zip: impl Into<String>,
    ) -> UpdateTeamBillingDetails {
        UpdateTeamBillingDetails {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            body: BillingDetailsSettings::new(billing_email, country_code, zip),
        }
    }
}

/// A call of [`Client::update_team_billing_details`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct UpdateTeamBillingDetails {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) body: BillingDetailsSettings,
}

impl UpdateTeamBillingDetails {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "updateTeamBillingDetails",
        "/teams/{team_id}/billing_details",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/billing_details");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::PUT), Some(body), self.options)
    }
}

methods!(UpdateTeamBillingDetails -> BillingDetails);

/// Billing details of a team. Empty texts are details that were not given. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BillingDetails {
    /// E-mail address for invoices.
    pub billing_email: Option<String>,
    /// Country, in two letters.
    pub country_code: Option<String>,
    /// Postal code.
    pub zip: Option<String>,
    /// State.
    pub state_code: Option<String>,
    /// City.
    pub city: Option<String>,
    /// First line of the address.
    pub address1: Option<String>,
    /// Second line of the address.
    pub address2: Option<String>,
    /// Name of the company.
    pub company: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// VAT number; null if not given.
    pub vatnumber: Option<String>,
}

object! {
    BillingDetails {}
    optional {
        billing_email, country_code, zip, state_code, city, address1, address2, company,
        phone, vatnumber,
    }
}

body! {
    /// Billing details to set. *Observed.*
    pub struct BillingDetailsSettings for [CreateTeamBillingDetails, UpdateTeamBillingDetails] {
        /// E-mail address for invoices.
        billing_email: Value<String>,
        /// Country, in two letters.
        country_code: Value<String>,
        /// Postal code.
        zip: Value<String>,
    }
    optional {
        /// State. Required for `US`.
        state_code: Value<String>,
        /// City.
        city: Value<String>,
        /// First line of the address.
        address1: Value<String>,
        /// Second line of the address.
        address2: Value<String>,
        /// Name of the company.
        company: Value<String>,
        /// Phone number.
        phone: Value<String>,
        /// VAT number.
        vatnumber: Value<String>,
    }
}
