// Made from spec/openapi.yaml. Do not edit.

//! Who translates orders, and at what price.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List translation providers.
    ///
    /// Lists the providers of translations by id. The total may be too low (quirk
    /// `provider_totals`). No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_orders`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/translation_providers`. Needs the feature `orders`.
    pub fn list_translation_providers(&self, team_id: i64) -> ListTranslationProviders {
        ListTranslationProviders {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_translation_providers`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListTranslationProviders {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListTranslationProviders {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "listTranslationProviders",
        "/teams/{team_id}/translation_providers",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/translation_providers");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(
    page ListTranslationProviders
    -> TranslationProviderListResponse { translation_providers: TranslationProvider }
);

setters! {
    ListTranslationProviders {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Read a translation provider.
    ///
    /// Reads one provider, with its tiers and its prices. There may be more than a thousand pairs
    /// of languages. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_orders`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `provider_id`: Id of the translation provider.
    ///
    /// Sends `GET /teams/{team_id}/translation_providers/{provider_id}`. Needs the feature
    /// `orders`.
    pub fn get_translation_provider(
        &self,
        team_id: i64,
        provider_id: i64,
    ) -> GetTranslationProvider {
        GetTranslationProvider {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            provider_id,
        }
    }
}

/// A call of [`Client::get_translation_provider`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetTranslationProvider {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) provider_id: i64,
}

impl GetTranslationProvider {
    pub(crate) const OPERATION: &'static Operation = &Operation::new(
        "getTranslationProvider",
        "/teams/{team_id}/translation_providers/{provider_id}",
        Server::Main,
    );

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/translation_providers/");
        path.segment("provider_id", &self.provider_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetTranslationProvider -> TranslationProvider);

/// A level of quality. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationTier {
    /// Id of the tier.
    pub tier_id: i64,
    /// Title of the tier.
    pub title: Option<String>,
}

object! {
    TranslationTier { tier_id }
    optional { title }
}

/// The price of a tier for a pair of languages. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationPair {
    /// Id of the tier.
    pub tier_id: Option<i64>,
    /// Price, such as `0.07`.
    pub price_per_word: Option<String>,
    /// Code of the source language.
    pub from_lang_iso: Option<String>,
    /// Its name.
    pub from_lang_name: Option<String>,
    /// Code of the target language.
    pub to_lang_iso: Option<String>,
    /// Its name.
    pub to_lang_name: Option<String>,
}

object! {
    TranslationPair {}
    optional {
        tier_id, price_per_word, from_lang_iso, from_lang_name, to_lang_iso,
        to_lang_name,
    }
}

/// Who translates orders. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationProvider {
    /// Id of the provider.
    pub provider_id: i64,
    /// Name of the provider.
    pub name: Option<String>,
    /// Name of the provider in orders.
    pub slug: Option<String>,
    /// Minimum price of a pair, such as `10.00`.
    pub price_pair_min: Option<String>,
    /// Its website.
    pub website_url: Option<UrlText>,
    /// A text, possibly HTML.
    pub description: Option<String>,
    /// Its tiers. Only in [`get_translation_provider`](crate::Client::get_translation_provider).
    pub tiers: Option<Vec<TranslationTier>>,
    /// Its prices. Only in [`get_translation_provider`](crate::Client::get_translation_provider).
    pub pairs: Option<Vec<TranslationPair>>,
}

object! {
    TranslationProvider { provider_id }
    optional { name, slug, price_pair_min, website_url, description, tiers, pairs }
}

/// Providers of translations.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TranslationProviderListResponse {
    /// The providers.
    pub translation_providers: Vec<TranslationProvider>,
}

object! {
    TranslationProviderListResponse { translation_providers }
    optional {}
}

page!(TranslationProviderListResponse { translation_providers: TranslationProvider });
