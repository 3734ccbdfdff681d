//! Rollups and trends: answers counted per question, while the responses are read in a stream.

mod counts;
mod periods;
mod stats;
mod stream;
mod trend;

pub use counts::{Counter, result_size};
pub use stream::{ResponseRange, ResponseStream, fitting_count};
pub use trend::TrendCounter;
