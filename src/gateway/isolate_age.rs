//! The age of an isolate, by which what waits in it for too long is removed.
//!
//! The platform gives each request and object the time of its own last I/O. After the machine's clock was set, two of
//! them see times that are far apart, so a difference of such times is no waiting time.

use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which something has been seen to wait. They never fall, and a clock that was set adds a minute at
/// most.
#[derive(Debug, Clone, Copy)]
pub struct IsolateAge {
    latest: Timestamp,
    milliseconds: i64,
}

impl IsolateAge {
    /// The age before any time was seen.
    pub const NEW: IsolateAge = IsolateAge { latest: Timestamp(i64::MIN), milliseconds: 0 };

    /// The age at a time that any request or object of the isolate sees.
    #[must_use]
    pub fn at(self, now: Timestamp) -> IsolateAge {
        let passed = now.0.saturating_sub(self.latest.0).clamp(0, MINUTE);
        IsolateAge { latest: self.latest.max(now), milliseconds: self.milliseconds.saturating_add(passed) }
    }

    /// The age in milliseconds.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.milliseconds
    }
}
