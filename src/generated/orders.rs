// Made from spec/openapi.yaml. Do not edit.

//! Orders of translations from providers, which cost money.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List orders.
    ///
    /// Lists the orders of the team by id. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_orders`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    ///
    /// Sends `GET /teams/{team_id}/orders`. Needs the feature `orders`.
    pub fn list_orders(&self, team_id: i64) -> ListOrders {
        ListOrders {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_orders`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListOrders {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListOrders {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listOrders", "/teams/{team_id}/orders", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/orders");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListOrders -> OrderListResponse { orders: Order });

setters! {
    ListOrders {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Order translations.
    ///
    /// Orders translations from a provider, at the cost of the card or the team's credit. Never
    /// repeat it without looking at [`list_orders`](crate::Client::list_orders): it has no
    /// idempotency key. With `dry_run`, the response has the price, and nothing is ordered. A
    /// branch with open orders cannot be merged or deleted. Needs an admin role in the project.
    /// *Observed.*
    ///
    /// OAuth scope: `write_team_orders`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `project_id`: Id of the project.
    /// - `provider_slug`: `slug` of the provider.
    /// - `translation_tier`: `tier_id` of one of its tiers.
    /// - `source_language_iso`: Code of the source language.
    /// - `target_language_isos`: Codes of the target languages.
    /// - `keys`: Ids of the keys.
    /// - `briefing`: Notes for the translators.
    ///
    /// Sends `POST /teams/{team_id}/orders`. Needs the feature `orders`.
    pub fn create_order(
        &self,
        team_id: i64,
        project_id: impl Into<String>,
        provider_slug: impl Into<String>,
        translation_tier: i64,
        source_language_iso: impl Into<String>,
        target_language_isos: impl IntoIterator<Item: Into<String>>,
        keys: impl IntoIterator<Item: Into<i64>>,
        briefing: impl Into<String>,
    ) -> CreateOrder {
        CreateOrder {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            body: NewOrder::new(
                project_id,
                provider_slug,
                translation_tier,
                source_language_iso,
                target_language_isos,
                keys,
                briefing,
            ),
        }
    }
}

/// A call of [`Client::create_order`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreateOrder {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) body: NewOrder,
}

impl CreateOrder {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createOrder", "/teams/{team_id}/orders", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/orders");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreateOrder -> Order);

impl Client {
    /// Read an order.
    ///
    /// Reads one order. No admin right is needed. *Observed.*
    ///
    /// OAuth scope: `read_team_orders`.
    ///
    /// Arguments:
    ///
    /// - `team_id`: Id of the team, a number. Projects have it as `team_id`.
    /// - `order_id`: Id of the order, text of eleven characters.
    ///
    /// Sends `GET /teams/{team_id}/orders/{order_id}`. Needs the feature `orders`.
    pub fn get_order(&self, team_id: i64, order_id: impl Into<String>) -> GetOrder {
        GetOrder {
            client: self.clone(),
            options: CallOptions::new(),
            team_id,
            order_id: order_id.into(),
        }
    }
}

/// A call of [`Client::get_order`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetOrder {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) team_id: i64,
    pub(crate) order_id: String,
}

impl GetOrder {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getOrder", "/teams/{team_id}/orders/{order_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/teams/");
        path.segment("team_id", &self.team_id.to_string());
        path.fixed("/orders/");
        path.segment("order_id", &self.order_id);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetOrder -> Order);

open_enum! {
    /// Status of an order. `draft` is that of a dry run. *Observed.*
    pub enum OrderStatus {
        /// `in progress`.
        InProgress = "in progress",
        /// `completed`.
        Completed = "completed",
        /// `draft`.
        Draft = "draft",
    }
}

open_enum! {
    /// How an order is paid. *Observed.*
    pub enum PaymentMethod {
        /// `credit_card`.
        CreditCard = "credit_card",
        /// `team_credit`.
        TeamCredit = "team_credit",
    }
}

open_enum! {
    /// Style of the translations. *Observed.*
    pub enum TranslationStyle {
        /// `formal`.
        Formal = "formal",
        /// `informal`.
        Informal = "informal",
        /// `business`.
        Business = "business",
        /// `friendly`.
        Friendly = "friendly",
    }
}

/// An order of translations. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Order {
    /// Id of the order, such as `20250304AB1`; null for a dry run.
    pub order_id: Option<String>,
    /// Id of the project. Observed: without the branch of the request, so do not use it in later
    /// requests.
    pub project_id: Option<String>,
    /// Name of the branch. Only in the response of [`create_order`](crate::Client::create_order).
    pub branch: Option<String>,
    /// How an order is paid.
    pub payment_method: Option<PaymentMethod>,
    /// Id of the payment card.
    pub card_id: Option<i64>,
    /// Status of an order. `draft` is that of a dry run.
    pub status: Option<OrderStatus>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the order was created, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
    /// Id of the user who ordered.
    pub created_by: Option<i64>,
    /// Their e-mail address.
    pub created_by_email: Option<String>,
    /// Code of the source.
    pub source_language_iso: Option<String>,
    /// Codes of the target languages.
    pub target_language_isos: Option<Vec<String>>,
    /// Ids of the keys.
    pub keys: Option<Vec<i64>>,
    /// Number of words, by the code of the target language.
    pub source_words: Option<BTreeMap<String, i64>>,
    /// `slug` of the provider.
    pub provider_slug: Option<String>,
    /// Style of the translations.
    pub translation_style: Option<TranslationStyle>,
    /// `tier_id` of the provider.
    pub translation_tier: Option<i64>,
    /// Title of the tier. May differ between responses about one order.
    pub translation_tier_name: Option<String>,
    /// Notes for the translators.
    pub briefing: Option<String>,
    /// Price, with cents.
    pub total: Option<f64>,
    /// Whether nothing was ordered. Only in the response of
    /// [`create_order`](crate::Client::create_order).
    pub dry_run: Option<bool>,
    /// Whether the translations go to the translation memory. Never recorded.
    pub is_saved_to_translation_memory: Option<bool>,
}

object! {
    Order {}
    optional {
        order_id, project_id, branch, payment_method, card_id, status, created_at,
        created_at_timestamp, created_by, created_by_email, source_language_iso,
        target_language_isos, keys, source_words, provider_slug, translation_style,
        translation_tier, translation_tier_name, briefing, total, dry_run,
        is_saved_to_translation_memory,
    }
}

impl Order {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Orders of a team.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct OrderListResponse {
    /// The orders.
    pub orders: Vec<Order>,
}

object! {
    OrderListResponse { orders }
    optional {}
}

page!(OrderListResponse { orders: Order });

body! {
    /// Translations to order. *Observed.*
    pub struct NewOrder for [CreateOrder] {
        /// Id of the project.
        project_id: Value<String>,
        /// `slug` of the provider.
        provider_slug: Value<String>,
        /// `tier_id` of one of its tiers.
        translation_tier: Plain<i64>,
        /// Code of the source language.
        source_language_iso: Value<String>,
        /// Codes of the target languages.
        target_language_isos: List<String>,
        /// Ids of the keys.
        keys: List<i64>,
        /// Notes for the translators.
        briefing: Value<String>,
    }
    optional {
        /// Id of the payment card. Required to pay by card.
        card_id: Plain<i64>,
        /// How an order is paid. By card, unless it is set; a dry run too.
        payment_method: Value<PaymentMethod>,
        /// Name of the branch.
        branch: Value<String>,
        /// Style of the translations, for one of the providers.
        translation_style: Value<TranslationStyle>,
        /// Whether the translations go to the translation memory. For machine translation only.
        /// Default: `true`.
        is_saved_to_translation_memory: Plain<bool>,
        /// Whether to return the price without an order.
        dry_run: Plain<bool>,
    }
}
