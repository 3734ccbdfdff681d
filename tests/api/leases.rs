//! Leases of an app: a team permits calls by itself, and no interleaving permits more than the quota.

use crate::support::database::Database;
use crate::support::{Answered, World, people};
use canvass::service::actor::lease_book::LeaseBook;
use canvass::service::actor::lease_ledger::{CallAllowance, LeaseDecision, grant_lease, settle_lease};
use canvass::service::actor::protocol::ActorId;
use canvass::service::environment::permit::{IDLE_MS, LEASE_MS, Lease, PermitRequest, RecalledLeases, ReturnedLease};
use canvass::service::store::sql::{Sql, first_row};
use canvass::spec::apps::AppState;
use canvass::spec::errors::Error;
use canvass::spec::limits::{DAY_REMAINING_HEADER, MINUTE_REMAINING_HEADER, Quota, UNLIMITED};
use canvass::wire::dates::{MINUTE, SECOND, Timestamp};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn team() -> ActorId {
    ActorId::Team(people::NORTHWIND.to_owned())
}

#[test]
fn a_read_visits_one_object_and_writes_no_row() {
    for token in ["owner", "private"] {
        let world = World::new();
        world.get(token, "/v3/users/me").ok();
        let [_, app, ..] = &world.visited()[..] else { panic!("the app was not asked") };
        let app = app.clone();
        let rows = || [&app, &team()].map(|place| world.database(place).rows_but(""));
        let before = rows();
        world.visited();
        for path in ["/v3/users/me", "/v3/surveys?per_page=50", "/v3/surveys/301000001/details", "/v3/groups"] {
            world.get(token, path).ok();
            assert_eq!(world.visited(), [team()], "{token} {path}");
        }
        assert_eq!(rows(), before);
    }
}

#[test]
fn the_headers_of_a_private_app_are_exact_also_after_its_lease_was_returned() {
    let world = World::new();
    let left = |world: &World| {
        let answer = world.get("private", "/v3/users/me");
        [MINUTE_REMAINING_HEADER, DAY_REMAINING_HEADER].map(|name| answer.number(name))
    };
    for number in 1..=30 {
        assert_eq!(left(&world), [120 - number, 500 - number]);
    }
    // The team returns the lease after a second, and the stored count is the true one.
    world.pass(IDLE_MS);
    let returned = world.memory(&team()).leases.borrow_mut().give_up_idle(world.now());
    let [(client_id, lease)] = &returned[..] else { panic!("{returned:?}") };
    let data = world.database(&ActorId::App(client_id.clone()));
    settle_lease(&*data, people::NORTHWIND, *lease).unwrap();
    assert_eq!(
        first_row(&*data, "SELECT spent FROM windows WHERE period = 60000", &[]).unwrap().unwrap().integer("spent"),
        30
    );
    assert_eq!(left(&world), [89, 469]);
    // A crash costs the unused calls of the lease, an eighth of what was left at most.
    world.evict_all();
    let after = left(&world);
    assert!((77..=88).contains(&after[0]), "{after:?}");
}

#[test]
fn a_disabled_app_bites_a_team_that_was_not_reached_when_its_lease_ends() {
    let world = World::new();
    world.get("private", "/v3/users/me").ok();
    let returned = world.memory(&team()).leases.borrow_mut().give_up_idle(world.now().saturating_add(IDLE_MS));
    world.get("private", "/v3/users/me").ok();
    // As if the recall had not arrived: the state changes without one.
    let data = world.database(&ActorId::App(returned[0].0.clone()));
    data.run("UPDATE app SET state = 'disabled'", &[]).unwrap();
    world.get("private", "/v3/users/me").ok();
    world.pass(LEASE_MS);
    world.get("private", "/v3/users/me").fails(Error::NotAuthorized);
}

