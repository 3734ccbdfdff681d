//! The leases of an app, at the app: calls that it has counted in advance and given to teams.
//!
//! A lease is part of the counts from its grant on. A team returns it with the number of calls that it used, and the
//! others are given back. So the app never permits a call too many, whatever is lost: a lease that is never returned
//! costs the app its unused calls until the window ends.
//!
//! | Rule | Reason |
//! |---|---|
//! | a lease has at most an eighth of the calls that are left, or the calls that wait | a crash costs little, and near the limit the app is asked for every call |
//! | a lease ends with its minute, or after five seconds | its calls belong to the counts of one minute and one day |
//! | a team may show the calls that were left when its lease was granted, less twice the leases of other teams, but not less than three quarters | these may be renewed meanwhile; before more than that is taken, the lease is recalled. Twice, so that a growing number of teams causes few recalls. A client that plans its calls by a small quota can use most of it |
//! | before a call exceeds a limit, all leases are recalled | other teams may have calls that they do not need |
//! | a lease counts within the limits, or all its calls are a tolerated violation | violations are stored at once |

use super::quota::Ledger;
use crate::service::environment::permit::{
    Counting, LEASE_MS, Lease, LeasedWindow, PermitRequest, Recall, ReturnedLease,
};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, run_transaction, values};
use crate::spec::apps::{AppState, Audience};
use crate::spec::limits::{NO_LIMIT, Quota, UNLIMITED};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::rate::QuotaStatus;

/// The share of the remaining calls that one lease may have.
const SHARE: i64 = 8;

/// Maximum number of calls of a lease, unless more calls wait.
const CALLS_MAX: i64 = 1_000;

/// Calls of a lease whose team used few before.
const CALLS_MIN: i64 = 64;

/// Milliseconds for which an app without a limit remembers the teams that hold its leases.
const HOLDER_MS: i64 = DAY;

/// The decision about a request for a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeaseDecision {
    /// A lease.
    Grant(Lease),
    /// The quota is exceeded.
    /// The call is refused, with the seconds until one can be made.
    Refuse(QuotaStatus, u32),
    /// Other leases must be recalled before the decision.
    RecallFirst(Recall),
}

/// The calls that an app is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallAllowance {
    /// Its state.
    pub state: AppState,
    /// Its quota.
    pub quota: Quota,
    /// When the state ends by itself.
    pub ends: Timestamp,
}

/// Grants a lease, unless the quota is exceeded. `recalled` is the number of leases that were recalled for this
/// request; `None` if there was no recall.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn grant_lease(
    sql: &dyn Sql,
    allowance: CallAllowance,
    request: &PermitRequest,
    recalled: Option<usize>,
    now: Timestamp,
) -> Result<LeaseDecision, SqlError> {
    let CallAllowance { state, quota, ends } = allowance;
    let ends = now.saturating_add(LEASE_MS).min(ends);
    if quota == UNLIMITED {
        return grant_unlimited(sql, state, request, ends, now);
    }
    let mut ledger = Ledger::read(sql, quota, now)?;
    let waiting = i64::from(request.waiting).max(1);
    let (left, tolerated) = (ledger.left(), ledger.left_with_tolerance());
    let calls = if left > 0 { lease_size(left, request).max(waiting.min(left)) } else { waiting.min(tolerated) };
    // Only a public app has several teams.
    let is_shared = state.audience() == Audience::Everyone;
    if is_shared && recalled.is_none() {
        let [minute, day] = [&ledger.minute, &ledger.day].map(|window| window.left().saturating_sub(calls));
        let recall = leases_above(sql, request, if left > 0 { [minute, day] } else { [i64::MIN; 2] }, now)?;
        if !recall.holders.is_empty() {
            return Ok(LeaseDecision::RecallFirst(recall));
        }
    }
    if calls <= 0 {
        return Ok(LeaseDecision::Refuse(ledger.status(now), ledger.seconds_to_calls(now)));
    }
    let counting = ledger.count_calls(sql, calls, now)?;
    let reserve = match is_shared {
        // The teams whose leases were recalled will request new ones.
        true => calls_of_others(sql, &request.team, now)?
            .saturating_add(CALLS_MIN.saturating_mul(i64::try_from(recalled.unwrap_or(0)).unwrap_or(0)))
            .min(ledger.left() / SHARE)
            .saturating_mul(2)
            .max(0),
        false => 0,
    };
    let [minute, day] = [&ledger.minute, &ledger.day].map(|window| window.in_lease(reserve));
    let ends = ends.min(now.floor(MINUTE).saturating_add(MINUTE));
    let number = next_number(sql, &request.team, now)?;
    sql.run(
        "INSERT INTO leases (team, number, calls, ends, minute_began, minute_left, day_began, day_left)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (team) DO UPDATE
         SET number = excluded.number, calls = excluded.calls, ends = excluded.ends,
             minute_began = excluded.minute_began, minute_left = excluded.minute_left,
             day_began = excluded.day_began, day_left = excluded.day_left",
        values![
            request.team.as_str(),
            number,
            calls,
            ends,
            ledger.minute.began,
            minute.left,
            ledger.day.began,
            day.left
        ],
    )?;
    let calls = u32::try_from(calls).unwrap_or(0);
    let (since, lasts) = (request.sent, ends.0.saturating_sub(now.0));
    Ok(LeaseDecision::Grant(Lease { number, state, calls, since, lasts, counting, day, minute }))
}

/// The number of calls of a lease, if fewer wait: what the team needs in twice the time of its last lease, but not more
/// than its share.
fn lease_size(left: i64, request: &PermitRequest) -> i64 {
    let used = request.returned.map_or(0, |lease| i64::from(lease.used));
    used.saturating_mul(2).clamp(CALLS_MIN, CALLS_MAX).min(left / SHARE)
}

