//! TABLE. The account pages: where they are, and the limits that hold on them.
//!
//! The specification says that an account can be opened, that apps are registered with it, and that the
//! user removes them there. Paths and numbers are our choice.

/// What every account page's path begins with; the page itself shows the account, or asks to sign in.
pub const ACCOUNT_PATH: &str = "/account/";

/// Hours after which somebody who signed in to the account pages must sign in again.
pub const SESSION_HOURS: u32 = 8;

/// Days for which an account that its user deleted can be restored.
pub const RESTORE_DAYS: u32 = 30;

/// Hours after which a new account ends if nobody has confirmed its e-mail address.
pub const UNCONFIRMED_HOURS: u32 = 24;

/// Minutes for which an e-mail address is kept for an account that is moving to it.
pub const RESERVATION_MINUTES: u32 = 10;

/// Days for which the link in a mail that confirms an address is good.
pub const VERIFICATION_DAYS: u32 = 7;

/// Mails about an account that go to one address within an hour.
pub const MAILS_AN_HOUR: u32 = 5;

/// Sender of the mails about an account. Whoever runs the service hands them over under an address of their own.
pub const SENDER: &str = "accounts@canvass.example";

/// Most characters of an e-mail address.
pub const EMAIL_MAX: usize = 254;

/// Least characters of a password.
pub const PASSWORD_MIN: usize = 8;

/// Most characters of a password.
pub const PASSWORD_MAX: usize = 200;

/// Most characters of a first or last name, and of an app's name.
pub const NAME_MAX: usize = 100;

/// Most characters of what an app says about itself.
pub const DESCRIPTION_MAX: usize = 500;

/// Most redirect addresses of an app.
pub const REDIRECTS_MAX: usize = 10;

/// Most apps of an account.
pub const APPS_MAX: u32 = 25;

/// Days for which a team's record of activities tells of a sign-in that failed.
pub const FAILED_SIGN_INS_DAYS: u32 = 90;

/// Most sign-ins that failed which a team's record of activities tells of.
pub const FAILED_SIGN_INS_MAX: u32 = 1000;

/// Members that a team may have.
pub const TEAM_SEATS: u32 = 25;

/// Days for which an invitation to a team can be accepted.
pub const INVITATION_DAYS: u32 = 14;

/// Invitations that a team may send within a day, those that are sent again included.
pub const INVITATIONS_A_DAY: u32 = 100;

/// Templates that a team may make of its surveys.
pub const TEAM_TEMPLATES_MAX: u32 = 100;

/// Most characters of the reason that a reviewer gives.
pub const REASON_MAX: usize = 1000;