/// An app at its ledger, and its teams with their memories, clocks and messages in flight.
struct Fleet {
    data: Database,
    allowance: CallAllowance,
    teams: Vec<TeamSide>,
    now: Timestamp,
    /// Messages that the app received or sent.
    messages: usize,
    /// The calls that were permitted, by the window in which they are counted.
    calls: BTreeMap<i64, i64>,
    /// The window of each lease.
    windows: BTreeMap<(usize, i64), i64>,
    /// Leases whose recall did not arrive: what they show may be too much until they end.
    unreached: BTreeSet<(usize, i64)>,
    /// Calls that are left in the minute, by the headers of the last call.
    shown: u32,
}

#[derive(Default)]
struct TeamSide {
    book: LeaseBook,
    held: i64,
    /// How far its clock is from the app's.
    skew: i64,
    /// A grant that has not arrived.
    in_flight: Option<Lease>,
}

const CLIENT: &str = "app";

impl Fleet {
    fn new(teams: usize, state: AppState, quota: Quota) -> Fleet {
        let world = World::new();
        let data = Database::copy(&world.database(&ActorId::App("of nobody".to_owned())).bytes());
        let teams = (0..teams).map(|_| TeamSide::default()).collect();
        let allowance = CallAllowance { state, quota, ends: Timestamp(i64::MAX) };
        let now = Timestamp(1_770_000_000_000).floor(MINUTE);
        let (calls, windows, unreached) = Default::default();
        Fleet { data, allowance, teams, now, messages: 0, calls, windows, unreached, shown: 0 }
    }

    fn clock(&self, team: usize) -> Timestamp {
        self.now.saturating_add(self.teams[team].skew)
    }

    /// Calls once. Whether the call is permitted, or `None` if its lease is still in flight.
    fn call(&mut self, team: usize, delays: bool, reaches: &mut dyn FnMut() -> bool) -> Option<bool> {
        if self.permit(team) {
            return Some(true);
        }
        let returned = self.teams[team].book.give_up(CLIENT);
        let lease = self.ask(team, returned, reaches)?;
        if delays {
            self.teams[team].in_flight = Some(lease);
            return None;
        }
        self.arrive(team, lease);
        Some(self.permit(team))
    }

    fn arrive(&mut self, team: usize, lease: Lease) {
        let now = self.clock(team);
        self.teams[team].held = self.teams[team].held.max(lease.number);
        self.teams[team].book.hold(CLIENT, lease, now);
    }

    /// Permits a call from the team's lease, and checks what it shows.
    fn permit(&mut self, team: usize) -> bool {
        let now = self.clock(team);
        let Some(permit) = self.teams[team].book.take_permit(CLIENT, now) else { return false };
        self.shown = permit.quota.minute.remaining;
        let window = self.windows[&(team, self.teams[team].held)];
        let calls = self.calls.entry(window).or_default();
        *calls += 1;
        let limit = i64::from(self.allowance.quota.per_minute);
        let is_exact = self.allowance.quota != UNLIMITED && !self.unreached.contains(&(team, self.teams[team].held));
        if is_exact {
            let left = (limit - *calls).max(0);
            assert!(i64::from(permit.quota.minute.remaining) <= left, "{permit:?} with {left} left");
        }
        true
    }

    /// Requests a lease; `None` if the quota is exceeded.
    fn ask(
        &mut self,
        team: usize,
        returned: Option<ReturnedLease>,
        reaches: &mut dyn FnMut() -> bool,
    ) -> Option<Lease> {
        self.messages += 1;
        let request = PermitRequest {
            team: team.to_string(),
            client_id: CLIENT.to_owned(),
            sent: self.clock(team),
            waiting: 1,
            returned,
        };
        if let Some(returned) = returned {
            settle_lease(&self.data, &request.team, returned).unwrap();
        }
        let mut decision = grant_lease(&self.data, self.allowance, &request, None, self.now).unwrap();
        if let LeaseDecision::RecallFirst(recall) = decision {
            let (mut recalled, count) = (RecalledLeases::new(), recall.holders.len());
            for (holder, number) in recall.holders {
                self.messages += 1;
                let index: usize = holder.parse().unwrap();
                if reaches() {
                    let now = self.clock(index);
                    recalled.push((holder, self.teams[index].book.recall(CLIENT, number, now)));
                } else {
                    self.unreached.insert((index, number));
                }
            }
            for (holder, lease) in recalled {
                lease.iter().for_each(|lease| settle_lease(&self.data, &holder, *lease).unwrap());
            }
            decision = grant_lease(&self.data, self.allowance, &request, Some(count), self.now).unwrap();
        }
        match decision {
            LeaseDecision::Grant(lease) => {
                let began = first_row(&self.data, "SELECT began FROM windows WHERE period = 60000", &[]).unwrap();
                let window = began.map_or(self.now.floor(MINUTE), |row| row.timestamp("began"));
                self.windows.insert((team, lease.number), window.0);
                Some(lease)
            }
            LeaseDecision::Refuse(..) => None,
            LeaseDecision::RecallFirst(_) => panic!("recalled twice"),
        }
    }

