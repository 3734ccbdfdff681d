//! How long a deleted account can be restored.

use crate::spec::account::RESTORE_DAYS;
use crate::wire::dates::{DAY, Timestamp};

/// The end of the time in which an account that was deleted at this time can be restored.
pub fn restorable_until(deleted: Timestamp) -> Timestamp {
    deleted.saturating_add(DAY.saturating_mul(i64::from(RESTORE_DAYS)))
}
