//! Whether an e-mail address is taken. An address that the directory knows is asked for at its team: a walk that deleted
//! an account or moved it to another address may have ended before the directory heard of it.

use super::sign_up::{Applicant, Step, reserve};
use crate::service::grants;
use crate::service::oauth::sign_in::broken;
use crate::service::pages::refusal::Refusal;
use crate::service::pages::sign_up::Trouble;
use crate::service::place::{Place, Turn};
use crate::service::sql::{Row, SqlError, first, values};
use crate::service::visit::Visit;
use crate::spec::account::RESERVATION_MINUTES;
use crate::wire::dates::{MINUTE, Moment};
use crate::wire::http::Response;

/// At the team: whether the address is really that of an account, which may be restored.
pub fn look(visit: &Visit<'_>, applicant: Applicant) -> Result<Turn, Response> {
    let Place::Team(team) = visit.place else { return Err(Refusal::Broken.page()) };
    let row = first(visit.sql, "SELECT deleted FROM users WHERE username = ?", values![applicant.email.as_str()]);
    let is_gone = |row: &Row| {
        row.optional_text("deleted").is_some() && visit.now >= grants::restorable_until(row.moment("deleted"))
    };
    if row.map_err(broken)?.is_some_and(|row| !is_gone(&row)) {
        return Err(applicant.again(&visit.service.config, Trouble::Taken));
    }
    Ok(visit.go(Place::of_email(&applicant.email), Step::Free(applicant, team.clone())))
}

/// At the directory: forgets what led nowhere, and begins once more.
pub fn free(visit: &Visit<'_>, applicant: Applicant, team: &str) -> Result<Turn, Response> {
    let email = applicant.email.as_str();
    if !is_reserved(visit, email).map_err(broken)? {
        let sql = "DELETE FROM addresses WHERE email = ? AND team = ?";
        visit.sql.run(sql, values![email, team]).map_err(broken)?;
    }
    if known(visit, email).map_err(broken)?.is_some() {
        return Err(applicant.again(&visit.service.config, Trouble::Taken));
    }
    reserve(visit, applicant, None)
}

/// At the directory: the team that an address leads to, unless it is free again.
pub fn known(visit: &Visit<'_>, email: &str) -> Result<Option<String>, SqlError> {
    let row = first(visit.sql, "SELECT team, until FROM addresses WHERE email = ?", values![email])?;
    let stands = |row: &Row| !is_over(row.optional_text("until").map(|_| row.moment("until")), visit.now);
    Ok(row.filter(stands).map(|row| row.text("team")))
}

/// At the directory: whether an account is on its way to an address, whose team may not know it yet.
pub fn is_reserved(visit: &Visit<'_>, email: &str) -> Result<bool, SqlError> {
    let sql = "SELECT team FROM reservations WHERE email = ? AND expires > ?";
    Ok(first(visit.sql, sql, values![email, visit.now])?.is_some())
}

/// Until when an address is kept that is reserved now.
pub fn reserved_until(now: Moment) -> Moment {
    now.plus(MINUTE.saturating_mul(i64::from(RESERVATION_MINUTES)))
}

/// Whether an address is free again.
pub fn is_over(until: Option<Moment>, now: Moment) -> bool {
    until.is_some_and(|until| until <= now)
}
