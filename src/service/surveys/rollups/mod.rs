//! Rollups and trends: answers counted, question by question, while the responses stream by.

mod counts;
mod periods;
mod stats;
mod stream;
mod trend;

pub use counts::{Counter, size};
pub use stream::{Range, Stream, fitting};
pub use trend::Trending;
