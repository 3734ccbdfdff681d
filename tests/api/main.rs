//! What each operation does, one file per noun as in `src/service/api/handlers`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod accounts;
#[allow(dead_code, reason = "tests of the results use the rest")]
#[path = "../results/analysis_world.rs"]
mod analysis_world;
mod answers;
mod backlog;
mod benchmarks;
mod bodies;
mod caches;
mod chunked_creation;
mod chunked_deletion;
mod chunked_work;
mod collectors;
mod contacts;
mod demo;
mod design_limits;
mod errors;
mod expiry;
mod fields;
mod first_question;
mod folders;
mod forms;
mod groups;
mod job_queue;
mod languages;
mod leases;
mod legacy;
mod library;
mod lifelike;
mod lists;
mod messages;
mod migrations;
mod oauth;
mod organizations;
mod outbox;
mod pages;
mod password_attempts;
mod plans;
mod question_bank;
mod questions;
mod quota;
mod recipients;
mod respond;
mod responses;
mod roles;
mod rollups;
mod sandbox;
mod sequences;
mod story;
mod summaries;
mod summary_oracle;
#[path = "../support/mod.rs"]
mod support;
mod surveys;
mod tolerances;
mod users;
mod webhooks;
mod workgroups;
