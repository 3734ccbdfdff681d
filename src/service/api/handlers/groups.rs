//! Groups: the caller's team and its members. A user belongs to at most one team.

use crate::service::actor::api_call::AddressReply;
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::identity::account::address_change::{AddressQuestion, is_of_another_member};
use crate::service::identity::account::verification;
use crate::service::identity::invitations;
use crate::service::store::attempts;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::account::INVITATIONS_A_DAY;
use crate::spec::attempts::ADDRESS_CHANGES;
use crate::spec::endpoints::groups::{GetGroup, GetMember, ListGroups, ListMembers, MemberInclude, UpdateMember};
use crate::spec::errors::Error;
use crate::spec::resources::groups::{ActivityType, Group, GroupRef, Member, MemberRef, MemberType, MembershipStatus};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;

impl Handle for ListGroups {
    fn handle_request(self, context: &CallContext) -> Result<List<GroupRef>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let rows = context.sql.run(
            "SELECT id, name
             FROM team
             WHERE is_team = 1
             LIMIT ? OFFSET ?",
            values![slice.limit(), slice.offset()],
        )?;
        let data = rows
            .iter()
            .map(|row| GroupRef {
                id: row.text("id").into(),
                name: row.text("name"),
                href: context.operation_url::<GetGroup>(&[&row.text("id")]),
            })
            .collect();
        Ok(context.list_envelope::<ListGroups, _>(slice, data, u64::from(context.account.has_team)))
    }
}

impl Handle for GetGroup {
    fn handle_request(self, context: &CallContext) -> Result<Group, ApiError> {
        require_own_team(context, &self.group_id)?;
        let row = first_row(
            context.sql,
            "SELECT name, max_invites, created,
                    (SELECT COUNT(*) FROM users WHERE deleted IS NULL) AS member_count,
                    (SELECT email FROM users WHERE member_type = 'account_owner') AS owner_email
             FROM team",
            &[],
        )?
        .ok_or(Error::NotFound)?;
        Ok(Group {
            name: row.text("name"),
            member_count: Some(Integer::saturating(row.count("member_count"))),
            max_invites: Some(Integer::saturating(row.count("max_invites"))),
            date_created: Some(row.timestamp("created").with_offset()),
            owner_email: (!context.account.is_admin()).then(|| row.text("owner_email")),
            href: context.operation_url::<GetGroup>(&[self.group_id.as_str()]),
            id: self.group_id,
        })
    }
}

