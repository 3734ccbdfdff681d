//! Invitations to a team: a pending member, and a mail whose link leads to the page that accepts.
//!
//! The link is for one e-mail address. Only a reader of that address's mail can accept, so accepting confirms the
//! address. Another address needs another invitation. A link works until the invitation is accepted, withdrawn or sent
//! again, or until it expires.

use crate::service::environment::config::Config;
use crate::service::environment::seal;
use crate::service::identity::paths::{JOIN, KEY_FIELD};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::effects::Effects;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::account::{INVITATION_DAYS, INVITATIONS_A_DAY, SENDER};
use crate::spec::regions::Region;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::{DAY, Timestamp};
use serde::{Deserialize, Serialize};

/// The purpose that links are sealed for.
pub const PURPOSE: &str = "team invitation";

/// The sealed contents of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationLink {
    /// Id of the team.
    pub team: String,
    /// Name of the team.
    pub name: String,
    /// Region of the team.
    pub region: Region,
    /// Id of the pending member.
    pub user_id: String,
    /// The address that the link was sent to.
    pub email: String,
    sent: Timestamp,
}

/// Team: whether it is below its limit of invitations in the last 24 hours.
///
/// # Errors
///
/// When the statement fails.
pub fn may_send(effects: Effects) -> Result<bool, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT COUNT(*) AS sent FROM activities WHERE kind IN (?, ?) AND at > ?",
        values![
            ActivityType::InviteCreated.as_str(),
            ActivityType::InviteResent.as_str(),
            effects.now.saturating_add(DAY.saturating_neg()),
        ],
    )?;
    Ok(row.is_none_or(|row| row.count("sent") < u64::from(INVITATIONS_A_DAY)))
}

/// Team: sends the mail to a pending member, with the name of the user who invites. Earlier links stop working.
///
/// # Errors
///
/// When a statement fails.
pub fn send_invitation(
    config: &Config,
    effects: Effects,
    user_id: &str,
    email: &str,
    inviter_id: &str,
) -> Result<(), SqlError> {
    let team = "SELECT team.id, name, region, first_name || ' ' || last_name AS inviter FROM team LEFT JOIN users ON users.id = ?";
    let Some(team) = first_row(effects.sql, team, values![inviter_id])? else { return Ok(()) };
    effects.sql.run("UPDATE users SET invited = ? WHERE id = ?", values![effects.now, user_id])?;
    let link = InvitationLink {
        team: team.text("id"),
        name: team.text("name"),
        region: team.region().unwrap_or(Region::Us),
        user_id: user_id.to_owned(),
        email: email.to_owned(),
        sent: effects.now,
    };
    let sealed = seal::seal(config, PURPOSE, &link, effects.random).unwrap_or_default();
    let (by, name) = (team.text("inviter"), &link.name);
    let text = format!(
        "{by} invites you to {name}. To accept, follow this link:\n\n\
         {}{JOIN}?{KEY_FIELD}={sealed}\n\n\
         The link is for this e-mail address and works for {INVITATION_DAYS} days. If you do not want to join, you need \
          to do nothing.\n",
        config.auth_origin,
    );
    let mail = Mail {
        kind: MailKind::Account,
        to: email,
        from: SENDER,
        subject: &format!("You are invited to {name}"),
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::enqueue_mail(effects, &mail).map(drop)
}

/// The contents of a link, if the service made it and it has not expired.
pub fn open_link(config: &Config, key: &str, now: Timestamp) -> Option<InvitationLink> {
    let link = seal::open::<InvitationLink>(config, PURPOSE, key)?;
    (now < link.sent.saturating_add(DAY.saturating_mul(i64::from(INVITATION_DAYS)))).then_some(link)
}

/// A fresh key for the same link, for the forms of its page.
pub fn seal_link(
    config: &Config,
    link: &InvitationLink,
    random: &dyn crate::service::environment::random::Random,
) -> String {
    seal::seal(config, PURPOSE, link, random).unwrap_or_default()
}

/// The state of an invitation.
pub enum InvitationState {
    /// Not accepted yet.
    Pending,
    /// Accepted; the row of the user.
    Joined(Row),
    /// Withdrawn, or replaced by a later link.
    Invalid,
}

/// Team: the state of the invitation of a link.
///
/// # Errors
///
/// When the statement fails.
pub fn check_invitation(effects: Effects, link: &InvitationLink) -> Result<InvitationState, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT id, email, username, password, member_status, invited
         FROM users
         WHERE id = ? AND deleted IS NULL",
        values![link.user_id.as_str()],
    )?;
    let Some(row) = row else { return Ok(InvitationState::Invalid) };
    if row.text("member_status") != MembershipStatus::Pending.as_str() {
        return Ok(if row.text("username") == link.email {
            InvitationState::Joined(row)
        } else {
            InvitationState::Invalid
        });
    }
    // A later message replaces the earlier link: only the time of the last one is stored.
    let newest = row.optional_text("invited").is_some() && row.timestamp("invited") == link.sent;
    Ok(if newest && row.text("email") == link.email { InvitationState::Pending } else { InvitationState::Invalid })
}
