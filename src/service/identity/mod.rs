//! Apps, accounts, sign-in and consent, and their pages.

pub mod account;
pub mod app;
pub(super) mod app_id;
pub mod app_life;
pub(super) mod app_limits;
pub(super) mod errands;
pub mod grants;
pub(super) mod invitations;
pub mod listing;
pub mod oauth;
pub(super) mod pages;
pub(super) mod signing;
