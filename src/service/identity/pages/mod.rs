//! The pages of sign-in, consent, the account and its apps.

pub mod account;
pub mod app;
pub mod apps;
pub mod consent;
pub mod join;
pub mod limits;
pub mod people;
pub mod review;
pub mod scopes;
pub mod sign_in;
pub mod sign_up;
pub mod templates;
