//! The clock of the sandbox: the platform's clock, shifted or frozen.

use super::bad_request::BadRequest;
use crate::wire::dates::{self, DAY, MINUTE, SECOND, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Maximum seconds of one change: a hundred years.
const ADVANCE_MAX: f64 = 3_155_760_000.0;

/// How the time is computed from the platform's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Milliseconds ahead of the platform while the clock runs.
    ahead: i64,
    /// The time at which the clock is frozen.
    frozen: Option<Timestamp>,
}

/// A change: the clock is set, then advanced, then frozen or started.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockChange {
    /// A date in a format of the API.
    set: Option<String>,
    /// How far to advance; negative values move the clock back.
    advance: Option<Advance>,
    /// True: freezes the clock.
    freeze: Option<bool>,
    /// True: starts the clock.
    run: Option<bool>,
}

/// A duration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "seconds, or a number with s, m, h or d")]
enum Advance {
    /// In seconds.
    Seconds(f64),
    /// A number with its unit, such as `90d`: `s`, `m`, `h` or `d`.
    Text(String),
}

impl Advance {
    fn seconds(&self) -> Option<f64> {
        let text = match self {
            Advance::Seconds(seconds) => return Some(*seconds),
            Advance::Text(text) => text,
        };
        let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let unit = match unit {
            "s" => SECOND,
            "m" => MINUTE,
            "h" => MINUTE.saturating_mul(60),
            "d" => DAY,
            _ => return None,
        };
        let milliseconds = number.parse::<i64>().ok()?.checked_mul(unit)?;
        Some(milliseconds as f64 / 1000.0)
    }
}

impl Clock {
    /// The time, given that of the platform.
    pub fn now(&self, platform: Timestamp) -> Timestamp {
        self.frozen.unwrap_or(platform.saturating_add(self.ahead))
    }

    /// The platform's time at which this clock shows `moment`. `None` while it is frozen before that.
    pub fn platform_time(&self, moment: Timestamp, platform: Timestamp) -> Option<Timestamp> {
        match self.frozen {
            Some(frozen) if moment > frozen => None,
            Some(_) => Some(platform),
            None => Some(moment.saturating_add(self.ahead.saturating_neg())),
        }
    }

    /// The clock after a change.
    ///
    /// # Errors
    ///
    /// When a member of the change is invalid.
    pub fn apply_change(&self, change: &ClockChange, platform: Timestamp) -> Result<Clock, BadRequest> {
        let mut now = self.now(platform);
        if let Some(date) = &change.set {
            now = dates::parse_date(date)
                .ok_or_else(|| BadRequest::for_member("set", "It must be a date such as 2026-01-31T12:00:00."))?;
        }
        if let Some(advance) = &change.advance {
            let seconds = advance.seconds().filter(|seconds| seconds.abs() <= ADVANCE_MAX);
            let seconds = seconds.ok_or_else(|| {
                BadRequest::for_member(
                    "advance",
                    "Give seconds, or a number with s, m, h or d; a hundred years at most.",
                )
            })?;
            now = now.saturating_add((seconds * 1000.0) as i64);
        }
        let freeze = match (change.freeze == Some(true), change.run == Some(true)) {
            (true, true) => return Err(BadRequest::for_member("run", "Give either freeze or run.")),
            (true, false) => true,
            (false, true) => false,
            (false, false) => self.frozen.is_some(),
        };
        let ahead = now.0.saturating_sub(platform.0);
        Ok(Clock { ahead, frozen: freeze.then_some(now) })
    }

    /// The clock in the JSON of the control API.
    pub fn to_json(&self, platform: Timestamp) -> Value {
        json!({ "now": self.now(platform).with_microseconds(), "frozen": self.frozen.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, ClockChange};
    use crate::wire::dates::Timestamp;

    fn change(text: &str) -> ClockChange {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn the_clock_is_set_moved_stopped_and_started() {
        let at = |clock: &Clock, platform| clock.now(Timestamp(platform)).0;
        let clock = Clock::default();
        assert_eq!(at(&clock, 5), 5);
        let clock =
            clock.apply_change(&change(r#"{"set":"1970-01-01T00:01:00","advance":1.5}"#), Timestamp(1000)).unwrap();
        assert_eq!((at(&clock, 1000), at(&clock, 2000)), (61_500, 62_500));
        let clock = clock.apply_change(&change(r#"{"freeze":true}"#), Timestamp(2000)).unwrap();
        assert_eq!((at(&clock, 2000), at(&clock, 9000)), (62_500, 62_500));
        let clock = clock.apply_change(&change(r#"{"advance":10}"#), Timestamp(9000)).unwrap();
        assert_eq!(at(&clock, 10_000), 72_500, "it is still frozen");
        let clock = clock.apply_change(&change(r#"{"run":true}"#), Timestamp(10_000)).unwrap();
        assert_eq!(at(&clock, 11_000), 73_500);
    }

    #[test]
    fn a_duration_has_a_unit() {
        for (duration, milliseconds) in
            [("\"90d\"", 7_776_000_000), ("\"5m\"", 300_000), ("\"-2h\"", -7_200_000), ("7", 7_000)]
        {
            let clock =
                Clock::default().apply_change(&change(&format!(r#"{{"advance":{duration}}}"#)), Timestamp(0)).unwrap();
            assert_eq!(clock.now(Timestamp(0)), Timestamp(milliseconds), "{duration}");
        }
    }

    #[test]
    fn an_alarm_is_due_when_the_shifted_clock_says_so() {
        let clock = Clock::default().apply_change(&change(r#"{"advance":100}"#), Timestamp(0)).unwrap();
        assert_eq!(clock.platform_time(Timestamp(160_000), Timestamp(0)), Some(Timestamp(60_000)));
        let frozen = clock.apply_change(&change(r#"{"freeze":true}"#), Timestamp(0)).unwrap();
        assert_eq!(frozen.platform_time(Timestamp(160_000), Timestamp(7)), None);
        assert_eq!(frozen.platform_time(Timestamp(100_000), Timestamp(7)), Some(Timestamp(7)));
    }

    #[test]
    fn an_invalid_change_is_refused() {
        for text in [
            r#"{"set":"soon"}"#,
            r#"{"advance":"5 parsecs"}"#,
            r#"{"advance":""}"#,
            r#"{"advance":1e300}"#,
            r#"{"freeze":true,"run":true}"#,
        ] {
            assert!(Clock::default().apply_change(&change(text), Timestamp(0)).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<ClockChange>(r#"{"forward":1}"#).is_err());
    }
}
