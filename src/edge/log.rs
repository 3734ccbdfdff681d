//! The log: what failed and the platform's reason, cut short; never a header, a body or a variable.

use std::fmt::Display;

/// Characters of a reason that are logged.
const REASON_MAX: usize = 300;

/// Notes a failure.
pub(crate) fn note(what: &str, reason: &dyn Display) {
    let reason: String =
        reason.to_string().chars().filter(|character| !character.is_control()).take(REASON_MAX).collect();
    worker::console_error!("{what}: {reason}");
}
