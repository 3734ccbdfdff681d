//! Roles: which ones a team has.
