//! Surveys, designs, responses, collectors and results: the rules that the API and the pages share.

pub(super) mod access;
pub(super) mod answer_fields;
pub(super) mod answers;
pub(super) mod benchmarks;
pub(super) mod collectors;
pub(super) mod design;
pub(super) mod folders;
pub(super) mod formats;
pub(super) mod library;
pub mod link;
pub mod page_texts;
pub mod recipients;
pub(super) mod roles;
pub(super) mod rollups;
pub(super) mod shuffle_seed;
pub(super) mod simple_text;
pub(super) mod translation;
