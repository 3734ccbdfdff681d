//! The quota of an app: what the six headers say, what is tolerated, and when it begins anew.

use crate::support::database::Database;
use crate::support::{Answered, World};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::quota::Ledger;
use canvass::service::identity::app;
use canvass::service::store::sql::Sql;
use canvass::spec::apps::AppState;
use canvass::spec::limits::{
    DAY_LIMIT_HEADER, DAY_REMAINING_HEADER, DAY_RESET_HEADER, LIMITED, MINUTE_LIMIT_HEADER, MINUTE_REMAINING_HEADER,
    MINUTE_RESET_HEADER, NO_LIMIT, Quota, RATE_HEADERS,
};
use canvass::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use canvass::wire::pacing::{RemainingQuota, pause_before_next};
use canvass::wire::rate::{QuotaStatus, QuotaWindow};
use proptest::prelude::*;

/// A midnight.
const MIDNIGHT: Timestamp = Timestamp(1_770_000_000_000).floor(DAY);

fn at(moment: Timestamp) -> World {
    let world = World::new();
    world.set_clock(moment);
    world
}

/// Calls until the app is refused; how many calls passed.
fn exhaust(world: &World) -> u32 {
    let mut passed = 0;
    while world.get("private", "/v3/users/me").status == 200 {
        passed += 1;
    }
    passed
}

#[test]
fn the_headers_count_down_and_report_when_the_next_windows_begin() {
    let world = at(MIDNIGHT.saturating_add(10 * MINUTE + 15 * SECOND));
    for number in 1..=3 {
        let answer = world.get("private", "/v3/users/me");
        assert_eq!(answer.number(DAY_LIMIT_HEADER), 500);
        assert_eq!(answer.number(DAY_REMAINING_HEADER), 500 - number);
        assert_eq!(answer.number(DAY_RESET_HEADER), 86_400 - 615);
        assert_eq!(answer.number(MINUTE_LIMIT_HEADER), 120);
        assert_eq!(answer.number(MINUTE_REMAINING_HEADER), 120 - number);
        assert_eq!(answer.number(MINUTE_RESET_HEADER), 45);
    }
    world.pass(45 * SECOND);
    let answer = world.get("private", "/v3/users/me");
    assert_eq!(answer.number(MINUTE_REMAINING_HEADER), 119);
    assert_eq!(answer.number(DAY_REMAINING_HEADER), 496);
}

#[test]
fn three_violations_are_tolerated_up_to_150_percent_and_the_fourth_is_not() {
    let world = at(MIDNIGHT);
    for _ in 0..3 {
        assert_eq!(exhaust(&world), 180);
        world.pass(DAY);
    }
    assert_eq!(exhaust(&world), 120);
    world.set_clock(MIDNIGHT.saturating_add(30 * DAY));
    assert_eq!(exhaust(&world), 180, "the first violation is 30 days old");
    world.pass(MINUTE);
    assert_eq!(exhaust(&world), 120, "the other two and the new one are not");
}

#[test]
fn a_day_that_is_used_up_is_a_violation_like_a_minute() {
    let world = at(MIDNIGHT);
    assert_eq!(
        [exhaust(&world), {
            world.pass(MINUTE);
            exhaust(&world)
        }],
        [180, 180]
    );
    world.pass(MINUTE);
    // The third minute is the third violation; with it the day ends at its limit of 500.
    assert_eq!(exhaust(&world), 140);
}

#[test]
fn a_refused_call_says_when_there_are_calls_again_also_in_a_day_that_is_violated() {
    let world = at(MIDNIGHT.saturating_add(720 * MINUTE));
    let wait = || -> u32 { world.get("private", "/v3/users/me").number("retry-after") };
    // 500 calls without a violation, and the first calls of the day's: less than 150 %.
    for calls in [120, 120, 120, 120, 20] {
        (0..calls).for_each(|_| drop(world.get("private", "/v3/users/me").ok()));
        world.pass(MINUTE);
    }
    assert_eq!(exhaust(&world), 180, "both windows are violated");
    assert_eq!(world.get("private", "/v3/users/me").number(DAY_REMAINING_HEADER), 0);
    assert_eq!(wait(), 60);
    world.pass(MINUTE);
    assert_eq!(exhaust(&world), 70, "the day ends at 150 %");
    assert_eq!(i64::from(wait()), (720 * MINUTE - 6 * MINUTE) / SECOND);
}

