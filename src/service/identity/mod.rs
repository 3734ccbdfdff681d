//! Apps, accounts, sign-in and consent, and their pages.

pub mod account;
pub mod app;
pub(super) mod app_id;
pub mod app_life;
pub(super) mod app_limits;
mod app_review;
pub(super) mod errands;
pub mod grants;
pub(super) mod invitations;
pub mod listing;
pub mod listing_revision;
mod names;
pub mod oauth;
mod paths;
pub mod person;
mod scope_list;
pub(super) mod signing;
