//! Apps, accounts, sign-in and consent, and their pages.

pub mod account;
pub mod app;
pub(super) mod app_id;
pub mod app_lifecycle;
pub(super) mod app_limits;
mod app_review;
pub mod grants;
pub(super) mod invitations;
pub mod listing;
pub mod listing_revision;
mod names;
pub mod oauth;
pub(super) mod outbound_tasks;
mod paths;
pub mod person;
mod scope_label;
pub(super) mod signing;
