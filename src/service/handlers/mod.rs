//! What each operation does, one file per noun in the order of the tables.

mod groups;
mod responses;
mod surveys;
mod users;
mod workgroups;
