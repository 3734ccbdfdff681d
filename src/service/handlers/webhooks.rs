//! Webhooks: where accounts want events sent.
