//! TABLE. Every payload, field by field, one file per noun. Heading "Resources and their fields".

pub mod groups;
pub mod users;
