//! Pages for people: server-rendered HTML that works without JavaScript.

pub mod consent;
pub mod html;
pub mod layout;
pub mod refusal;
pub mod sign_in;
pub mod take;
