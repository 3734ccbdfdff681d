//! Rollups and trends: answers counted, question by question, while the responses stream by.

mod counts;
mod periods;
mod stats;
mod stream;
mod trend;

pub use counts::{Counter, result_size};
pub use stream::{ResponseRange, ResponseStream, fitting_count};
pub use trend::TrendCounter;
