//! Invitations to a team: a member who is pending, and a mail whose link leads to the page that accepts.
//!
//! The link is for the person and the address that it was sent to: whoever reads that address's mail may accept, so
//! that the address counts as confirmed by it. Another address needs an invitation of its own. It works until it is
//! accepted, withdrawn or sent again, or until its days are over.

use crate::service::identity::paths::{JOIN, KEY_FIELD};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::seal;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::spec::account::{INVITATION_DAYS, SENDER};
use crate::spec::regions::Region;
use crate::spec::resources::groups::MembershipStatus;
use crate::wire::dates::{DAY, Timestamp};
use serde::{Deserialize, Serialize};

const PURPOSE: &str = "team invitation";

/// What a link says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationLink {
    /// Id of the team.
    pub team: String,
    /// Name of the team.
    pub name: String,
    /// Where the team lives.
    pub region: Region,
    /// Id of the user to be.
    pub user_id: String,
    /// The address that it was sent to.
    pub email: String,
    sent: Timestamp,
}

/// At the team: writes the mail to a pending member. The links before work no more.
pub fn send_invitation(config: &Config, ground: Effects, user_id: &str, email: &str, by: &str) -> Result<(), SqlError> {
    let Some(team) = first_row(ground.sql, "SELECT id, name, region FROM team", &[])? else { return Ok(()) };
    ground.sql.run("UPDATE users SET invited = ? WHERE id = ?", values![ground.now, user_id])?;
    let link = InvitationLink {
        team: team.text("id"),
        name: team.text("name"),
        region: team.region().unwrap_or(Region::Us),
        user_id: user_id.to_owned(),
        email: email.to_owned(),
        sent: ground.now,
    };
    let sealed = seal::seal(config, PURPOSE, &link, ground.random).unwrap_or_default();
    let name = &link.name;
    let text = format!(
        "{by} invites you to {name}. To accept, follow this link:\n\n\
         {}{JOIN}?{KEY_FIELD}={sealed}\n\n\
         The link is for this e-mail address and works for {INVITATION_DAYS} days. If you do not want to join, nothing \
         needs to be done.\n",
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
    outbox::enqueue_mail(ground, &mail).map(drop)
}

/// The link of a key, if the service made it and its days are not over.
pub fn open_link(config: &Config, key: &str, now: Timestamp) -> Option<InvitationLink> {
    let link = seal::open::<InvitationLink>(config, PURPOSE, key)?;
    (now < link.sent.saturating_add(DAY.saturating_mul(i64::from(INVITATION_DAYS)))).then_some(link)
}

/// The key of a link, for the forms of its page.
pub fn seal_link(config: &Config, link: &InvitationLink, random: &dyn crate::service::store::random::Random) -> String {
    seal::seal(config, PURPOSE, link, random).unwrap_or_default()
}

/// At the team: the person whom a link invites.
pub enum InvitationState {
    /// Has not accepted yet.
    Pending,
    /// Has accepted: the row of the user.
    Joined(Row),
    /// The link works no more.
    Invalid,
}

/// At the team: whom a link invites.
pub fn check_invitation(ground: Effects, link: &InvitationLink) -> Result<InvitationState, SqlError> {
    let row = first_row(
        ground.sql,
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
    let newest = row.optional_text("invited").is_some() && row.timestamp("invited") == link.sent;
    Ok(if newest && row.text("email") == link.email { InvitationState::Pending } else { InvitationState::Invalid })
}
