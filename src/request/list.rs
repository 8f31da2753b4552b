//! Raw requests for lists: pagination and streams.

use serde::de::DeserializeOwned;

use super::RawRequest;
use crate::call::Call;
use crate::error::Error;
use crate::pages::{Items, Pages, Paging};

impl RawRequest {
    /// Sets the pagination of a list. Defaults to that of the lists of its [server](Self::server).
    pub fn paging(mut self, paging: Paging) -> Self {
        self.paging = Some(paging);
        self
    }

    /// Sets the field of the response that contains the items. By default, the response itself is
    /// the list; in the cursor-paginated API, the items are in `data`.
    pub fn items_in(mut self, field: impl Into<String>) -> Self {
        self.items_in = Some(field.into());
        self
    }

    /// Streams the items of all pages in order, with prefetch: see [`pages`](crate::pages). The
    /// query is sent with each page. In it, `limit` sets the page size, and `page` or a cursor the
    /// start.
    ///
    /// Fails with an invalid request unless it is a `GET` without a body.
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
    /// let list = list.name("listScreenshots").items_in("screenshots");
    /// let mut screenshots = list.stream::<Screenshot>();
    /// while let Some(screenshot) = screenshots.next().await {
    ///     println!("{}", screenshot?.screenshot_id);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream<T: DeserializeOwned + Send + 'static>(mut self) -> Items<T> {
        let (paging, items_in) = (self.paging, self.items_in.take());
        Items::foreign(self.page_call(), paging, items_in)
    }

    /// Streams the pages: see [`stream`](Self::stream).
    pub fn pages<T: DeserializeOwned + Send + 'static>(mut self) -> Pages<Vec<T>> {
        let (paging, items_in) = (self.paging, self.items_in.take());
        Pages::foreign(self.page_call(), paging, items_in)
    }

    fn page_call(self) -> Result<Call, Error> {
        match self.only_asks() {
            true => self.call(),
            false => {
                let reason = "only a GET without a body can be streamed";
                Err(Error::invalid_request(self.operation(), reason))
            }
        }
    }
}
