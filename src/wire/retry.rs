//! Which failed calls are sent again, and after how long. Time and randomness are arguments.
//!
//! A write is never repeated: the service has no keys by which it would recognise the repetition, and a second message
//! or a second workgroup is worse than an error.

use super::cause::Cause;
use crate::spec::endpoint::Route;
use crate::spec::legacy;

/// The first pause in milliseconds. Each further one is twice as long.
const FIRST: u32 = 500;

/// The longest pause in milliseconds, unless the response asks for a longer one.
const LONGEST: u32 = 8000;

/// Whether a call that failed with this cause may be sent again.
///
/// In the error table these causes are 1040, 1050, 1051, 1054 and 1055. Besides, they are a broken connection, a
/// missing response, and a refusal of the gateway because of the quota.
pub fn is_retryable(cause: Cause, route: Option<&Route>) -> bool {
    let transient = matches!(cause, Cause::RateLimited | Cause::ServiceFailed | Cause::Network | Cause::Timeout);
    // The legacy list only reads, too, although it is requested by POST.
    transient && route.is_some_and(|route| route.method.is_read() || route.path.starts_with(legacy::PREFIX))
}

/// Milliseconds to wait before the next attempt, after `attempts` repetitions. `wait` is what the response asked for,
/// in seconds. `random` spreads the attempts of many pages over the whole pause, which comes after `wait`.
pub fn retry_delay(attempts: u32, wait: Option<u32>, random: u32) -> u64 {
    let pause = FIRST.checked_shl(attempts.min(8)).unwrap_or(LONGEST).min(LONGEST);
    let jitter = u64::from(pause).saturating_mul(u64::from(random)) >> 32;
    u64::from(wait.unwrap_or(0)).saturating_mul(1000).saturating_add(jitter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::endpoints::routes;
    use crate::spec::errors::Error;
    use crate::spec::gateway;
    use proptest::prelude::*;

    #[test]
    fn only_reads_are_repeated_and_only_after_what_passes() {
        let codes = |write: bool| {
            let route = routes().find(|route| route.method.is_read() != write);
            let repeated = Error::ALL.iter().filter(move |error| is_retryable(Cause::from_error(**error), route));
            repeated.map(|error| error.row().code).collect::<Vec<_>>()
        };
        assert_eq!(codes(false), [1040, 1050, 1051, 1054, 1055]);
        assert_eq!(codes(true), [0_u16; 0]);
        let read = routes().find(|route| route.method.is_read());
        assert!(is_retryable(Cause::Network, read) && is_retryable(Cause::Timeout, read));
        assert!(!is_retryable(Cause::Offline, read) && !is_retryable(Cause::Network, None));
        let own: Vec<&str> = gateway::ROUTES
            .iter()
            .filter(|route| is_retryable(Cause::RateLimited, Some(route)))
            .map(|route| route.name)
            .collect();
        assert_eq!(own, ["configuration", "session", "respondents", "read"]);
    }

    #[test]
    fn pauses_double_up_to_eight_seconds() {
        let most: Vec<u64> = (0..6).map(|attempts| retry_delay(attempts, None, u32::MAX)).collect();
        assert_eq!(most, [499, 999, 1999, 3999, 7999, 7999]);
        assert_eq!((retry_delay(0, None, 0), retry_delay(3, None, u32::MAX / 2)), (0, 1999));
        assert_eq!(retry_delay(u32::MAX, None, u32::MAX), 7999);
    }

    proptest! {
        #[test]
        fn a_pause_is_never_shorter_than_the_response_says(attempts: u32, wait: Option<u32>, random: u32) {
            let delay = retry_delay(attempts, wait, random);
            let requested = u64::from(wait.unwrap_or(0)).saturating_mul(1000);
            prop_assert!((requested..requested.saturating_add(LONGEST.into())).contains(&delay));
        }
    }
}
