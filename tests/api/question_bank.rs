//! The question bank.
