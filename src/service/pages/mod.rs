//! Pages for people: server-rendered HTML that works without JavaScript.

pub mod account;
pub mod app;
pub mod apps;
pub mod consent;
pub mod error;
pub mod form;
pub mod html;
pub mod join;
pub mod layout;
pub mod limits;
pub mod notice;
pub mod people;
pub mod refusal;
pub mod review;
pub mod scopes;
pub mod sign_in;
pub mod sign_up;
pub mod take;
pub mod templates;
pub mod wait;
