// Made from spec/openapi.yaml. Do not edit.

//! Payment cards of the user, to pay for orders.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// List payment cards.
    ///
    /// Lists the payment cards of the user by id. A user has access to their own cards only.
    /// *Observed.*
    ///
    /// OAuth scope: `read_payment_cards`.
    ///
    /// Sends `GET /payment_cards`. Needs the feature `orders`.
    pub fn list_payment_cards(&self) -> ListPaymentCards {
        ListPaymentCards {
            client: self.clone(),
            options: CallOptions::new(),
            limit: None,
            page: None,
        }
    }
}

/// A call of [`Client::list_payment_cards`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct ListPaymentCards {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) limit: Option<u32>,
    pub(crate) page: Option<u32>,
}

impl ListPaymentCards {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("listPaymentCards", "/payment_cards", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/payment_cards");
        path.number("limit", self.limit, 1..=5000);
        path.number("page", self.page, 1..);
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

list!(page ListPaymentCards -> PaymentCardListResponse { payment_cards: PaymentCard });

setters! {
    ListPaymentCards {
        /// Items per page, at most 5000. Observed: 100 by default. Assumed: at least 1.
        limit: Plain<u32>,
        /// The page number. Assumed: starts at 1.
        page: Plain<u32>,
    }
}

impl Client {
    /// Add a payment card.
    ///
    /// Adds a payment card of the user. The response is the card without its number. The response
    /// to a rejected card is unknown. *Observed.*
    ///
    /// OAuth scope: `write_payment_cards`.
    ///
    /// Arguments:
    ///
    /// - `number`: Number of the card, in digits.
    /// - `cvc`: Its security code. The service accepts a number, too.
    /// - `exp_month`: Month it expires, from 1 to 12.
    /// - `exp_year`: Year it expires, in four digits.
    ///
    /// Sends `POST /payment_cards`. Needs the feature `orders`.
    pub fn create_payment_card(
        &self,
        number: impl Into<Secret>,
        cvc: impl Into<Secret>,
        exp_month: i32,
        exp_year: i32,
    ) -> CreatePaymentCard {
        CreatePaymentCard {
            client: self.clone(),
            options: CallOptions::new(),
            body: NewPaymentCard::new(number, cvc, exp_month, exp_year),
        }
    }
}

/// A call of [`Client::create_payment_card`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct CreatePaymentCard {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) body: NewPaymentCard,
}

impl CreatePaymentCard {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        idempotent: false,
        ..Operation::new("createPaymentCard", "/payment_cards", Server::Main)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/payment_cards");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(CreatePaymentCard -> PaymentCard);

impl Client {
    /// Read a payment card.
    ///
    /// Reads one payment card of the user. A user has access to their own cards only. *Observed.*
    ///
    /// OAuth scope: `read_payment_cards`.
    ///
    /// Arguments:
    ///
    /// - `card_id`: Id of the payment card.
    ///
    /// Sends `GET /payment_cards/{card_id}`. Needs the feature `orders`.
    pub fn get_payment_card(&self, card_id: i64) -> GetPaymentCard {
        GetPaymentCard { client: self.clone(), options: CallOptions::new(), card_id }
    }
}

/// A call of [`Client::get_payment_card`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct GetPaymentCard {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) card_id: i64,
}

impl GetPaymentCard {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("getPaymentCard", "/payment_cards/{card_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/payment_cards/");
        path.segment("card_id", &self.card_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::GET), None, self.options)
    }
}

methods!(GetPaymentCard -> PaymentCardResponse);

impl Client {
    /// Delete a payment card.
    ///
    /// Deletes a payment card of the user. A user has access to their own cards only. *Observed.*
    ///
    /// OAuth scope: `write_payment_cards`.
    ///
    /// Arguments:
    ///
    /// - `card_id`: Id of the payment card.
    ///
    /// Sends `DELETE /payment_cards/{card_id}`. Needs the feature `orders`.
    pub fn delete_payment_card(&self, card_id: i64) -> DeletePaymentCard {
        DeletePaymentCard { client: self.clone(), options: CallOptions::new(), card_id }
    }
}

/// A call of [`Client::delete_payment_card`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct DeletePaymentCard {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) card_id: i64,
}

impl DeletePaymentCard {
    pub(crate) const OPERATION: &'static Operation =
        &Operation::new("deletePaymentCard", "/payment_cards/{card_id}", Server::Main);

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/payment_cards/");
        path.segment("card_id", &self.card_id.to_string());
        path.call(self.client, (Self::OPERATION, Method::DELETE), None, self.options)
    }
}

methods!(DeletePaymentCard -> PaymentCardDeletedResponse);

/// A payment card of the user. *Observed.*
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PaymentCard {
    /// Id of the card.
    pub card_id: i64,
    /// The last four digits of its number.
    pub last4: Option<String>,
    /// Brand, such as `Visa`. Case varies.
    pub brand: Option<String>,
    /// A time as text, `YYYY-MM-DD HH:MM:SS (timezone)`; the time zone is documented as UTC.
    /// Observed: `(Etc/UTC)` and other time zones. Prefer the same time in Unix seconds.
    pub created_at: Option<TimestampText>,
    /// When the card was added, in Unix seconds.
    pub created_at_timestamp: Option<i64>,
}

object! {
    PaymentCard { card_id }
    optional { last4, brand, created_at, created_at_timestamp }
}

impl PaymentCard {
    /// Returns the time of `created_at_timestamp`, or else of `created_at`.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        quirks::time(self.created_at_timestamp, self.created_at.as_ref())
    }
}

/// Payment cards of the user.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PaymentCardListResponse {
    /// Id of the user.
    pub user_id: Option<i64>,
    /// The cards.
    pub payment_cards: Vec<PaymentCard>,
}

object! {
    PaymentCardListResponse { payment_cards }
    optional { user_id }
}

page!(PaymentCardListResponse { payment_cards: PaymentCard });

/// One payment card.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PaymentCardResponse {
    /// Id of the user.
    pub user_id: Option<i64>,
    /// A payment card of the user. *Observed.*
    pub payment_card: PaymentCard,
}

object! {
    PaymentCardResponse { payment_card }
    optional { user_id }
}

/// Whether a card was deleted.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PaymentCardDeletedResponse {
    /// Id of the card.
    pub card_id: Option<i64>,
    /// Whether the card was deleted.
    pub card_deleted: bool,
}

object! {
    PaymentCardDeletedResponse { card_deleted }
    optional { card_id }
}

body! {
    /// A payment card to add. *Observed.*
    pub struct NewPaymentCard for [CreatePaymentCard] {
        /// Number of the card, in digits.
        number: Value<Secret>,
        /// Its security code. The service accepts a number, too.
        cvc: Value<Secret>,
        /// Month it expires, from 1 to 12.
        exp_month: Plain<i32>,
        /// Year it expires, in four digits.
        exp_year: Plain<i32>,
    }
    optional {
    }
}