/// A lease of an app without a limit. A team is stored once a day, because nothing is counted.
fn grant_unlimited(
    sql: &dyn Sql,
    state: AppState,
    request: &PermitRequest,
    ends: Timestamp,
    now: Timestamp,
) -> Result<LeaseDecision, SqlError> {
    let team = request.team.as_str();
    let stored = first_row(sql, "SELECT number, ends FROM leases WHERE team = ?", values![team])?;
    let number = match stored {
        Some(row) if row.timestamp("ends") > ends && row.timestamp("ends") <= now.saturating_add(HOLDER_MS) => {
            row.integer("number")
        }
        _ => {
            let number = next_number(sql, team, now)?;
            sql.run(
                "INSERT INTO leases (team, number, calls, ends, minute_began, minute_left, day_began, day_left)
                 VALUES (?, ?, 0, ?, 0, 0, 0, 0)
                 ON CONFLICT (team) DO UPDATE SET number = excluded.number, calls = 0, ends = excluded.ends",
                values![team, number, now.saturating_add(HOLDER_MS)],
            )?;
            number
        }
    };
    let window = LeasedWindow { limit: NO_LIMIT, left: 0 };
    let (calls, counting) = (u32::MAX, Counting::Unlimited);
    let (since, lasts, day, minute) = (request.sent, ends.0.saturating_sub(now.0), window, window);
    Ok(LeaseDecision::Grant(Lease { number, state, calls, since, lasts, counting, day, minute }))
}

/// A number above that of the team's last lease. It follows the time, so that a lease of a row that was deleted
/// meanwhile cannot be taken for a new one.
fn next_number(sql: &dyn Sql, team: &str, now: Timestamp) -> Result<i64, SqlError> {
    let last = first_row(sql, "SELECT number FROM leases WHERE team = ?", values![team])?;
    if last.is_none() {
        delete_old_rows(sql, now)?;
    }
    Ok(last.map_or(now.0, |row| row.integer("number").saturating_add(1).max(now.0)))
}

/// The calls in the leases of other teams.
fn calls_of_others(sql: &dyn Sql, team: &str, now: Timestamp) -> Result<i64, SqlError> {
    let sum = "SELECT SUM(calls) AS calls FROM leases WHERE ends > ? AND team <> ?";
    Ok(first_row(sql, sum, values![now, team])?.map_or(0, |row| row.integer("calls")))
}

/// The leases of other teams that show more calls than will be left.
fn leases_above(
    sql: &dyn Sql,
    request: &PermitRequest,
    [minute, day]: [i64; 2],
    now: Timestamp,
) -> Result<Recall, SqlError> {
    let holders = sql.run(
        "SELECT team, number
         FROM leases
         WHERE ends > ? AND calls > 0 AND team <> ? AND (minute_left > ? OR day_left > ?)
         ORDER BY ends",
        values![now, request.team.as_str(), minute.max(-MAX_COUNT), day.max(-MAX_COUNT)],
    )?;
    Ok(to_recall(&request.client_id, &holders))
}

/// The largest count: an integer that the platform stores exactly.
const MAX_COUNT: i64 = 1 << 52;

/// All leases that may be held, for an app whose state or quota has changed.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn held_leases(sql: &dyn Sql, client_id: &str, now: Timestamp) -> Result<Recall, SqlError> {
    let holders = sql.run("SELECT team, number FROM leases WHERE ends > ? ORDER BY ends", values![now])?;
    Ok(to_recall(client_id, &holders))
}

fn to_recall(client_id: &str, holders: &[Row]) -> Recall {
    let holders = holders.iter().map(|row| (row.text("team"), row.integer("number"))).collect();
    Recall { client_id: client_id.to_owned(), holders }
}

/// Ends a lease that a team returns. Calls that it did not use are given back, unless their window has ended.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn settle_lease(sql: &dyn Sql, team: &str, returned: ReturnedLease) -> Result<(), SqlError> {
    run_transaction(sql, || {
        let row = first_row(
            sql,
            "SELECT calls, minute_began, day_began
             FROM leases
             WHERE team = ? AND number = ? AND calls > 0",
            values![team, returned.number],
        )?;
        // Without a row it was returned before.
        let Some(row) = row else { return Ok(()) };
        let unused = row.integer("calls").saturating_sub(i64::from(returned.used));
        if unused > 0 {
            Ledger::give_back(sql, unused, [row.timestamp("minute_began"), row.timestamp("day_began")])?;
        }
        end_lease(sql, team, returned.number)
    })
}

fn end_lease(sql: &dyn Sql, team: &str, number: i64) -> Result<(), SqlError> {
    sql.run("UPDATE leases SET calls = 0, ends = 0 WHERE team = ? AND number = ?", values![team, number])?;
    Ok(())
}

/// Marks a lease as one from before a change of the app's state or quota: the next one of its team has a larger number.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn outdate_lease(sql: &dyn Sql, team: &str, number: i64) -> Result<(), SqlError> {
    sql.run("UPDATE leases SET ends = 0 WHERE team = ? AND number = ?", values![team, number])?;
    Ok(())
}

/// Deletes the rows of teams that have held no lease for some days.
fn delete_old_rows(sql: &dyn Sql, now: Timestamp) -> Result<(), SqlError> {
    let oldest = now.saturating_add(HOLDER_MS.saturating_mul(2).saturating_neg());
    sql.run("DELETE FROM leases WHERE ends < ? AND number < ?", values![oldest, oldest])?;
    Ok(())
}
