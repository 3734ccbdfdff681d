//! Webhooks.