#[test]
fn a_refused_call_costs_nothing() {
    let world = at(MIDNIGHT);
    exhaust(&world);
    for _ in 0..5 {
        let answer = world.get("private", "/v3/users/me");
        assert_eq!((answer.status, answer.number(DAY_REMAINING_HEADER)), (429, 320));
    }
    world.pass(MINUTE);
    assert_eq!(world.get("private", "/v3/users/me").number(DAY_REMAINING_HEADER), 319);
}

#[test]
fn the_next_day_begins_at_midnight_gmt() {
    let world = at(MIDNIGHT.saturating_add(DAY - 10 * MINUTE));
    for _ in 0..5 {
        for _ in 0..100 {
            world.get("private", "/v3/users/me").ok();
        }
        world.pass(MINUTE);
    }
    assert_eq!(world.get("private", "/v3/users/me").number(DAY_REMAINING_HEADER), 0);
    world.set_clock(MIDNIGHT.saturating_add(DAY - 1));
    assert_eq!(world.get("private", "/v3/users/me").number(DAY_RESET_HEADER), 1);
    world.pass(1);
    let answer = world.get("private", "/v3/users/me");
    assert_eq!((answer.number(DAY_REMAINING_HEADER), answer.number(DAY_RESET_HEADER)), (499, 86_400));
}

#[test]
fn the_quota_belongs_to_the_app_and_not_to_the_account() {
    let world = at(MIDNIGHT);
    exhaust(&world);
    assert_eq!(world.get("draft", "/v3/users/me").number(MINUTE_REMAINING_HEADER), 119);
    assert_eq!(world.get("owner", "/v3/users/me").status, 200);
}

#[test]
fn a_public_app_has_no_limit_and_nothing_is_counted_for_it() {
    let world = at(MIDNIGHT.saturating_add(10 * MINUTE + 15 * SECOND));
    for _ in 0..200 {
        let answer = world.get("owner", "/v3/users/me");
        let numbers = RATE_HEADERS.map(|name| answer.number(name));
        assert_eq!((answer.status, numbers), (200, [NO_LIMIT, NO_LIMIT, 86_400 - 615, NO_LIMIT, NO_LIMIT, 45]));
    }
    let client_id = world.app("workbench")["client_id"].as_str().unwrap().to_owned();
    assert!(world.database(&ActorId::App(client_id)).run("SELECT spent FROM windows", &[]).unwrap().is_empty());
}

#[test]
fn a_granted_quota_takes_the_place_of_the_states_and_may_lack_a_daily_limit() {
    let mut world = at(MIDNIGHT);
    let client = |name: &str| {
        let apps = world.described["apps"].as_array().unwrap();
        apps.iter().find(|app| app["name"] == name).unwrap()["client_id"].as_str().unwrap().to_owned()
    };
    let (public, disabled) = (client("Workbench"), client("Old Importer"));
    let quota = Quota { per_minute: 30, per_day: NO_LIMIT };
    world.service.config.quotas = vec![(public.clone(), quota), (disabled.clone(), quota)];
    let answer = world.get("owner", "/v3/users/me");
    assert_eq!((answer.number(MINUTE_LIMIT_HEADER), answer.number(MINUTE_REMAINING_HEADER)), (30, 29));
    assert_eq!((answer.number(DAY_LIMIT_HEADER), answer.number(DAY_REMAINING_HEADER)), (NO_LIMIT, NO_LIMIT));
    let permits = |id: &String, state| {
        let app = app::load_app(&*world.database(&ActorId::App(id.clone())), id).unwrap().unwrap();
        app.quota_for(&world.service.config, state)
    };
    assert_eq!(permits(&public, AppState::Public), Some(quota));
    assert_eq!(permits(&disabled, AppState::Disabled), None);
    for _ in 1..45 {
        world.get("owner", "/v3/users/me").ok();
    }
    assert_eq!(world.get("owner", "/v3/users/me").status, 429);
}

#[test]
fn a_draft_app_is_refused_after_90_days() {
    // The draft of the demo world is as old as the world, whenever it is used first.
    for is_used_at_once in [true, false] {
        let world = World::new();
        if is_used_at_once {
            world.get("draft", "/v3/users/me").ok();
        }
        world.pass(90 * DAY - 1);
        world.get("draft", "/v3/users/me").ok();
        world.pass(1);
        assert_eq!(world.get("draft", "/v3/users/me").status, 401);
        world.get("private", "/v3/users/me").ok();
    }
}

/// The same rules in the plainest words: every call that passed and every violation, with its time.
#[derive(Default)]
struct Model {
    passed: Vec<Timestamp>,
    violations: Vec<(i64, Timestamp, Timestamp)>,
}

