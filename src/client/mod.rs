//! Layer 3: the SDK for web apps that are written in Rust, such as those with Leptos, Yew or Dioxus.
//!
//! It sends the requests of the endpoint table and returns its payloads. Arguments, responses, failures, retries and
//! sign-ins follow the rules of the JavaScript SDK, because both use [`Engine`](crate::wire::engine::Engine).
//!
//! ```no_run
//! use canvass::client::{Canvass, Error, SignIn, StreamExt};
//! use canvass::spec::endpoints::surveys::{GetSurvey, ListSurveys};
//!
//! /// What the page shows; nothing while the browser leaves for the sign-in page.
//! async fn lines() -> Result<Vec<String>, Error> {
//!     let (canvass, mut lines) = (Canvass::gateway(), Vec::new());
//!     if !canvass.session().await?.is_signed_in() {
//!         canvass.sign_in(SignIn::default()).await?;
//!         return Ok(lines);
//!     }
//!     let mut surveys = canvass.list(ListSurveys::new());
//!     while let Some(survey) = surveys.next().await {
//!         let survey = canvass.call(GetSurvey::new(survey?.id)).await?;
//!         lines.push(format!("{}: {}", survey.title, survey.response_count));
//!     }
//!     Ok(lines)
//! }
//! ```
//!
//! - Once the app has asked for the [`session`](Canvass::session), its calls are for that account only. If another tab
//!   switches to another account, they fail with [`SignedOut`](Cause::SignedOut) until the app asks again: a page does
//!   not write into an account that it does not show.
//! - A call that only reads is sent again after a transient failure; a write never is.
//! - A future that is dropped aborts its request.
//! - An iteration spreads its requests over the app's quota. It fails with [`RateLimited`](Cause::RateLimited) if it
//!   would have to wait longer than [`with_max_wait`](Canvass::with_max_wait) permits.
//! - A response with a value that an enumeration of the table lacks fails with
//!   [`UnexpectedAnswer`](Cause::UnexpectedAnswer); [`Canvass::call_json`], [`Canvass::list_json`] and
//!   [`Canvass::pages_json`] return such a response too.

mod attempt;
mod canvass;
mod error;
mod exchange;
mod list;
mod lock;
mod page;
mod quota;
mod session;
mod sign_in;
mod sign_in_options;
mod state;

pub use crate::spec::gateway::SessionEnd;
pub use crate::spec::scopes::Scope;
pub use crate::spec::types::{Commas, Date, Flag, Id, Integer, List, Nullable};
pub use crate::wire::cause::Cause;
pub use litemap::LiteMap;

pub use canvass::Canvass;
pub use error::{BrowserError, Details, Error, Remedy};
pub use futures_util::{StreamExt, TryStreamExt};
pub use list::Listing;
pub use quota::{Access, Quota, QuotaWindow};
pub use session::{Account, Session, SignOut};
pub use sign_in_options::SignIn;
