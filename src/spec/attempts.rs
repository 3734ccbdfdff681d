//! TABLE. What may be tried only so often: guesses of passwords, sign-ins, mails that are asked for.
//!
//! The specification is silent about this: which limits there are and their numbers are our choice.

/// Milliseconds.
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// How often something may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimit {
    /// What is counted. Each row has a name of its own.
    pub name: &'static str,
    /// Attempts of a window that are let through at once.
    pub tolerated: u32,
    /// Milliseconds that a window lasts, from its first attempt.
    pub window: i64,
    /// What becomes of the attempts after them.
    pub beyond: WhenExceeded,
}

/// What becomes of attempts that are not tolerated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenExceeded {
    /// None is let through before the window is over.
    Refused,
    /// One is let through after a delay, which doubles with each, from a second to so many milliseconds.
    Slowed(i64),
}

/// How often a password may be guessed. Attempts that fail are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuessLimits {
    /// By one client.
    pub of_client: AttemptLimit,
    /// By all clients together that have not given the right password before.
    pub of_all: AttemptLimit,
    /// Where no client is known: by everybody together.
    pub of_unknown: AttemptLimit,
}

/// Milliseconds for which a client that gave the right password is not slowed by what others try.
pub const CLIENT_KNOWN: i64 = 30 * DAY;

/// Most attempts that one place remembers; of more, those that end first are forgotten.
pub const ATTEMPTS_MAX: i64 = 10_000;

/// Minutes after which the password of an account can be tried again in any case.
pub const GUESSING_MINUTES: i64 = 15;

/// Guesses of an account's password.
pub const ACCOUNT: GuessLimits = GuessLimits {
    of_client: refuse_beyond("account by client", 5, GUESSING_MINUTES * MINUTE),
    of_all: slow_beyond("account by all", 20, 30 * SECOND),
    of_unknown: slow_beyond("account by unknown", 5, 30 * SECOND),
};

/// Guesses of a survey's password. All who respond give the same one, so that the guesses of a few slow the others little.
pub const SURVEY: GuessLimits = GuessLimits {
    of_client: refuse_beyond("survey by client", 5, GUESSING_MINUTES * MINUTE),
    of_all: slow_beyond("survey by all", 60, 2 * SECOND),
    of_unknown: slow_beyond("survey by unknown", 60, 2 * SECOND),
};

/// Sign-ins that one client begins, whatever the account.
pub const SIGN_INS_OF_CLIENT: AttemptLimit = refuse_beyond("sign-ins of a client", 100, 15 * MINUTE);

/// Sign-ins of all whose client is not known.
pub const SIGN_INS_OF_UNKNOWN: AttemptLimit = refuse_beyond("sign-ins of unknown clients", 90, 30 * SECOND);

/// Sign-ups with one e-mail address, whether it has an account or not. Each sends a mail there.
pub const SIGN_UPS_OF_ADDRESS: AttemptLimit = refuse_beyond("sign-ups of an address", 5, DAY);

/// Sign-ups of one client, whatever the address.
pub const SIGN_UPS_OF_CLIENT: AttemptLimit = refuse_beyond("sign-ups of a client", 20, 60 * MINUTE);

/// Sign-ups of all whose client is not known.
pub const SIGN_UPS_OF_UNKNOWN: AttemptLimit = refuse_beyond("sign-ups of unknown clients", 200, 60 * MINUTE);

/// Links that show who responds, sent to one address for one survey.
pub const PROOFS_OF_ADDRESS: AttemptLimit = refuse_beyond("proofs of an address", 5, 15 * MINUTE);

/// Links that show who responds, asked for by one client for one survey.
pub const PROOFS_OF_CLIENT: AttemptLimit = refuse_beyond("proofs of a client", 200, 15 * MINUTE);

const fn refuse_beyond(name: &'static str, tolerated: u32, window: i64) -> AttemptLimit {
    AttemptLimit { name, tolerated, window, beyond: WhenExceeded::Refused }
}

const fn slow_beyond(name: &'static str, tolerated: u32, most: i64) -> AttemptLimit {
    AttemptLimit { name, tolerated, window: GUESSING_MINUTES * MINUTE, beyond: WhenExceeded::Slowed(most) }
}
