//! Dates in every format that the API writes, and in every one that clients send. Always UTC.

use crate::spec::types::Date;
use time::{Month, OffsetDateTime, PrimitiveDateTime, Time};

/// A point in time: milliseconds since 1970, UTC. Time is always an argument, never read here.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// Milliseconds of a second.
pub const SECOND: i64 = 1_000;
/// Milliseconds of a minute.
pub const MINUTE: i64 = 60 * SECOND;
/// Milliseconds of a day.
pub const DAY: i64 = 24 * 60 * MINUTE;

/// The Julian day of 1 January 1970.
pub const EPOCH_JULIAN_DAY: i32 = 2_440_588;

impl Timestamp {
    /// The time a number of milliseconds later, or earlier if negative.
    #[must_use]
    pub const fn saturating_add(self, milliseconds: i64) -> Timestamp {
        Timestamp(self.0.saturating_add(milliseconds))
    }

    /// The beginning of the period, such as [`MINUTE`] or [`DAY`], that contains the time.
    #[must_use]
    pub const fn floor(self, period: i64) -> Timestamp {
        match self.0.checked_rem_euclid(period) {
            Some(rest) => Timestamp(self.0.saturating_sub(rest)),
            None => self,
        }
    }

    /// A time after the calendar's last, such as the end of a period that contains it, becomes the last.
    fn to_utc(self) -> OffsetDateTime {
        let seconds = self.floor(SECOND).0 / SECOND;
        OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(PrimitiveDateTime::MAX.assume_utc())
    }

    /// `2022-03-05T18:06:31+00:00`: responses, collectors, messages, users.
    pub fn with_offset(self) -> Date {
        Date(format!("{}+00:00", self.iso_without_offset().0))
    }

    /// `2022-03-05T18:06:31`: workgroups.
    pub fn iso_without_offset(self) -> Date {
        let civil = self.to_utc();
        Date(format!("{}T{}", day_text(civil), clock_text(civil)))
    }

    /// `2022-03-05T18:06:00`: surveys, whose seconds are always 00.
    pub fn to_the_minute(self) -> Date {
        self.floor(MINUTE).iso_without_offset()
    }

    /// `2022-03-05T18:06:31.250000+00:00`: webhooks, and the last sign-in of a user.
    pub fn with_microseconds(self) -> Date {
        Date(format!("{}.{:03}000+00:00", self.iso_without_offset().0, self.0.saturating_sub(self.floor(SECOND).0)))
    }

    /// `2022-03-05 18:06:31`: activities and the legacy operation.
    pub fn sql_style(self) -> Date {
        let civil = self.to_utc();
        Date(format!("{} {}", day_text(civil), clock_text(civil)))
    }
}

fn day_text(civil: OffsetDateTime) -> String {
    format!("{:04}-{:02}-{:02}", civil.year(), u8::from(civil.month()), civil.day())
}

fn clock_text(civil: OffsetDateTime) -> String {
    format!("{:02}:{:02}:{:02}", civil.hour(), civil.minute(), civil.second())
}

/// The times whose year has four digits, in milliseconds. An offset may lead out of them.
const YEARS: std::ops::Range<i64> = -62_167_219_200_000..253_402_300_800_000;

/// Parses a date as clients send it: `T` or a space between day and time, a fraction, `Z`, an offset or none, or the
/// day alone. The plus of an offset may be a space, which it becomes in a query that was not encoded. `None` for
/// anything else.
pub fn parse_date(text: &str) -> Option<Timestamp> {
    let (day, rest) = text.split_at_checked(10)?;
    let mut parts = day.split('-');
    let (year, month, date) =
        (parse_digits(parts.next()?, 4)?, parse_digits(parts.next()?, 2)?, parse_digits(parts.next()?, 2)?);
    if parts.next().is_some() {
        return None;
    }
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let day = time::Date::from_calendar_date(year, month, u8::try_from(date).ok()?).ok()?;
    let (time, offset) = if rest.is_empty() { (Time::MIDNIGHT, 0) } else { parse_time(rest)? };
    let nanoseconds = PrimitiveDateTime::new(day, time).assume_utc().unix_timestamp_nanos();
    let milliseconds = i64::try_from(nanoseconds.checked_div(1_000_000)?).ok()?;
    Some(Timestamp(milliseconds.checked_sub(offset)?)).filter(|time| YEARS.contains(&time.0))
}

/// Parses a date of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`. `None` for its two obsolete forms, and anything
/// else.
pub fn parse_http_date(text: &str) -> Option<Timestamp> {
    const MONTHS: [&str; 12] = [
        "Jan-01", "Feb-02", "Mar-03", "Apr-04", "May-05", "Jun-06", "Jul-07", "Aug-08", "Sep-09", "Oct-10", "Nov-11",
        "Dec-12",
    ];
    let (day, month, year, clock) = (text.get(5..7)?, text.get(8..11)?, text.get(12..16)?, text.get(17..25)?);
    let month = MONTHS.iter().find_map(|known| known.strip_prefix(month))?;
    let date = [year, month, "-", day, "T", clock, "Z"].concat();
    parse_date(&date).filter(|_| text.get(3..5) == Some(", ") && text.get(25..) == Some(" GMT"))
}

