//! Lists as streams: page after page, at the pace that the quota permits.

use super::canvass::Canvass;
use super::error::Error;
use super::exchange::{Received, operation};
use crate::spec::endpoint::Endpoint;
use crate::spec::payload::{Decode, Reply};
use crate::spec::types::List;
use crate::wire::typed;
use futures_util::stream::{self, Stream, TryStreamExt};
use std::pin::Pin;

/// A stream that sends its requests while it is polled. After an error it ends.
pub type Listing<T> = Pin<Box<dyn Stream<Item = Result<T, Error>>>>;

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
        let pages = self.pages(request);
        Box::pin(pages.map_ok(|page| stream::iter(page.data.into_iter().map(Ok))).try_flatten())
    }

    /// The pages of a list.
    #[must_use = "a stream sends nothing until it is polled"]
    pub fn pages<E, T>(&self, request: E) -> Listing<List<T>>
    where
        E: Endpoint,
        E::Response: Reply<Output = List<T>>,
        T: Decode + 'static,
    {
        let start = Position { arguments: typed::arguments_of(&request), needed: 0 };
        let canvass = self.clone();
        Box::pin(stream::try_unfold(Some(start), move |position| {
            let canvass = canvass.clone();
            async move {
                let Some(Position { arguments, needed }) = position else { return Ok(None) };
                if needed > 0 {
                    canvass.wait_for_quota(needed).await?;
                }
                let received = canvass.fitting_page(operation(E::ROUTE.name), arguments).await?;
                let page = canvass.read_reply::<E>(&received)?;
                let needed = typed::requests_after(&page);
                Ok(Some((page, received.next.map(|arguments| Position { arguments, needed }))))
            }
        }))
    }

    /// A page; a smaller one from the same item on, if the service refuses the page as too large and names a size.
    async fn fitting_page(&self, operation: usize, mut arguments: String) -> Result<Received, Error> {
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
