//! Lists as streams: page after page, at the pace that the quota permits.

use super::canvass::Canvass;
use super::error::Error;
use super::exchange::{AcceptedResponse, operation};
use crate::spec::endpoint::Endpoint;
use crate::spec::payload::{Decode, Reply};
use crate::spec::types::List;
use crate::wire::check::Mismatch;
use crate::wire::typed;
use futures_util::stream::{self, Stream, TryStreamExt};
use serde_json::Value;
use std::pin::Pin;

/// A stream that sends its requests while it is polled. After an error it ends.
pub type Listing<T> = Pin<Box<dyn Stream<Item = Result<T, Error>>>>;

/// Reads the body of a page.
type ReadPage<T> = fn(&[u8]) -> Result<List<T>, Box<Mismatch>>;

/// Where an iteration continues: the arguments of the next page, and the requests that are needed from there on.
struct Position {
    arguments: String,
    needed: u32,
}

impl Canvass {
    /// The items of a list, of all pages.
    #[must_use = "a stream sends nothing until it is polled"]
    pub fn list<E, T>(&self, request: E) -> Listing<T>
    where
        E: Endpoint,
        E::Response: Reply<Output = List<T>>,
        T: Decode + 'static,
    {
        items_of(self.pages(request))
    }

    /// The items of a list, of all pages, as JSON: also those with values that the payload's type lacks.
    #[must_use = "a stream sends nothing until it is polled"]
    pub fn list_json<E, T>(&self, request: E) -> Listing<Value>
    where
        E: Endpoint,
        E::Response: Reply<Output = List<T>>,
    {
        items_of(self.pages_json(request))
    }

    /// The pages of a list. To go on after an error, list again with the next `page` and the same `per_page` as the
    /// last one that came.
    #[must_use = "a stream sends nothing until it is polled"]
    pub fn pages<E, T>(&self, request: E) -> Listing<List<T>>
    where
        E: Endpoint,
        E::Response: Reply<Output = List<T>>,
        T: Decode + 'static,
    {
        self.iterate(operation(E::ROUTE.name), &request, typed::read_reply::<E::Response>)
    }

    /// The pages of a list, with their items as JSON: also those with values that the payload's type lacks.
    #[must_use = "a stream sends nothing until it is polled"]
    pub fn pages_json<E, T>(&self, request: E) -> Listing<List<Value>>
    where
        E: Endpoint,
        E::Response: Reply<Output = List<T>>,
    {
        self.iterate(operation(E::ROUTE.name), &request, typed::read_list)
    }

    fn iterate<E: Endpoint, T: 'static>(&self, operation: usize, request: &E, read: ReadPage<T>) -> Listing<List<T>> {
        let start = Position { arguments: typed::arguments_of(request), needed: 0 };
        let canvass = self.clone();
        Box::pin(stream::try_unfold(Some(start), move |position| {
            let canvass = canvass.clone();
            async move {
                let Some(Position { arguments, needed }) = position else { return Ok(None) };
                if needed > 0 {
                    canvass.wait_for_quota(needed).await?;
                }
                let received = canvass.fitting_page(operation, arguments).await?;
                let page = received.read(read)?;
                let needed = typed::requests_after(&page);
                Ok(Some((page, received.next.map(|arguments| Position { arguments, needed }))))
            }
        }))
    }

    /// A page; a smaller one from the same item on, if the service refuses the page as too large and names a size.
    async fn fitting_page(&self, operation: usize, mut arguments: String) -> Result<AcceptedResponse, Error> {
        loop {
            let error = match self.exchange(operation, &arguments).await {
                Ok(received) => return Ok(received),
                Err(error) => error,
            };
            let smaller = error.remedy.per_page.and_then(|size| typed::with_smaller_page(&arguments, size));
            let Some(smaller) = smaller else { return Err(error) };
            arguments = smaller;
            self.wait_for_quota(1).await?;
        }
    }
}

fn items_of<T: 'static>(pages: Listing<List<T>>) -> Listing<T> {
    Box::pin(pages.map_ok(|page| stream::iter(page.data.into_iter().map(Ok))).try_flatten())
}
