//! TABLE. Limits of attempts: guesses of passwords, sign-ins, requested mails.
//!
//! The specification does not mention such limits: all of them and their numbers are our choice.

/// Milliseconds.
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// A limit of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimit {
    /// Name of the counter, unique among the rows.
    pub name: &'static str,
    /// Attempts in a window that are permitted immediately.
    pub tolerated: u32,
    /// Length of a window in milliseconds, from its first attempt.
    pub window: i64,
    /// Treatment of further attempts.
    pub beyond: WhenExceeded,
}

/// Treatment of attempts beyond the permitted number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenExceeded {
    /// All are refused until the window ends.
    Refused,
    /// One is permitted after a delay, which doubles with each attempt, from a second to this maximum in milliseconds.
    Slowed(i64),
}

/// The limits of guesses of a password. Only failed attempts count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuessLimits {
    /// Guesses of one client.
    pub of_client: AttemptLimit,
    /// Guesses of all clients together that have not entered the right password before.
    pub of_all: AttemptLimit,
    /// Guesses of all clients together if clients are unknown.
    pub of_unknown: AttemptLimit,
}

/// Milliseconds for which a client that entered the right password is not slowed by the attempts of others.
pub const CLIENT_KNOWN: i64 = 30 * DAY;

/// Maximum number of counters that one actor stores. Beyond it, the counters that end first are deleted.
pub const ATTEMPTS_MAX: i64 = 10_000;

/// Minutes after which the password of an account can always be tried again.
pub const GUESSING_MINUTES: i64 = 15;

/// Guesses of an account's password.
pub const ACCOUNT: GuessLimits = GuessLimits {
    of_client: refuse_beyond("account by client", 5, GUESSING_MINUTES * MINUTE),
    of_all: slow_beyond("account by all", 20, 30 * SECOND),
    of_unknown: slow_beyond("account by unknown", 5, 30 * SECOND),
};

/// Guesses of a survey's password. All respondents use the same password, so the guesses of a few must hardly slow the
/// others.
pub const SURVEY: GuessLimits = GuessLimits {
    of_client: refuse_beyond("survey by client", 5, GUESSING_MINUTES * MINUTE),
    of_all: slow_beyond("survey by all", 60, 2 * SECOND),
    of_unknown: slow_beyond("survey by unknown", 60, 2 * SECOND),
};

/// Sign-ins that one client starts, for all accounts together.
pub const SIGN_INS_OF_CLIENT: AttemptLimit = refuse_beyond("sign-ins of a client", 100, 15 * MINUTE);

/// Sign-ins of all unknown clients together.
pub const SIGN_INS_OF_UNKNOWN: AttemptLimit = refuse_beyond("sign-ins of unknown clients", 90, 30 * SECOND);

/// Sign-ups with one e-mail address, whether it has an account or not, and changes to it. Each sends a mail there.
pub const SIGN_UPS_OF_ADDRESS: AttemptLimit = refuse_beyond("sign-ups of an address", 5, DAY);

/// Sign-ups of one client, for all addresses together.
pub const SIGN_UPS_OF_CLIENT: AttemptLimit = refuse_beyond("sign-ups of a client", 20, 60 * MINUTE);

/// Sign-ups of all unknown clients together.
pub const SIGN_UPS_OF_UNKNOWN: AttemptLimit = refuse_beyond("sign-ups of unknown clients", 200, 60 * MINUTE);

/// Links that authenticate a respondent, sent to one address for one survey.
pub const PROOFS_OF_ADDRESS: AttemptLimit = refuse_beyond("proofs of an address", 5, 15 * MINUTE);

/// Links that authenticate a respondent, requested by one client for one survey.
pub const PROOFS_OF_CLIENT: AttemptLimit = refuse_beyond("proofs of a client", 200, 15 * MINUTE);

/// Links that authenticate a respondent, requested by all unknown clients together for one survey.
pub const PROOFS_OF_UNKNOWN: AttemptLimit = refuse_beyond("proofs of unknown clients", 500, 15 * MINUTE);

/// Changes of the e-mail address of one user. Each sends a mail to the new address, or shows that it has an account.
pub const ADDRESS_CHANGES: AttemptLimit = refuse_beyond("changes of address", 10, DAY);

const fn refuse_beyond(name: &'static str, tolerated: u32, window: i64) -> AttemptLimit {
    AttemptLimit { name, tolerated, window, beyond: WhenExceeded::Refused }
}

const fn slow_beyond(name: &'static str, tolerated: u32, most: i64) -> AttemptLimit {
    AttemptLimit { name, tolerated, window: GUESSING_MINUTES * MINUTE, beyond: WhenExceeded::Slowed(most) }
}
