//! How long an account that was deleted can be restored.

use crate::spec::account::RESTORE_DAYS;
use crate::wire::dates::{DAY, Timestamp};

/// Until when an account that was deleted at a moment can be restored.
pub fn restorable_until(deleted: Timestamp) -> Timestamp {
    deleted.saturating_add(DAY.saturating_mul(i64::from(RESTORE_DAYS)))
}
