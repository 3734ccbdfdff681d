//! How long an account that was deleted can be restored.

use crate::spec::account::RESTORE_DAYS;
use crate::wire::dates::{DAY, Moment};

/// Until when an account that was deleted at a moment can be restored.
pub fn restorable_until(deleted: Moment) -> Moment {
    deleted.plus(DAY.saturating_mul(i64::from(RESTORE_DAYS)))
}
