//! Pages for people: server-rendered HTML that works without JavaScript.

pub mod account;
pub mod app;
pub mod consent;
pub mod form;
pub mod html;
pub mod layout;
pub mod notice;
pub mod refusal;
pub mod sign_in;
pub mod sign_up;
pub mod take;
