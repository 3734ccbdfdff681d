//! Layer 0: the facts of the specification, each written once, in tables like those of the specification.
//!
//! Routing, checks, the SDK's methods, OpenAPI, TypeScript and the contract tests derive from these tables. This layer
//! imports no other layer.

#[macro_use]
mod tables;

pub mod account;
pub mod apps;
pub mod attempts;
pub mod content;
pub mod endpoint;
#[macro_use]
pub mod endpoints;
pub mod errors;
pub mod events;
pub mod forms;
pub mod gateway;
pub mod legacy;
pub mod limits;
pub mod oauth;
pub mod param;
pub mod payload;
pub mod plans;
pub mod questions;
pub mod regions;
pub mod resources;
pub mod scopes;
pub mod shape;
pub mod tools;
pub mod types;
pub mod url_members;