    /// The calls of every window are within the limit, or within the tolerance of a stored violation.
    fn check(&self) {
        let limit = i64::from(self.allowance.quota.per_minute);
        let violations = first_row(&self.data, "SELECT COUNT(*) AS count FROM violations", &[]).unwrap().unwrap();
        let above = self.calls.values().filter(|calls| **calls > limit).count();
        assert!(above as i64 <= violations.integer("count"), "{:?}", self.calls);
        assert!(self.calls.values().all(|calls| *calls <= limit * 3 / 2), "{:?} of {limit}", self.calls);
    }
}

#[test]
fn the_object_of_a_shared_app_sees_one_message_for_fifty_calls_and_one_without_a_limit_only_its_state() {
    const TEAMS: usize = 1_000;
    let limited = Quota { per_minute: 3_000_000, per_day: 2_000_000_000 };
    for (quota, seconds) in [(limited, 15), (UNLIMITED, 11)] {
        let mut fleet = Fleet::new(TEAMS, AppState::Public, quota);
        let mut calls = 0;
        for step in 0..seconds * 20 {
            fleet.now = fleet.now.saturating_add(50);
            for team in 0..TEAMS {
                assert_eq!(fleet.call(team, false, &mut || true), Some(true));
            }
            // The first seconds, in which the app learns what its teams need, are not counted.
            if step == 5 * 20 {
                (fleet.messages, calls) = (0, 0);
            }
            calls += TEAMS;
        }
        assert!(fleet.messages * 50 <= calls, "{} messages for {calls} calls", fleet.messages);
        let counted = first_row(&fleet.data, "SELECT COUNT(*) AS rows FROM windows", &[]).unwrap().unwrap();
        assert_eq!(counted.integer("rows") > 0, quota == limited);
    }
}

#[test]
fn a_call_is_refused_only_when_no_team_has_calls_left() {
    let quota = Quota { per_minute: 100, per_day: 1_000_000 };
    let mut fleet = Fleet::new(3, AppState::Public, quota);
    // No tolerated violation is left.
    for at in 0..3 {
        let at = fleet.now.saturating_add(-SECOND * (at + 1));
        fleet.data.run("INSERT INTO violations (at) VALUES (?)", &[at.into()]).unwrap();
    }
    let permitted = (0..200).filter(|number| fleet.call(number % 2, false, &mut || true) == Some(true)).count();
    assert_eq!(permitted, 100);
    assert_eq!(fleet.call(2, false, &mut || true), None);
}

#[test]
fn a_client_that_believes_the_lowest_header_can_use_most_of_a_small_quota() {
    for (teams, limit) in [(2, 120), (2, 1_000), (10, 500)] {
        let mut fleet = Fleet::new(teams, AppState::Public, Quota { per_minute: limit, per_day: limit * 4 });
        let (mut left, mut calls) = (limit, 0);
        while left > 0 {
            assert_eq!(fleet.call(calls as usize % teams, false, &mut || true), Some(true));
            (left, calls) = (left.min(fleet.shown), calls + 1);
        }
        assert!(calls * 100 >= limit * 95, "{calls} of {limit} calls by {teams} teams");
    }
}

