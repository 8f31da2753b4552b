//! Raw requests for lists: how they go from page to page, as streams.

use serde::de::DeserializeOwned;

use super::RawRequest;
use crate::error::Error;
use crate::pages::{Items, Pages, Paging, RawPage, Started, any};

impl RawRequest<'_> {
    /// How a list goes from page to page; as the lists of its [server](Self::server) by default.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::pages::Paging;
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let events = client.request(Method::GET, "teams/7/events").query("limit", 100);
    /// let mut events = events.paging(Paging::Cursor("cursor")).stream::<Value>();
    /// while let Some(event) = events.next().await {
    ///     println!("{}", event?["kind"]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn paging(mut self, paging: Paging) -> Self {
        self.paging = Some(paging);
        self
    }

    /// The field of the answer that holds the items of a list. It need not be said where the answer
    /// has one list only, or is one.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let orders = client.request(Method::GET, "teams/7/orders").items_in("orders");
    /// let mut pages = orders.pages::<Value>();
    /// while let Some(page) = pages.next().await {
    ///     println!("{} orders", page?.items.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn items_in(mut self, field: impl Into<String>) -> Self {
        self.items_in = Some(field.into());
        self
    }

    /// Streams the items of all pages, as [`pages`](crate::pages) says: in their order, a few pages
    /// ahead, and an item that does not decode is an error of its own. What the query holds is sent
    /// with each; `limit`, `page` and cursors in it say how large pages are, and where to start.
    ///
    /// A request that is not a `GET`, or has a body, is an invalid request: each page is another.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Screenshot {
    ///     screenshot_id: u64,
    /// }
    ///
    /// let list = client.request(Method::GET, "projects/garnet-7041.26/screenshots");
    /// let mut screenshots = list.name("listScreenshots").stream::<Screenshot>();
    /// while let Some(screenshot) = screenshots.next().await {
    ///     println!("{}", screenshot?.screenshot_id);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream<T: DeserializeOwned + Send + 'static>(self) -> Items<T> {
        Items::new(self.list())
    }

    /// Streams the pages: see [`stream`](Self::stream).
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::reqwest::Method;
    /// use l10n_client::serde_json::Value;
    ///
    /// let list = client.request(Method::GET, "projects/garnet-7041.26/screenshots");
    /// let mut pages = list.pages::<Value>();
    /// while let Some(page) = pages.next().await.transpose()? {
    ///     println!("{} of {:?}", page.items.len(), page.total_count());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages<T: DeserializeOwned + Send + 'static>(self) -> Pages<RawPage<T>> {
        Pages::new(self.list())
    }

    fn list<T: DeserializeOwned + Send + 'static>(mut self) -> Result<Started<T>, Error> {
        if !self.only_asks() {
            let reason = "a stream asks for each page by itself, and only a GET without a body can \
                          be asked again and again";
            return Err(Error::invalid_request(self.operation(), reason));
        }
        let (paging, items_in) = (self.paging, self.items_in.take());
        any(self.call()?.into(), paging, items_in)
    }
}