impl Model {
    fn call(&mut self, now: Timestamp) -> (bool, [u32; 6]) {
        let recent = self.violations.iter().filter(|(_, _, at)| at.0 > now.0 - 30 * DAY).count();
        let windows = [(DAY, 500), (MINUTE, 120)];
        let passes = windows.iter().all(|(period, limit)| {
            let violated = self.violations.iter().any(|(of, began, _)| of == period && *began == now.floor(*period));
            let most = if violated || recent < 3 { limit * 3 / 2 } else { *limit };
            self.count(*period, now) < most
        });
        if passes {
            self.passed.push(now);
            for (period, limit) in windows {
                let known = self.violations.iter().any(|(of, began, _)| *of == period && *began == now.floor(period));
                if self.count(period, now) > limit && !known {
                    self.violations.push((period, now.floor(period), now));
                }
            }
        }
        let [day, minute] = windows.map(|(period, limit)| {
            let left = now.floor(period).0 + period - now.0;
            [limit, limit.saturating_sub(self.count(period, now)), u32::try_from((left + 999) / 1000).unwrap()]
        });
        (passes, [day[0], day[1], day[2], minute[0], minute[1], minute[2]])
    }

    fn count(&self, period: i64, now: Timestamp) -> u32 {
        self.passed.iter().filter(|at| at.floor(period) == now.floor(period)).count() as u32
    }
}

/// Counts one call, unless the quota is exceeded.
fn count_one(database: &Database, now: Timestamp) -> (bool, QuotaStatus) {
    let mut ledger = Ledger::read(database, LIMITED, now).unwrap();
    let is_permitted = ledger.left_with_tolerance() > 0;
    if is_permitted {
        ledger.count_calls(database, 1, now).unwrap();
    }
    (is_permitted, ledger.status(now))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Long work by the SDK's schedule, in the foreground and in the background, from any moment of a day on.
    #[test]
    fn the_sdks_schedule_alone_never_goes_past_the_quota(
        began in 0..DAY, before in 0_u32..499, needed in 2_u32..900, background: bool, latency in 1..2000_i64,
    ) {
        let world = World::new();
        let database = world.database(&ActorId::App("of nobody".to_owned()));
        let mut windows = (Timestamp(0), 0, Timestamp(0), 0);
        let mut call = |now: Timestamp| {
            let (minute, day) = (now.floor(MINUTE), now.floor(DAY));
            windows.1 = if windows.0 == minute { windows.1 + 1 } else { 1 };
            windows.3 = if windows.2 == day { windows.3 + 1 } else { 1 };
            (windows.0, windows.2) = (minute, day);
            match count_one(&database, now) {
                (true, quota) if windows.1 <= 120 && windows.3 <= 500 => Ok(quota),
                verdict => Err(TestCaseError::fail(format!("{verdict:?} after {windows:?}"))),
            }
        };
        let left = |window: QuotaWindow| RemainingQuota {
            limit: window.limit,
            remaining: window.remaining,
            reset_millis: u64::from(window.reset) * 1000,
        };
        // What was sent before that, a hundred a minute.
        let mut now = MIDNIGHT.saturating_add(began);
        for number in 0..before {
            now = if number % 100 == 99 { now.saturating_add(MINUTE) } else { now };
            call(now)?;
        }
        let mut quota = call(now)?;
        for sent in 0..needed {
            let minute = left(quota.minute);
            let minute = if background { minute.minus_reserve() } else { minute };
            let wait = pause_before_next(minute, left(quota.day), needed - sent, DAY.unsigned_abs());
            now = now.saturating_add(wait.cast_signed()).saturating_add(latency);
            quota = call(now)?;
        }
    }

    /// Bursts of calls, with seconds, hours or weeks between them.
    #[test]
    fn the_ledger_agrees_with_the_model(
        steps in proptest::collection::vec((1_u32..200, prop_oneof![0..90_000_i64, 0..DAY, 0..12 * DAY]), 1..14),
    ) {
        let world = World::new();
        let database = world.database(&ActorId::App("of nobody".to_owned()));
        let (mut model, mut now) = (Model::default(), MIDNIGHT);
        for (calls, pause) in steps {
            for _ in 0..calls {
                now = now.saturating_add(7);
                let (go, quota) = count_one(&database, now);
                prop_assert_eq!((go, quota.header_values()), model.call(now));
            }
            now = now.saturating_add(pause);
        }
    }
}
