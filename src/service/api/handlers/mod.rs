//! The handlers of the operations, one file per noun in the order of the tables.

mod activities;
mod benchmarks;
pub mod collectors;
mod contacts;
mod details;
mod errors;
pub mod folders;
mod groups;
mod languages;
mod library;
mod messages;
mod organizations;
mod pages;
mod question_bank;
mod questions;
mod recipients;
mod responses;
mod roles;
mod rollups;
mod surveys;
pub mod text_limits;
mod users;
mod webhooks;
mod workgroups;
