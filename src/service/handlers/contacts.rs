//! Contacts and their lists.
