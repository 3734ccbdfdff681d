//! Canvass: the survey API for web apps and the edge, in one crate compiled to WebAssembly.
//!
//! A web app in Rust uses the module `client`, which needs no default features:
//!
//! ```toml
//! canvass = { version = "0.1", default-features = false, features = ["client"] }
//! ```
//!
//! ```ignore
//! let canvass = canvass::client::Canvass::gateway();
//! let survey = canvass.call(canvass::spec::endpoints::surveys::GetSurvey::new("1")).await?;
//! ```
//!
//! The map, from the bottom up. A layer imports only from layers above it in this list. This file chooses the layers of
//! a build; `src/browser/mod.rs` and `src/edge/mod.rs` choose the parts of a shell.
//!
//! | Layer | Module | What lives there |
//! |---|---|---|
//! | 0 | [`spec`] | the facts: every operation, payload, error, scope, plan and limit, each written once |
//! | 1 | [`wire`] | facts to bytes and back, for both ends of a connection |
//! | 1 | `crypto` | encryption and secrets, for `gateway` and `service` |
//! | 2 | [`results`] | a survey's design and its responses joined into one table, and kept in a store that answers questions |
//! | 2 | `gateway` | sessions, regions, proxy rules and budget as state machines |
//! | 2 | `service` | the survey service on SQLite |
//! | 3 | `browser` | the SDK's shell, in four binaries: features `browser`, `export`, `results` and `sign-in` |
//! | 3 | `client` | the SDK for web apps written in Rust: feature `client` |
//! | 3 | `edge` | the Worker's shell: features `edge` |
//!
//! Nothing below layer 3 knows a platform: no clock, no randomness, no `async`, no JavaScript.
//!
//! | Build | Features | Output |
//! |---|---|---|
//! | SDK engine | `browser` | `pkg/dist/engine.wasm` and the files around it |
//! | SDK's exports | `export` | `pkg/dist/export.wasm`, loaded by the first export or summary; compiled for speed |
//! | SDK's results | `results` | `pkg/dist/results.wasm`, loaded by the first store of responses; compiled for speed |
//! | SDK's sign-in | `sign-in` | `pkg/dist/sign_in.wasm`, loaded by the first sign-in |
//! | JavaScript fallbacks, not of the results | the same | by `scripts/fallback.mjs`, where WebAssembly is forbidden |
//! | Rust client | `client` | a library for crates that are compiled to WebAssembly, which compiles on the host too; it exports nothing |
//! | local Worker | `edge,service,sandbox` | `build/local`; `pkg/local/worker` in the package, for `@canvass/sdk/testing` |
//! | gateway alone | `edge` | `build/gateway` |
//! | deployed service | `edge,service` | `build/service` |
//! | native | defaults: `service,gateway,sandbox` | what `cargo test` runs |

#[cfg(all(feature = "browser", feature = "edge", target_family = "wasm"))]
compile_error!(
    "build either `browser` or `edge`: one binary with both would export the SDK's functions as RPC methods of the Worker"
);

#[macro_use]
pub mod spec;
pub mod results;
pub mod wire;

#[cfg(any(feature = "gateway", feature = "service"))]
pub mod crypto;
#[cfg(feature = "gateway")]
pub mod gateway;
#[cfg(feature = "service")]
pub mod service;

#[cfg(all(
    any(feature = "browser", feature = "export", feature = "results", feature = "sign-in"),
    target_family = "wasm"
))]
pub mod browser;
#[cfg(feature = "client")]
pub mod client;
#[cfg(all(feature = "edge", target_family = "wasm"))]
pub mod edge;

/// The memory: a fifth of the size of the default allocator, and in no time that grows with what is held.
#[cfg(all(
    any(feature = "browser", feature = "export", feature = "results", feature = "sign-in", feature = "edge"),
    target_family = "wasm"
))]
#[global_allocator]
static MEMORY: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// True where the demo world, the clock and the other things that only a local service offers are built in.
pub const SANDBOX: bool = cfg!(feature = "sandbox");

/// True where the Worker embeds the survey service; otherwise it is a gateway to a remote one.
pub const EMBEDDED: bool = cfg!(feature = "service");