impl Handle for ListMembers {
    fn handle_request(self, context: &CallContext) -> Result<List<MemberRef>, ApiError> {
        require_own_team(context, &self.group_id)?;
        let (paging, choice) = self.query;
        let slice = context.page_range(&paging);
        let mut filter = Filter::new("deleted IS NULL", &[]);
        if let Some(ids) = &choice.division_ids {
            filter.and("member_id IN (SELECT value FROM json_each(?))", [json_list(ids.0.iter().map(Id::as_str))]);
        }
        let total = first_row(
            context.sql,
            &format!("SELECT COUNT(*) AS total FROM users WHERE {}", filter.where_clause()),
            &filter.bind_values(&[]),
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT member_id, id, username, email, member_type, member_status, language, first_name, last_name
                 FROM users
                 WHERE {}
                 ORDER BY member_id
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &filter.bind_values(values![slice.limit(), slice.offset()]),
        )?;
        let include = choice.include.map(|include| include.0).unwrap_or_default();
        let data = rows.iter().map(|row| member_ref(context, &self.group_id, row, &include)).collect();
        Ok(context.list_envelope::<ListMembers, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for GetMember {
    fn handle_request(self, context: &CallContext) -> Result<Member, ApiError> {
        require_own_team(context, &self.group_id)?;
        member_from_row(context, &self.group_id, &load_member(context, &self.member_id)?)
    }
}

impl Handle for UpdateMember {
    /// Administrators only; the address of the team's owner only by the owner.
    ///
    /// The new address of an active member gets the mail that confirms it, with the checks and limits of the account
    /// page. Until then the member signs in by the username, which is confirmed and needs no mail. A pending member
    /// gets the invitation at the new address, which also becomes the username: that needs a confirmed address of the
    /// caller, and counts as an invitation of the day.
    fn handle_request(self, context: &CallContext) -> Result<Member, ApiError> {
        require_own_team(context, &self.group_id)?;
        let row = load_member(context, &self.member_id)?;
        let owner = row.text("member_type") == MemberType::AccountOwner.as_str();
        let refused = match (context.account.is_admin(), owner && row.text("id") != context.account.user_id) {
            (true, false) => None,
            (true, true) => Some("Only the owner of the team can change the owner's address."),
            (false, _) => Some("Only an administrator can change the address of a member."),
        };
        if let Some(detail) = refused {
            return Err(ApiError::with_detail(Error::NotPermitted, detail));
        }
        let email = parse_email(&self.body.email)?;
        if email == row.text("email") {
            return member_from_row(context, &self.group_id, &row);
        }
        if is_of_another_member(context.sql, &email, &row.text("id"))? {
            return Err(ApiError::with_detail(Error::AlreadyExists, "`email`: another member has this address."));
        }
        let id = row.text("id");
        let pending = row.text("member_status") == MembershipStatus::Pending.as_str();
        if !pending && verification::restore_address(context.sql, &id, &email)? {
            return member_from_row(context, &self.group_id, &load_member(context, &self.member_id)?);
        }
        if pending {
            context.account.require_verified_email()?;
            if !invitations::may_send(context.effects())? {
                let detail = format!("A team can send {INVITATIONS_A_DAY} invitations a day. Try again tomorrow.");
                return Err(ApiError::with_detail(Error::ResourceQuota, detail));
            }
        } else {
            check_address(context, &email)?;
        }
        context.sql.run(
            "UPDATE users
             SET email = ?, email_verified = 0, username = CASE WHEN ? THEN ? ELSE username END
             WHERE member_id = ?",
            values![email.as_str(), pending, email.as_str(), self.member_id.as_str()],
        )?;
        if pending {
            let (effects, inviter) = (context.effects(), &context.account.user_id);
            invitations::send_invitation(context.config, effects, &id, &email, inviter)?;
            context.record_activity(ActivityType::InviteResent, &email)?;
        } else {
            verification::send_link(context.config, context.effects(), &id, &email)?;
        }
        member_from_row(context, &self.group_id, &load_member(context, &self.member_id)?)
    }
}

/// Asks the directory whether another account has an address. The reply shows it to the caller, so each question is an
/// attempt of the caller to change an address.
fn check_address(context: &CallContext, email: &str) -> Result<(), ApiError> {
    match context.address {
        Some(AddressReply::Free) => return Ok(()),
        Some(AddressReply::Taken) => {
            return Err(ApiError::with_detail(Error::AlreadyExists, "`email`: another account has this address."));
        }
        Some(AddressReply::Failed) => return Err(Error::Internal.into()),
        None if attempts::try_attempt(context.effects(), &ADDRESS_CHANGES, &context.account.user_id)?.is_none()
            && verification::may_send(context.effects(), email)? =>
        {
            let question = Box::new(AddressQuestion(email.to_owned()));
            return Err(context.chunked_work.pause_keeping_writes(question));
        }
        None | Some(AddressReply::Limited) => {}
    }
    Err(ApiError::with_detail(
        Error::ResourceQuota,
        "Too many changes to this address or by this user. Try again later.",
    ))
}

/// An e-mail address in its stored form.
fn parse_email(email: &str) -> Result<String, ApiError> {
    let email = normalize_email(email);
    if is_email(&email) {
        return Ok(email);
    }
    Err(ApiError::with_detail(Error::BadBody, "`email` must be an email address."))
}

fn load_member(context: &CallContext, member_id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT member_id, id, username, email, member_type, member_status, language, first_name, last_name, created
         FROM users
         WHERE member_id = ? AND deleted IS NULL",
        values![member_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

fn member_from_row(context: &CallContext, group_id: &Id, row: &Row) -> Result<Member, ApiError> {
    let id = row.text("member_id");
    Ok(Member {
        username: row.text("username"),
        email: row.text("email"),
        r#type: MemberType::parse(&row.text("member_type")).ok_or(Error::Internal)?,
        status: MembershipStatus::parse(&row.text("member_status")).ok_or(Error::Internal)?,
        user_id: user_id(row).into(),
        language: row.text("language"),
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        date_created: row.timestamp("created").with_offset(),
        href: context.operation_url::<GetMember>(&[group_id.as_str(), &id]),
        id: id.into(),
    })
}

/// Checks that the team is the caller's own. Another team does not exist for the caller.
///
/// # Errors
///
/// [`Error::NotFound`] for any other id.
pub fn require_own_team(context: &CallContext, group_id: &Id) -> Result<(), ApiError> {
    let account = context.account;
    if account.has_team && account.team_id == group_id.as_str() { Ok(()) } else { Err(Error::NotFound.into()) }
}

/// The user id of a member; empty while the invitation is pending.
fn user_id(row: &Row) -> String {
    if row.text("member_status") == MembershipStatus::Pending.as_str() { String::new() } else { row.text("id") }
}

fn member_ref(context: &CallContext, group_id: &Id, row: &Row, include: &[MemberInclude]) -> MemberRef {
    let text = |field, column: &str| include.contains(&field).then(|| row.text(column));
    let member_id = row.text("member_id");
    MemberRef {
        username: row.text("username"),
        first_name: text(MemberInclude::FirstName, "first_name"),
        last_name: text(MemberInclude::LastName, "last_name"),
        user_id: include.contains(&MemberInclude::UserId).then(|| user_id(row).into()),
        email: text(MemberInclude::Email, "email"),
        r#type: text(MemberInclude::Type, "member_type").and_then(|name| MemberType::parse(&name)),
        language: text(MemberInclude::Language, "language"),
        status: text(MemberInclude::Status, "member_status").and_then(|name| MembershipStatus::parse(&name)),
        href: context.operation_url::<GetMember>(&[group_id.as_str(), &member_id]),
        id: member_id.into(),
    }
}
