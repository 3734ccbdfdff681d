//! E-mail addresses that change or end: the directory learns the new one before the team does, and forgets the old one
//! last, so that whoever signs in is found at every moment.

use super::session::to;
use super::{reservation, verification};
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{Notice, address};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::account::outcome::deleted;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::regions::Region;
use crate::wire::dates::Moment;
use crate::wire::http::Response;
use serde::{Deserialize, Serialize};

/// A change of address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The user.
    pub user_id: String,
    /// The user's team.
    pub team: String,
    /// The team's region.
    pub region: Region,
    /// The address that the directory knows so far.
    pub from: String,
    /// The new address.
    pub to: String,
}

/// What is to become of an address in the directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is free at once.
    Gone,
    /// It is free from a moment on, unless the account is restored before.
    GoneFrom(Moment),
    /// It stays.
    Kept,
    /// It is free, and nobody waits to see a page: what was its account's is purged.
    Forgotten,
}

/// Where a change stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The directory of the new address: leads to the team from now on, if it is free.
    Point(Move),
    /// The team: the user has the new address.
    Take(Move),
    /// The directory: what becomes of the address that leads to this team.
    Part {
        /// The address.
        email: String,
        /// The team.
        team: String,
        /// What becomes of it.
        fate: Fate,
    },
}

impl From<Step> for Note {
    fn from(step: Step) -> Note {
        Note::from(super::Step::Address(step))
    }
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Result<Turn, Response> {
    match step {
        Step::Point(moving) => point(visit, moving),
        Step::Take(moving) => take(visit, moving),
        Step::Part { email, team, fate } => part(visit, &email, &team, fate),
    }
}

fn point(visit: &Visit<'_>, moving: Move) -> Result<Turn, Response> {
    let work = || Ok(lead(visit, &moving.to, (&moving.team, moving.region), None)?);
    if atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())? {
        return Ok(visit.go(Place::Team(moving.team.clone()), Step::Take(moving)));
    }
    Err(to(&address(Notice::AddressTaken)))
}

/// At the directory: an address leads to a team from now on. False if it is somebody else's; `left` names the team
/// that its account has just left.
pub fn lead(
    visit: &Visit<'_>,
    email: &str,
    (team, region): (&str, Region),
    left: Option<&str>,
) -> Result<bool, SqlError> {
    let (sql, now) = (visit.sql, visit.now);
    let known = first(sql, "SELECT team, until FROM addresses WHERE email = ?", values![email])?;
    let free = known.is_none_or(|row| {
        let leads = row.text("team");
        leads == team
            || left == Some(leads.as_str())
            || reservation::is_over(row.optional_text("until").map(|_| row.moment("until")), now)
    });
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ? AND team NOT IN (?, ?)";
    if !free || first(sql, reserved, values![email, now, team, left.unwrap_or(team)])?.is_some() {
        return Ok(false);
    }
    sql.run(
        "INSERT INTO addresses (email, region, team, until)
         VALUES (?, ?, ?, NULL)
         ON CONFLICT (email) DO UPDATE
         SET region = excluded.region, team = excluded.team, until = NULL",
        values![email, region.as_str(), team],
    )?;
    // Until the team has it, nobody may find that it has it not. One that is over must not be settled over this.
    sql.run(
        "INSERT INTO reservations (email, team, expires)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE
         SET team = excluded.team, expires = excluded.expires",
        values![email, team, reservation::reserved_until(now)],
    )?;
    Ok(true)
}

fn take(visit: &Visit<'_>, moving: Move) -> Result<Turn, Response> {
    let work = || {
        visit.sql.run(
            "UPDATE users
             SET email = ?, username = ?, email_verified = 0
             WHERE id = ?",
            values![moving.to.as_str(), moving.to.as_str(), moving.user_id.as_str()],
        )?;
        Ok(verification::send(visit, &moving.user_id, &moving.to)?)
    };
    atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    if moving.from == moving.to {
        return Ok(to(&address(Notice::MailSent)).into());
    }
    let old = Place::of_email(&moving.from);
    Ok(visit.go(old, Step::Part { email: moving.from, team: moving.team, fate: Fate::Gone }))
}

fn part(visit: &Visit<'_>, email: &str, team: &str, fate: Fate) -> Result<Turn, Response> {
    let until = |until: Option<Moment>| {
        let sql = "UPDATE addresses SET until = ? WHERE email = ? AND team = ?";
        visit.sql.run(sql, values![until, email, team])
    };
    let (done, answer) = match fate {
        Fate::Gone => (
            ["addresses", "reservations"].iter().try_fold(Vec::new(), |_, table| {
                visit.sql.run(&format!("DELETE FROM {table} WHERE email = ? AND team = ?"), values![email, team])
            }),
            to(&address(Notice::MailSent)),
        ),
        Fate::GoneFrom(moment) => (until(Some(moment)), deleted(moment)),
        Fate::Kept => (until(None), to(&address(Notice::Restored))),
        Fate::Forgotten => (
            visit.sql.run("DELETE FROM addresses WHERE email = ? AND team = ?", values![email, team]),
            Response::empty(204),
        ),
    };
    done.map_err(internal_error)?;
    Ok(answer.into())
}