/// Runs steps of a fleet: each is a kind, a team and a number of calls.
fn run_steps(teams: usize, limit: u32, is_shared: bool, seed: u64, steps: Vec<(u8, usize, usize)>) {
    let quota = Quota { per_minute: limit, per_day: limit.saturating_mul(4) };
    let (teams, state) = if is_shared { (teams, AppState::Public) } else { (1, AppState::Private) };
    let mut fleet = Fleet::new(teams, state, quota);
    let mut dice = seed;
    let mut roll = move |below: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % below
    };
    for (what, team, calls) in steps {
        let team = team % teams;
        match what {
            0..60 => {
                for _ in 0..calls {
                    let delays = roll(20) == 0;
                    fleet.now = fleet.now.saturating_add(roll(30) as i64);
                    fleet.call(team, delays, &mut || roll(10) > 0);
                }
            }
            // A grant arrives late, or never.
            60..68 => {
                if let Some(lease) = fleet.teams[team].in_flight.take()
                    && roll(3) > 0
                {
                    fleet.arrive(team, lease);
                }
            }
            // The team's object ends.
            68..75 => (fleet.teams[team].book, fleet.teams[team].in_flight) = Default::default(),
            // The team returns what it does not use; the message may be lost or arrive twice.
            75..83 => {
                let now = fleet.clock(team);
                for (_, lease) in fleet.teams[team].book.give_up_idle(now) {
                    for _ in 0..roll(3) {
                        settle_lease(&fleet.data, &team.to_string(), lease).unwrap();
                    }
                }
            }
            83..88 => fleet.teams[team].skew = roll(2_001) as i64 - 1_000,
            88..93 => fleet.now = fleet.now.saturating_add(-(roll(3_000) as i64)),
            _ => fleet.now = fleet.now.saturating_add(roll(90_000) as i64),
        }
        fleet.check();
    }
}

#[test]
fn a_lease_that_arrives_after_a_later_one_was_returned_or_recalled_is_not_taken() {
    let mut fleet = Fleet::new(1, AppState::Public, Quota { per_minute: 100, per_day: 400 });
    let [first, second] = [(); 2].map(|()| fleet.ask(0, None, &mut || true).unwrap());
    let (began, idle) = (fleet.now, fleet.now.saturating_add(IDLE_MS));
    // The later lease was returned, because no call came.
    let mut book = LeaseBook::default();
    book.hold(CLIENT, second, began);
    assert_eq!(book.give_up_idle(idle).len(), 1);
    book.hold(CLIENT, first, idle);
    assert!(first.is_valid(idle) && book.take_permit(CLIENT, idle).is_none());
    // The later lease was recalled, before either arrived.
    let mut book = LeaseBook::default();
    assert!(book.recall(CLIENT, second.number, began).is_none());
    book.give_up_idle(idle);
    book.hold(CLIENT, first, idle);
    assert!(book.take_permit(CLIENT, idle).is_none());
}

#[test]
fn a_lease_that_arrives_late_is_not_taken_after_the_clock_was_set_back() {
    let mut fleet = Fleet::new(1, AppState::Private, Quota { per_minute: 100, per_day: 400 });
    let [late, next] = [(); 2].map(|()| fleet.ask(0, None, &mut || true).unwrap());
    let mut book = LeaseBook::default();
    book.hold(CLIENT, next, fleet.now);
    book.give_up_idle(fleet.now.saturating_add(LEASE_MS + IDLE_MS));
    book.give_up_idle(fleet.now.saturating_add(LEASE_MS + IDLE_MS));
    let set_back = fleet.now.saturating_add(LEASE_MS - SECOND);
    book.hold(CLIENT, late, set_back);
    assert!(late.is_valid(set_back) && book.take_permit(CLIENT, set_back).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Calls of any number of teams, with kills, lost and late messages, evictions, skewed clocks and clocks that move.
    #[test]
    fn no_interleaving_permits_more_than_the_quota_or_shows_more_than_is_left(
        teams in 1_usize..6, limit in 1_u32..300, is_shared: bool, seed: u64,
        steps in proptest::collection::vec((0_u8..100, 0_usize..6, 1_usize..40), 20..200),
    ) {
        run_steps(teams, limit, is_shared, seed, steps);
    }
}
