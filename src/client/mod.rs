//! Layer 3: the SDK for web apps that are written in Rust, such as those with Leptos, Yew or Dioxus.
//!
//! It sends the requests of the endpoint table and returns its payloads. Arguments, responses, failures, retries and
//! sign-ins follow the rules of the JavaScript SDK, because both use [`Engine`](crate::wire::engine::Engine).
//!
//! ```no_run
//! use canvass::client::{Canvass, Error, SignIn, StreamExt};
//! use canvass::spec::endpoints::surveys::{GetSurvey, ListSurveys};
//!
//! async fn show() -> Result<(), Error> {
//!     let canvass = Canvass::gateway();
//!     if !canvass.session().await?.is_signed_in() {
//!         return canvass.sign_in(SignIn::default()).await;
//!     }
//!     let mut surveys = canvass.list(ListSurveys::new());
//!     while let Some(survey) = surveys.next().await {
//!         let survey = canvass.call(GetSurvey::new(survey?.id)).await?;
//!         println!("{}: {}", survey.title, survey.response_count.get());
//!     }
//!     Ok(())
//! }
//! ```
//!
//! - A call that only reads is sent again after a transient failure; a write never is.
//! - A future that is dropped aborts its request.
//! - An iteration spreads its requests over the app's quota. It fails with
//!   [`RateLimited`](crate::wire::cause::Cause::RateLimited) if it would have to wait longer than
//!   [`with_max_wait`](Canvass::with_max_wait) permits.
//! - A response with a value that an enumeration of the table lacks fails with
//!   [`UnexpectedAnswer`](crate::wire::cause::Cause::UnexpectedAnswer); [`Canvass::call_json`] returns such a response too.

mod attempt;
mod canvass;
mod error;
mod exchange;
mod list;
mod page;
mod quota;
mod session;
mod sign_in;

pub use canvass::Canvass;
pub use error::{Details, Error, Remedy};
pub use futures_util::{StreamExt, TryStreamExt};
pub use list::Listing;
pub use quota::{Access, Quota, QuotaWindow};
pub use session::{Account, Session, SignOut};
pub use sign_in::SignIn;
