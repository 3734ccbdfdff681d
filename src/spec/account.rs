//! TABLE. The account pages: their paths and limits.
//!
//! The specification says that an account can be opened, that it registers apps, and that the user can remove them.
//! Paths and numbers are our choice.

/// Prefix of the account pages' paths. The page at this path shows the account, or the sign-in.
pub const ACCOUNT_PATH: &str = "/account/";

/// Hours after which a user must sign in to the account pages again.
pub const SESSION_HOURS: u32 = 8;

/// Days for which a deleted account can be restored.
pub const RESTORE_DAYS: u32 = 30;

/// What a user needs a confirmed e-mail address for, besides keeping a new account.
pub const CONFIRMED_FOR: &str = "to send messages, to invite people and to deploy apps";

/// Hours after which a new account is deleted if its e-mail address has not been confirmed.
pub const UNCONFIRMED_HOURS: u32 = 24;

/// Minutes for which an e-mail address is reserved for an account that is changing to it.
pub const RESERVATION_MINUTES: u32 = 10;

/// Days for which the link in a confirmation mail is valid.
pub const VERIFICATION_DAYS: u32 = 7;

/// Maximum of mails about an account to one address within an hour.
pub const MAILS_AN_HOUR: u32 = 5;

/// Sender of the mails about an account. The operator's mail system replaces it by its own address.
pub const SENDER: &str = "accounts@canvass.example";

/// Maximum characters of an e-mail address.
pub const EMAIL_MAX: usize = 254;

/// Minimum characters of a password.
pub const PASSWORD_MIN: usize = 8;

/// Maximum characters of a password.
pub const PASSWORD_MAX: usize = 200;

/// Maximum characters of a first or last name, and of an app's name.
pub const NAME_MAX: usize = 100;

/// Maximum characters of an app's description.
pub const DESCRIPTION_MAX: usize = 500;

/// Maximum number of redirect URIs of an app.
pub const REDIRECTS_MAX: usize = 10;

/// Maximum number of apps of an account.
pub const APPS_MAX: u32 = 25;

/// Days for which a team's activity record contains a failed sign-in.
pub const FAILED_SIGN_INS_DAYS: u32 = 90;

/// Maximum number of failed sign-ins in a team's activity record.
pub const FAILED_SIGN_INS_MAX: u32 = 1000;

/// Maximum number of members of a team.
pub const TEAM_SEATS: u32 = 25;

/// Days for which an invitation to a team can be accepted.
pub const INVITATION_DAYS: u32 = 14;

/// Maximum number of invitations that a team may send within a day, including repeated ones.
pub const INVITATIONS_A_DAY: u32 = 100;

/// Maximum number of a team's own templates.
pub const TEAM_TEMPLATES_MAX: u32 = 100;

/// Maximum characters of a reviewer's reason.
pub const REASON_MAX: usize = 1000;
