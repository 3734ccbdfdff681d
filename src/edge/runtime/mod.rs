//! The Worker's own async runtime. It runs a request's future with fewer calls between JavaScript and WebAssembly than
//! the stock crates need.
//!
//! | Part | Replaces | Reason |
//! |---|---|---|
//! | `task.rs`, `task.js` | the executor of `wasm-bindgen-futures` | polls at once instead of queuing a microtask for the start and for each wake; fails only the request that panics |
//! | `timer.rs` | `worker::Delay` | a `Delay` frees its callback while that still runs, which a future that is polled at once does not survive; `waiter` has no counterpart |
//! | `fetch.rs`, `fetch.js`, `pending_fetch.rs` | `worker::Fetch` | one call starts a fetch and one ends it, with all headers as one text; small bodies arrive with the headers |
//! | `timeout_sweep.rs` | an abort signal for each fetch | sets timeouts only on fetches that have not ended soon |
//! | `entry.js` | the entry that `worker-build` makes | no class and no proxies for each request |
//!
//! `headers.rs` and `headers.js` are the format in which headers cross, `one_shot.rs` schedules work that one request
//! does for all, and `clock.rs` reads the platform's time. They are in every build.
//!
//! The Cargo feature `stock-runtime` chooses the stock crates instead (`edge/without/stock/`), and each part has a
//! feature of its own (`Cargo.toml`). `docs/decisions/own-executor-in-the-worker.md` says how to repeat the
//! measurements:
//!
//! | Replaced | Gateway after gzip | CPU of a proxied request |
//! |---|---|---|
//! | nothing | 220 KB | 1 × |
//! | `task.rs` and `timer.rs` | 218 KB | 1.08 × (1.02 to 1.35) |
//! | `fetch.rs` | 230 KB | 1.37 × (1.23 to 1.45) |
//! | `entry.js` | 220 KB | 1.09 × (0.95 to 1.21) |
//!
//! This folder imports nothing of the rest of `edge`. Requests wait for each other only through `timer::waiter`, so
//! that each resumes in its own request context.

pub(crate) mod clock;
pub(crate) mod fetch;
pub(crate) mod headers;
pub(crate) mod one_shot;
mod pending_fetch;
pub(crate) mod task;
mod timeout_sweep;
pub(crate) mod timer;