/// Time of day, and offset from UTC in milliseconds, of the text behind the day.
fn parse_time(text: &str) -> Option<(Time, i64)> {
    let text = text.strip_prefix(['T', ' '])?;
    let end = text.find(['Z', '+', '-', ' ']).unwrap_or(text.len());
    let (clock, zone) = text.split_at_checked(end)?;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts = clock.split(':');
    let (hour, minute) = (parse_digits(parts.next()?, 2)?, parse_digits(parts.next()?, 2)?);
    let second = parts.next().map_or(Some(0), |second| parse_digits(second, 2))?;
    if parts.next().is_some() || fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let milliseconds = format!("{fraction:0<3}").get(..3)?.parse::<u16>().ok()?;
    let time = Time::from_hms_milli(
        u8::try_from(hour).ok()?,
        u8::try_from(minute).ok()?,
        u8::try_from(second).ok()?,
        milliseconds,
    );
    Some((time.ok()?, parse_offset(zone)?))
}

fn parse_offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" {
        return Some(0);
    }
    let (sign, digits) = zone.split_at_checked(1)?;
    let (hours, minutes) = digits.split_once(':').or_else(|| digits.split_at_checked(2))?;
    let (hours, minutes) = (parse_digits(hours, 2)?, parse_digits(minutes, 2)?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let offset = i64::from(hours).checked_mul(60)?.checked_add(i64::from(minutes))?.checked_mul(MINUTE)?;
    match sign {
        "+" | " " => Some(offset),
        "-" => offset.checked_neg(),
        _ => None,
    }
}

fn parse_digits(text: &str, digits: usize) -> Option<i32> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::{DAY, Timestamp, parse_date, parse_http_date};

    #[test]
    fn an_offset_leads_out_of_no_year_with_four_digits() {
        for (text, is_date) in [
            ("9999-12-31T23:59:59.999Z", true),
            ("9999-12-31T23:59:59-05:00", false),
            ("0000-01-01T00:00:00Z", true),
            ("0000-01-01T00:00:00+02:00", false),
        ] {
            assert_eq!(parse_date(text).is_some(), is_date, "{text}");
        }
    }

    #[test]
    fn a_time_after_the_calendar_is_its_last_second() {
        let last = parse_date("9999-12-31T23:59:59").unwrap();
        for after in [0, 999, 1_000, 400 * DAY] {
            assert_eq!(last.saturating_add(after).iso_without_offset().0, "9999-12-31T23:59:59", "{after}");
        }
    }

    #[test]
    fn every_form_that_clients_send_is_read() {
        let moment = parse_date("2023-03-05T10:00:00").unwrap();
        for text in [
            "2023-03-05T10:00:00Z",
            "2023-03-05T10:00:00.000000Z",
            "2023-03-05T10:00:00+00:00",
            "2023-03-05 10:00:00",
            "2023-03-05T12:30:00+02:30",
            "2023-03-05T12:30:00 02:30",
            "2023-03-05T12:30:00+0230",
            "2023-03-05T05:00:00-05:00",
            "2023-03-05T10:00",
        ] {
            assert_eq!(parse_date(text), Some(moment), "{text}");
        }
        assert_eq!(parse_date("2023-03-05"), Some(moment.saturating_add(-36_000_000)));
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in
            ["", "now", "2023-02-30", "2023-3-5", "2023-03-05T25:00:00", "2023-03-05T10:00:00+99:00", "2023-03-05x"]
        {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_of_http_is_read_in_its_current_form_alone() {
        for (text, date) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
            ("Thu, 01 Jan 1970 00:00:00 GMT", Some("1970-01-01T00:00:00Z")),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some("9999-12-31T23:59:59Z")),
            ("Thu, 29 Feb 2024 12:00:00 GMT", Some("2024-02-29T12:00:00Z")),
            ("Wed, 29 Feb 2023 12:00:00 GMT", None),
            ("Sunday, 06-Nov-94 08:49:37 GMT", None),
            ("Sun Nov  6 08:49:37 1994", None),
            ("Sun, 06 Nov 1994 08:49:37", None),
            ("Sun, 06 anF 1994 08:49:37 GMT", None),
            ("Sun, 06 Nov 1994 GMT", None),
            ("120", None),
            ("", None),
        ] {
            assert_eq!(parse_http_date(text), date.and_then(parse_date), "{text}");
        }
    }

    #[test]
    fn every_dialect_is_written() {
        let moment = Timestamp(1_646_503_591_250);
        assert_eq!(moment.with_offset().0, "2022-03-05T18:06:31+00:00");
        assert_eq!(moment.iso_without_offset().0, "2022-03-05T18:06:31");
        assert_eq!(moment.to_the_minute().0, "2022-03-05T18:06:00");
        assert_eq!(moment.with_microseconds().0, "2022-03-05T18:06:31.250000+00:00");
        assert_eq!(moment.sql_style().0, "2022-03-05 18:06:31");
    }
}
