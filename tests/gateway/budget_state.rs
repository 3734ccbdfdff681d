//! The budget, rule by rule: how it starts, which requests it admits, and how it refuses the others.

use crate::support::{and, page, pairs};
use canvass::gateway::budget::lease_pool::LeasePool;
use canvass::gateway::budget::message::{
    Admission, BudgetAction, BudgetRequest, Report, RequestOutcome, SentCount, decode_numbers, encode_numbers,
};
use canvass::gateway::budget::state::BudgetState;
use canvass::gateway::budget::{
    BudgetPause, BudgetRules, Fallback, LEASE_LIFE, PauseAction, PauseCause, RequestClass, SETTLE_TIME,
    classify_response, presentation,
};
use canvass::spec::limits::{NO_LIMIT, RATE_HEADERS};
use canvass::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use canvass::wire::rate::QuotaWindow;
use serde_json::Value;

/// Midnight.
const MIDNIGHT: Timestamp = Timestamp(1_770_000_000_000).floor(DAY);

const NOON: Timestamp = MIDNIGHT.saturating_add(DAY / 2);

/// The state of a budget, and a service that counts requests.
struct Harness {
    state: BudgetState,
    rules: BudgetRules,
    now: Timestamp,
    limits: [u32; 2],
    spent: [u32; 2],
}

impl Harness {
    fn new(limits: [u32; 2]) -> Harness {
        Harness { state: BudgetState::new(NOON), rules: BudgetRules::default(), now: NOON, limits, spent: [0, 0] }
    }

    /// A harness whose state has received a response.
    fn open(limits: [u32; 2]) -> Harness {
        let mut harness = Harness::new(limits);
        assert!(harness.call(0, RequestClass::Background).is_ok());
        harness
    }

    fn ask(&mut self, reports: Vec<Report>, want: BudgetAction) -> Option<Admission> {
        let ask = BudgetRequest::decode(&BudgetRequest { reports, sent: Vec::new(), action: want }.encode()).unwrap();
        self.state.handle_request(&self.rules, &ask, self.now, 1_999)
    }

    /// Asks for a request without reporting how it ended.
    fn reserve(&mut self, caller: i64, class: RequestClass) -> Result<i64, BudgetPause> {
        match self.ask(Vec::new(), BudgetAction::Reserve { caller, class, most: 1 }).unwrap() {
            Admission::Admit { lease, .. } => Ok(lease),
            Admission::Wait(pause) => Err(pause),
        }
    }

    fn windows(&self) -> [Option<QuotaWindow>; 2] {
        [(0, MINUTE), (1, DAY)].map(|(which, period)| {
            let left = self.now.floor(period).0 + period - self.now.0;
            let limit = self.limits[which];
            let spent = if limit == NO_LIMIT { 0 } else { self.spent[which] };
            let reset = u32::try_from((left + SECOND - 1) / SECOND).unwrap();
            Some(QuotaWindow { limit, remaining: limit.saturating_sub(spent), reset })
        })
    }

    fn report(&mut self, lease: i64, outcome: RequestOutcome) {
        self.ask(vec![Report { lease, count: 1, age: 0, outcome }], BudgetAction::ReportOnly);
    }

    /// Sends a request and reports its response.
    fn call(&mut self, caller: i64, class: RequestClass) -> Result<(), BudgetPause> {
        let lease = self.reserve(caller, class)?;
        self.spent = self.spent.map(|spent| spent + 1);
        self.report(lease, RequestOutcome::Answered(self.windows()));
        Ok(())
    }

    /// Sends until a request is refused. Returns how many were sent, and the refusal.
    fn exhaust(&mut self, caller: i64, class: RequestClass) -> (u32, BudgetPause) {
        for went in 0..10_000 {
            if let Err(pause) = self.call(caller, class) {
                return (went, pause);
            }
        }
        panic!("nothing limits it")
    }

    fn pass(&mut self, milliseconds: i64) {
        let before = self.now;
        self.now = before.saturating_add(milliseconds);
        for (spent, period) in self.spent.iter_mut().zip([MINUTE, DAY]) {
            if before.floor(period) != self.now.floor(period) {
                *spent = 0;
            }
        }
    }

    fn shown(&mut self) -> Value {
        serde_json::from_str(&self.state.to_json(&self.rules, self.now)).unwrap()
    }
}

#[test]
fn one_request_goes_first_while_nothing_is_known() {
    let mut harness = Harness::new([120, 500]);
    let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
    let pause = harness.reserve(2, RequestClass::Interactive).unwrap_err();
    assert_eq!(pause.cause, PauseCause::LimitUnknown);
    assert!(matches!(pause.next_action(RequestClass::Background, 0, Fallback::None), PauseAction::Wait(_)));
    harness.spent = [118, 118];
    harness.report(lease, RequestOutcome::Answered(harness.windows()));
    assert_eq!(harness.reserve(2, RequestClass::Interactive).unwrap_err().cause, PauseCause::Minute);
}

#[test]
fn what_others_spend_is_known_from_the_headers() {
    let mut harness = Harness::open([120, 500]);
    harness.spent = [100, 490];
    harness.call(1, RequestClass::Interactive).unwrap();
    let (went, pause) = harness.exhaust(1, RequestClass::Interactive);
    assert_eq!((went, pause.cause), (0, PauseCause::Day));
    assert_eq!(pause.until.floor(MINUTE), MIDNIGHT.saturating_add(DAY));
}

#[test]
fn a_day_ends_at_midnight_and_a_minute_with_its_reset() {
    let mut harness = Harness::open([120, 500]);
    harness.pass(20 * SECOND);
    let (_, pause) = harness.exhaust(1, RequestClass::Background);
    assert_eq!(pause.cause, PauseCause::Minute);
    harness.pass(41 * SECOND);
    harness.call(1, RequestClass::Background).unwrap();
    harness.spent = [1, 499];
    harness.call(1, RequestClass::Interactive).unwrap();
    let pause = harness.call(1, RequestClass::Interactive).unwrap_err();
    assert_eq!(pause.cause, PauseCause::Day);
    harness.pass(pause.wait);
    harness.call(1, RequestClass::Background).unwrap();
}

#[test]
fn work_that_has_no_room_before_a_minutes_end_is_not_to_be_repeated_before_it() {
    let mut harness = Harness::open([120, NO_LIMIT]);
    harness.pass(56 * SECOND + SECOND / 2);
    harness.exhaust(2, RequestClass::Background);
    harness.call(1, RequestClass::Interactive).unwrap();
    let pause = harness.reserve(2, RequestClass::Background).unwrap_err();
    harness.pass(pause.wait);
    harness.call(2, RequestClass::Background).unwrap();
    // With room once the reserve has faded, it comes back then.
    harness.pass(50 * SECOND);
    let (_, pause) = harness.exhaust(2, RequestClass::Background);
    assert!(pause.until < harness.now.floor(MINUTE).saturating_add(MINUTE), "{pause:?}");
}

#[test]
fn background_work_leaves_the_reserve_to_people() {
    let mut harness = Harness::open([100_000, 500]);
    harness.rules.reserve = 20;
    let (_, pause) = harness.exhaust(1, RequestClass::Background);
    assert_eq!((harness.spent[1], pause.cause), (500 - 10 - 5 - 100, PauseCause::Day));
    let (went, _) = harness.exhaust(2, RequestClass::Interactive);
    assert_eq!(went, 105);
}

#[test]
fn one_callers_flood_does_not_stop_anothers_click() {
    let mut harness = Harness::open([120, 100_000]);
    harness.exhaust(1, RequestClass::Interactive);
    for click in 0..8 {
        harness.call(2, RequestClass::Interactive).unwrap_or_else(|pause| panic!("click {click}: {pause:?}"));
    }
    // What is reserved for people becomes available to all while the minute ends.
    harness.pass(58 * SECOND);
    assert!(harness.exhaust(1, RequestClass::Interactive).0 > 0);
    assert!(harness.spent[0] >= 114, "{:?}", harness.spent);
}

#[test]
fn what_present_users_have_not_used_of_their_share_is_reserved_for_them() {
    let mut harness = Harness::open([120, NO_LIMIT]);
    harness.call(2, RequestClass::Interactive).unwrap();
    let (went, _) = harness.exhaust(1, RequestClass::Interactive);
    // Each has a third, and the next person one: 40 less one are reserved for the other, and 12 and 4 for others.
    assert!((60..=72).contains(&went), "{went}");
    for click in 0..39 {
        harness.call(2, RequestClass::Interactive).unwrap_or_else(|pause| panic!("click {click}: {pause:?}"));
    }
    harness.pass(MINUTE);
    harness.call(1, RequestClass::Interactive).unwrap();
    // Nothing is reserved for a person who has been absent for two minutes.
    harness.pass(2 * MINUTE);
    assert!(harness.exhaust(1, RequestClass::Interactive).0 > 95);
}

#[test]
fn of_a_day_what_present_users_send_in_a_quarter_of_an_hour_is_reserved_for_them() {
    let mut harness = Harness::open([100_000, 500]);
    for _ in 0..4 {
        harness.call(2, RequestClass::Interactive).unwrap();
    }
    let (_, pause) = harness.exhaust(1, RequestClass::Interactive);
    assert_eq!((harness.spent[1], pause.cause), (500 - 10 - 5 - 60, PauseCause::Day));
    assert_eq!(pause.wait, 2 * MINUTE, "by then they may be gone");
    harness.pass(pause.wait);
    assert_eq!(harness.exhaust(1, RequestClass::Interactive).0, 60);
}

#[test]
fn who_waits_and_has_had_less_goes_before_who_has_had_more() {
    let mut harness = Harness::open([120, NO_LIMIT]);
    for (caller, calls) in [(1, 5), (2, 10)] {
        (0..calls).for_each(|_| harness.call(caller, RequestClass::Background).unwrap());
    }
    harness.exhaust(3, RequestClass::Background);
    for caller in [2, 1] {
        harness.reserve(caller, RequestClass::Background).unwrap_err();
    }
    // There is room for one now.
    harness.pass(4 * SECOND);
    let pause = harness.reserve(2, RequestClass::Background).unwrap_err();
    assert!(pause.wait <= SECOND, "{pause:?}");
    harness.call(1, RequestClass::Background).unwrap();
    assert!(harness.reserve(2, RequestClass::Background).unwrap_err().wait > SECOND);
}

#[test]
fn the_sender_by_a_lease_is_charged_for_it_and_the_request_that_obtained_it_is_not() {
    let mut harness = Harness::open([120, NO_LIMIT]);
    let want = BudgetAction::Reserve { caller: 2, class: RequestClass::Interactive, most: 40 };
    let sent = vec![SentCount { caller: 1, class: RequestClass::Interactive, count: 60 }];
    let ask = BudgetRequest::decode(&BudgetRequest { reports: Vec::new(), sent, action: want }.encode()).unwrap();
    harness.state.handle_request(&harness.rules, &ask, harness.now, 0);
    harness.exhaust(1, RequestClass::Interactive);
    // The caller has had one: the rest of its share was reserved for it.
    let (went, _) = harness.exhaust(2, RequestClass::Interactive);
    assert!(went >= 39, "{went}");
}

#[test]
fn the_lease_of_an_isolate_that_is_gone_counts_as_spent_until_a_later_answer_reports_the_quota() {
    let mut harness = Harness::open([100_000, 100]);
    for _ in 0..20 {
        harness.reserve(1, RequestClass::Interactive).unwrap();
    }
    let left = |harness: &mut Harness| harness.shown()["day"]["left"].as_i64().unwrap();
    assert_eq!(left(&mut harness), 100 - 2 - 21);
    harness.call(1, RequestClass::Interactive).unwrap();
    assert_eq!(left(&mut harness), 100 - 2 - 22);
    harness.pass(LEASE_LIFE + SETTLE_TIME);
    assert_eq!(left(&mut harness), 100 - 2 - 22);
    harness.call(1, RequestClass::Interactive).unwrap();
    assert_eq!(left(&mut harness), 100 - 2 - 3, "the service has counted three");
}

/// Sends requests that get no response until one is refused. Returns how many, and the refusal.
fn lose_all(harness: &mut Harness) -> (i64, BudgetPause) {
    for lost in 0..10_000 {
        // Each for another person, so that nothing is left for people who come next.
        match harness.reserve(lost + 2, RequestClass::Interactive) {
            Ok(lease) => harness.report(lease, RequestOutcome::Lost),
            Err(pause) => return (lost, pause),
        }
        harness.pass(SECOND);
    }
    panic!("nothing limits it")
}

#[test]
fn after_an_outage_that_filled_the_day_one_request_is_admitted_whose_response_frees_the_rest() {
    let mut harness = Harness::open([100_000, 500]);
    let (lost, pause) = lose_all(&mut harness);
    assert_eq!(lost, 500 - 10 - 1);
    assert_eq!(pause.cause, PauseCause::LimitUnknown);
    assert!((LEASE_LIFE + SETTLE_TIME..10 * MINUTE).contains(&pause.wait), "{pause:?}");
    harness.pass(pause.wait - 1);
    assert!(harness.reserve(1, RequestClass::Interactive).is_err());
    harness.pass(1);
    let lease = harness.reserve(1, RequestClass::Background).unwrap();
    let other = harness.reserve(2, RequestClass::Interactive).unwrap_err();
    assert_eq!((other.cause, other.wait <= SECOND), (PauseCause::LimitUnknown, true), "it waits for the response");
    harness.spent[1] += 1;
    harness.report(lease, RequestOutcome::Answered(harness.windows()));
    assert_eq!(harness.shown()["day"]["left"], 500 - 10 - 2);
    harness.call(2, RequestClass::Interactive).unwrap();
}

#[test]
fn while_an_outage_lasts_ever_fewer_requests_are_admitted_and_none_beyond_the_limit() {
    let mut harness = Harness::open([100_000, 500]);
    let (_, mut pause) = lose_all(&mut harness);
    let began = harness.now.0;
    for _ in 0..10 {
        let before = pause.wait;
        harness.pass(pause.wait);
        let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
        harness.report(lease, RequestOutcome::Lost);
        pause = harness.reserve(1, RequestClass::Interactive).unwrap_err();
        assert!(pause.wait > before || pause.wait > 60 * MINUTE, "{pause:?}");
    }
    assert!(harness.now.0 - began > 240 * MINUTE);
    assert_eq!(pause.cause, PauseCause::Day, "the margin is used up too");
    assert_eq!(harness.shown()["day"]["spent"], 500);
}

#[test]
fn requests_without_a_response_fill_the_operators_own_limit_for_good() {
    let mut harness = Harness::new([NO_LIMIT, NO_LIMIT]);
    harness.rules.fallback = [None, Some(500)];
    harness.call(1, RequestClass::Interactive).unwrap();
    let (_, pause) = lose_all(&mut harness);
    assert_eq!(pause.cause, PauseCause::Day);
    assert!(pause.wait > 60 * MINUTE, "{pause:?}");
}

/// During a deployment, isolates and objects of two versions send each other this message.
#[test]
fn a_message_has_the_layout_that_earlier_versions_read_and_other_kinds_are_refused() {
    let action = BudgetAction::Reserve { caller: 9, class: RequestClass::Interactive, most: 40 };
    let reports = vec![Report { lease: 7, count: 3, age: 20, outcome: RequestOutcome::Lost }];
    let sent = vec![SentCount { caller: 9, class: RequestClass::Interactive, count: 2 }];
    let message = BudgetRequest { reports, sent, action };
    let numbers = [&[2, 9, 40, 1][..], &[9, 1, 2], &[7, 3, 20, 1, 0, -1, 0, 0, -1, 0, 0]].concat();
    assert_eq!(decode_numbers(&message.encode()), numbers);
    assert_eq!(BudgetRequest::decode(&message.encode()), Some(message));
    for kind in [-1, 5, 6] {
        let other = [&[kind], &numbers[1..]].concat();
        assert_eq!(BudgetRequest::decode(&encode_numbers(&other)), None, "{kind}");
    }
}

#[test]
fn the_stored_state_continues_after_a_restart() {
    let mut harness = Harness::open([120, 500]);
    harness.reserve(1, RequestClass::Interactive).unwrap();
    harness.exhaust(1, RequestClass::Background);
    let before = harness.shown();
    harness.state = BudgetState::decode(&harness.state.encode()).unwrap();
    for (which, member) in [("minute", "spent"), ("day", "spent"), ("day", "limit")] {
        assert_eq!(harness.shown()[which][member], before[which][member]);
    }
    assert!(harness.reserve(1, RequestClass::Background).is_err());
    assert_eq!(BudgetState::decode(&[1, 2, 3]), None);
}

#[test]
fn after_a_refusal_nothing_is_sent_until_the_reset_and_a_little_more() {
    let mut harness = Harness::open([120, 500]);
    let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
    harness.spent = [120, 200];
    harness.report(lease, RequestOutcome::Refused(harness.windows(), 0));
    let pause = harness.reserve(2, RequestClass::Interactive).unwrap_err();
    assert_eq!(pause.cause, PauseCause::Refused);
    assert!(pause.wait > 60 * SECOND && pause.wait < 63 * SECOND, "{pause:?}");
    assert!(harness.shown()["stopped_until"].is_string());
    harness.pass(60 * SECOND + 500);
    assert_eq!(harness.reserve(2, RequestClass::Interactive).unwrap_err().cause, PauseCause::Refused);
    harness.pass(pause.wait - 60 * SECOND - 500);
    harness.call(2, RequestClass::Interactive).unwrap();
    assert!(harness.shown()["stopped_until"].is_null());
}

#[test]
fn a_refusal_for_the_day_stops_until_midnight_and_one_without_headers_as_long_as_it_says_a_day_at_most() {
    let mut harness = Harness::open([120, 500]);
    let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
    harness.spent = [3, 500];
    harness.report(lease, RequestOutcome::Refused(harness.windows(), 0));
    assert_eq!(
        harness.reserve(2, RequestClass::Interactive).unwrap_err().until.floor(MINUTE),
        MIDNIGHT.saturating_add(DAY)
    );
    let stopped_for = |at: Timestamp, retry_after| {
        let mut harness = Harness::open([120, 500]);
        harness.pass(at.0 - NOON.0);
        let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
        harness.report(lease, RequestOutcome::Refused([None, None], retry_after));
        harness.reserve(2, RequestClass::Interactive).unwrap_err().until.0 - at.0
    };
    for at in [NOON, MIDNIGHT.saturating_add(DAY - 5 * MINUTE)] {
        assert_eq!(stopped_for(at, 600), 600 * SECOND + 1_999, "also past midnight");
        for longest in [365 * 86_400, u32::MAX] {
            assert_eq!(stopped_for(at, longest), DAY + 1_999, "{longest}");
        }
    }
}

#[test]
fn a_limit_that_no_answer_reports_does_not_limit_unless_the_operator_says_so() {
    let silent = |harness: &mut Harness| {
        let lease = harness.reserve(1, RequestClass::Interactive)?;
        harness.report(lease, RequestOutcome::Answered([None, None]));
        Ok::<_, BudgetPause>(lease)
    };
    let mut harness = Harness::new([0, 0]);
    silent(&mut harness).unwrap();
    for _ in 0..1_000 {
        assert_eq!(silent(&mut harness), Ok(0));
    }
    assert!(harness.shown()["minute"]["limit"].is_null());
    harness.limits = [120, 500];
    harness.spent = [50, 60];
    harness.report(0, RequestOutcome::Answered(harness.windows()));
    assert_eq!(harness.shown()["minute"]["limit"], 120);
    let mut harness = Harness::new([0, 0]);
    harness.rules.fallback = [Some(30), None];
    let went = (0..100).take_while(|_| silent(&mut harness).is_ok()).count();
    assert!((24..30).contains(&went), "{went}");
    harness.pass(2 * MINUTE);
    assert!(silent(&mut harness).is_ok());
}

#[test]
fn the_operators_limit_applies_where_the_service_reports_that_there_is_none() {
    let mut harness = Harness::open([NO_LIMIT, NO_LIMIT]);
    harness.rules.fallback = [Some(30), Some(100)];
    let mut went = Vec::new();
    for _ in 0..5 {
        let (sent, pause) = harness.exhaust(1, RequestClass::Interactive);
        went.push((sent, pause.cause));
        harness.pass(2 * MINUTE);
    }
    assert!(went[..2].iter().all(|(sent, cause)| (24..=30).contains(sent) && *cause == PauseCause::Minute), "{went:?}");
    let sum: u32 = went.iter().map(|(sent, _)| sent).sum();
    assert!((80..=100).contains(&sum) && went[4].1 == PauseCause::Day, "{went:?}");
}

#[test]
fn an_app_without_a_limit_is_admitted_by_no_lease_once_an_answer_reports_one() {
    let mut harness = Harness::open([NO_LIMIT, NO_LIMIT]);
    for caller in 0..1_000 {
        assert_eq!(harness.reserve(caller, RequestClass::Background), Ok(0));
    }
    let shown = harness.shown();
    assert!(shown["minute"]["limit"].is_null() && shown["day"]["limit"].is_null() && shown["day"]["reported"] == true);
    assert_eq!([&shown["minute"]["spent"], &shown["day"]["spent"], &shown["leased"]], [0, 0, 0]);
    harness.pass(LEASE_LIFE);
    harness.limits = [120, 500];
    harness.report(0, RequestOutcome::Answered(harness.windows()));
    assert!(harness.reserve(1, RequestClass::Interactive).unwrap() != 0, "the app is limited now");
}

#[test]
fn an_app_may_lack_a_daily_limit_and_a_limit_may_change() {
    let mut harness = Harness::open([120, NO_LIMIT]);
    assert!(harness.shown()["day"]["limit"].is_null());
    let (_, pause) = harness.exhaust(1, RequestClass::Background);
    assert_eq!(pause.cause, PauseCause::Minute);
    harness.limits = [240, 1_000];
    harness.pass(MINUTE);
    harness.call(2, RequestClass::Background).unwrap();
    assert!(harness.exhaust(1, RequestClass::Background).0 > 90);
    assert_eq!(harness.shown()["day"]["limit"], 1_000);
    harness.pass(2 * MINUTE);
    harness.limits = [60, 1_000];
    harness.call(1, RequestClass::Interactive).unwrap();
    assert!(harness.exhaust(1, RequestClass::Background).0 < 60);
}

#[test]
fn a_day_without_a_limit_is_never_spent() {
    for limit in [0, NO_LIMIT] {
        let mut harness = Harness::open([120, 500]);
        let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
        harness.spent = [120, 200];
        let [minute, day] = harness.windows();
        let day = day.map(|day| QuotaWindow { limit, remaining: 0, ..day });
        harness.report(lease, RequestOutcome::Refused([minute, day], 0));
        let pause = harness.reserve(2, RequestClass::Interactive).unwrap_err();
        assert!(pause.wait > 60 * SECOND && pause.wait < 63 * SECOND, "{limit}: {pause:?}");
        let spent = &harness.shown()["day"]["spent"];
        harness.report(0, RequestOutcome::Answered([minute, day]));
        assert_eq!(&harness.shown()["day"]["spent"], spent, "{limit}: its answers do not say that one more is spent");
    }
}

#[test]
fn past_the_limit_it_goes_only_if_the_operator_wants_it() {
    let mut harness = Harness::open([100_000, 500]);
    harness.exhaust(1, RequestClass::Interactive);
    assert!(harness.spent[1] <= 500);
    harness.rules.tolerance = 20;
    harness.exhaust(1, RequestClass::Interactive);
    assert!(harness.spent[1] > 575 && harness.spent[1] <= 600, "{:?}", harness.spent);
}

#[test]
fn many_requests_go_by_one_lease_while_there_is_plenty() {
    let mut harness = Harness::open([720, 500_000]);
    let want = |most| BudgetAction::Reserve { caller: 1, class: RequestClass::Interactive, most };
    let count = |verdict| match verdict {
        Some(Admission::Admit { count, .. }) => count,
        other => panic!("{other:?}"),
    };
    assert_eq!(count(harness.ask(Vec::new(), want(16))), 16);
    // 703 are left of the minute's 720, less what is reserved from background work: a sixteenth of them at once.
    assert_eq!(count(harness.ask(Vec::new(), want(1_000))), 37);
    harness.spent = [400, 400];
    harness.call(1, RequestClass::Interactive).unwrap();
    // Less than half is left, and of that the two leases count as spent: a sixty-fourth.
    assert_eq!(count(harness.ask(Vec::new(), want(16))), 2);
    harness.spent = [600, 600];
    harness.call(1, RequestClass::Interactive).unwrap();
    assert_eq!(count(harness.ask(Vec::new(), want(16))), 1);
}

#[test]
fn many_requests_go_by_one_lease_only_while_background_work_has_room_too() {
    let mut harness = Harness::open([6_000, 1_000_000]);
    let want = |class| BudgetAction::Reserve { caller: 1, class, most: 16 };
    for (spent, goes) in [(900_000, Some(16)), (970_100, None)] {
        harness.spent = [100, spent];
        harness.call(1, RequestClass::Interactive).unwrap();
        let person = harness.ask(Vec::new(), want(RequestClass::Interactive));
        assert!(matches!(person, Some(Admission::Admit { count, .. }) if count == goes.unwrap_or(1)), "{person:?}");
        let work = harness.ask(Vec::new(), want(RequestClass::Background));
        assert_eq!(matches!(work, Some(Admission::Admit { .. })), goes.is_some(), "{work:?}");
    }
}

#[test]
fn requests_of_a_second_are_one_lease_and_however_many_are_on_their_way_each_report_is_heard() {
    let mut harness = Harness::open([60_000, 1_000_000]);
    let mut leases = Vec::new();
    for second in 0..34 {
        // A response that reports nothing about the day is stored next to them.
        let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
        harness.spent = harness.spent.map(|spent| spent + 1);
        let [minute, _] = harness.windows();
        harness.report(lease, RequestOutcome::Answered([minute, None]));
        for _ in 0..2 {
            leases.extend((0..20).map(|_| harness.reserve(1, RequestClass::Interactive).unwrap()));
            harness.pass(SECOND / 2);
        }
        assert_eq!(harness.shown()["leased"], (second + 1) * 40);
    }
    assert_eq!(leases.chunk_by(|one, other| one == other).map(<[_]>::len).collect::<Vec<_>>(), [40; 34]);
    assert!(harness.state.encode().len() < 4_000, "{}", harness.state.encode().len());
    leases.into_iter().for_each(|lease| harness.report(lease, RequestOutcome::Unused));
    assert_eq!((&harness.shown()["leased"], &harness.shown()["minute"]["spent"]), (&0.into(), &35.into()));
}

#[test]
fn a_lease_is_settled_with_the_last_of_its_requests() {
    let mut harness = Harness::open([600, 1_000_000]);
    harness.reserve(1, RequestClass::Interactive).unwrap();
    harness.pass(SECOND - 1);
    harness.reserve(1, RequestClass::Interactive).unwrap();
    let mut told_by_a_request_after = |milliseconds| {
        harness.pass(milliseconds);
        harness.call(1, RequestClass::Interactive).unwrap();
        harness.shown()["minute"]["spent"].as_i64().unwrap() - i64::from(harness.spent[0])
    };
    // At that time the first would be settled, and not the second.
    assert_eq!(told_by_a_request_after(LEASE_LIFE + SETTLE_TIME - SECOND / 2), 2);
    assert_eq!(told_by_a_request_after(SECOND), 0);
}

#[test]
fn where_only_the_operator_limits_a_minute_owes_nothing_to_the_one_before() {
    let mut harness = Harness::new([0, 0]);
    harness.rules.fallback = [Some(120), None];
    for minute in 0..6 {
        let mut went = 0;
        for _ in 0..90 {
            if let Ok(lease) = harness.reserve(1, RequestClass::Interactive) {
                went += 1;
                harness.report(lease, RequestOutcome::Answered([None, None]));
            }
            harness.pass(MINUTE / 90);
        }
        harness.pass(MINUTE % 90);
        assert!(went >= 80, "minute {minute}: {went}");
    }
}

#[test]
fn the_forecast_says_when_the_day_is_spent_if_it_goes_on_like_this() {
    let mut harness = Harness::open([120, 500]);
    assert!(harness.shown()["day_spent_at"].is_null());
    for _ in 0..8 {
        for _ in 0..20 {
            harness.call(1, RequestClass::Background).unwrap();
        }
        harness.pass(MINUTE + SECOND);
        harness.call(1, RequestClass::Background).unwrap();
    }
    let at = harness.shown()["day_spent_at"].as_str().unwrap().to_owned();
    // 160 of 500 are spent at 20 a minute after eight minutes: 17 more minutes.
    assert!(at.contains("T12:2"), "{at}");
}

#[test]
fn a_clock_that_was_set_back_stops_nothing() {
    let mut harness = Harness::open([120, 500]);
    harness.pass(400 * DAY);
    harness.call(1, RequestClass::Interactive).unwrap();
    harness.pass(-400 * DAY);
    harness.spent = [7, 7];
    harness.call(1, RequestClass::Interactive).unwrap();
    assert_eq!(harness.shown()["day"]["spent"], 8);
}

#[test]
fn a_person_waits_a_few_seconds_background_work_one_and_a_copy_spares_it() {
    let pause = |wait| BudgetPause { cause: PauseCause::Minute, until: NOON, wait };
    assert_eq!(pause(4_000).next_action(RequestClass::Interactive, 0, Fallback::None), PauseAction::Wait(4_000));
    assert_eq!(pause(4_000).next_action(RequestClass::Interactive, 2_000, Fallback::None), PauseAction::Refuse);
    assert_eq!(pause(4_000).next_action(RequestClass::Background, 0, Fallback::None), PauseAction::Refuse);
    assert_eq!(pause(100).next_action(RequestClass::Background, 0, Fallback::None), PauseAction::Wait(100));
    assert_eq!(pause(1).next_action(RequestClass::Interactive, 0, Fallback::Stale), PauseAction::ServeStale);
}

#[test]
fn the_class_is_what_the_page_says() {
    let background = and(page("GET", "/api/v3/users/me"), "x-canvass-class", "background");
    assert_eq!(RequestClass::from_request(&background), RequestClass::Background);
    assert_eq!(RequestClass::from_request(&page("GET", "/api/v3/users/me")), RequestClass::Interactive);
}

#[test]
fn a_refusal_says_why_and_when_it_goes_on() {
    let until = MIDNIGHT.saturating_add(DAY);
    let response = BudgetPause { cause: PauseCause::Day, until, wait: 1_500 }.to_response();
    assert_eq!((response.status, response.header("retry-after")), (429, Some("2")));
    assert_eq!(response.header("content-type"), Some("application/problem+json"));
    let body: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(body["type"], "urn:canvass:problem:budget-spent");
    assert_eq!(body["cause"], "day");
    assert_eq!(body["until"], until.with_offset().0);
    assert!(body["detail"].as_str().unwrap().ends_with(&format!("Try again at {}.", until.with_offset().0)));
}

#[test]
fn what_an_answer_reports_is_in_two_more_headers() {
    let window = |limit, remaining, reset| Some(QuotaWindow { limit, remaining, reset });
    let headers = presentation::rate_limit_headers(&[window(120, 7, 30), window(500, 90, 4000)]);
    let policy = ("ratelimit-policy", r#""minute";q=120;w=60, "day";q=500;w=86400"#);
    assert_eq!(headers, pairs(&[policy, ("ratelimit", r#""minute";r=7;t=30, "day";r=90;t=4000"#)]));
    assert_eq!(presentation::rate_limit_headers(&[None, window(NO_LIMIT, 5, 5)]), []);
}

#[test]
fn an_answer_is_read_by_its_status_and_its_headers() {
    let six: Vec<_> = RATE_HEADERS.iter().map(|name| ((*name).to_owned(), "9".to_owned())).collect();
    let window = Some(QuotaWindow { limit: 9, remaining: 9, reset: 9 });
    assert_eq!(classify_response(200, &six), RequestOutcome::Answered([window, window]));
    assert_eq!(classify_response(404, &six), RequestOutcome::Answered([window, window]));
    assert_eq!(classify_response(200, &six[..3]), RequestOutcome::Answered([None, window]));
    assert_eq!(classify_response(200, &[]), RequestOutcome::Answered([None, None]));
    assert_eq!(classify_response(502, &[]), RequestOutcome::Lost);
    assert_eq!(classify_response(429, &pairs(&[("retry-after", "7")])), RequestOutcome::Refused([None, None], 7));
}

#[test]
fn a_stock_is_spent_while_its_lease_lives_and_the_rest_given_back() {
    let mut pool = LeasePool::default();
    assert!(pool.take_permit(1, RequestClass::Interactive, NOON).is_none());
    pool.request_lease(1, RequestClass::Interactive, NOON);
    let permit = pool.accept_grant(&Admission::Admit { lease: 7, count: 3 }, NOON, NOON).unwrap();
    assert!(pool.take_permit(1, RequestClass::Interactive, NOON.saturating_add(LEASE_LIFE - 1)).is_some());
    assert!(pool.take_permit(1, RequestClass::Interactive, NOON.saturating_add(LEASE_LIFE)).is_none());
    pool.record_outcome(&permit, RequestOutcome::Lost, NOON.saturating_add(LEASE_LIFE));
    let reports = pool.flush_idle(NOON.saturating_add(LEASE_LIFE)).unwrap().reports;
    let said: Vec<_> = reports.iter().map(|report| (report.lease, report.count, report.outcome)).collect();
    assert_eq!(said, [(7, 1, RequestOutcome::Unused), (7, 1, RequestOutcome::Lost)]);
    assert!(pool.flush_idle(NOON.saturating_add(LEASE_LIFE)).is_none());
    let late = pool.accept_grant(&Admission::Admit { lease: 8, count: 1 }, NOON, NOON.saturating_add(LEASE_LIFE));
    assert!(late.is_none() && pool.has_reports());
}

/// Number of requests that are asked for.
fn asked(pool: &mut LeasePool, now: Timestamp) -> i64 {
    match pool.request_lease(1, RequestClass::Interactive, now).action {
        BudgetAction::Reserve { most, .. } => most,
        other => panic!("{other:?}"),
    }
}

/// Gets a lease of so many requests and sends them.
fn sends(pool: &mut LeasePool, count: i64, now: Timestamp) {
    pool.accept_grant(&Admission::Admit { lease: 1, count }, now, now).unwrap();
    (1..count).for_each(|_| assert!(pool.take_permit(1, RequestClass::Interactive, now).is_some()));
    assert!(pool.take_permit(1, RequestClass::Interactive, now).is_none());
}

#[test]
fn an_isolate_requests_twice_as_many_as_it_sent_since_its_last_request_up_to_the_maximum() {
    let mut pool = LeasePool::default();
    for most in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024] {
        assert_eq!(asked(&mut pool, NOON), most);
        sends(&mut pool, most, NOON);
    }
    let mut later = |at: i64| {
        let most = asked(&mut pool, NOON.saturating_add(at));
        sends(&mut pool, 9, NOON.saturating_add(at));
        most
    };
    assert_eq!([LEASE_LIFE, 3 * LEASE_LIFE - 1, 5 * LEASE_LIFE - 1].map(&mut later), [1024, 18, 1]);
}

#[test]
fn of_simultaneous_requests_for_permits_one_requests_many() {
    let mut pool = LeasePool::default();
    assert_eq!([NOON; 3].map(|now| asked(&mut pool, now)), [1, 1, 1]);
    sends(&mut pool, 9, NOON);
    assert_eq!([NOON; 3].map(|now| asked(&mut pool, now)), [18, 1, 1]);
}

#[test]
fn who_clicks_every_few_seconds_holds_next_to_nothing_for_however_long() {
    let mut pool = LeasePool::default();
    for click in 0..20 {
        let now = NOON.saturating_add(click * 4 * SECOND);
        if pool.take_permit(1, RequestClass::Interactive, now).is_none() {
            let most = asked(&mut pool, now);
            assert!(most <= 4, "{most}");
            pool.accept_grant(&Admission::Admit { lease: 1, count: most }, now, now).unwrap();
        }
    }
}

#[test]
fn a_clock_that_was_set_back_makes_an_isolate_request_one() {
    let mut pool = LeasePool::default();
    asked(&mut pool, NOON.saturating_add(SECOND));
    sends(&mut pool, 9, NOON);
    assert_eq!(asked(&mut pool, NOON), 1);
}

#[test]
fn answers_that_tell_nothing_are_one_report_and_many_that_tell_go_by_themselves() {
    let mut pool = LeasePool::default();
    let go = Admission::Admit { lease: 7, count: 400 };
    pool.request_lease(1, RequestClass::Interactive, NOON);
    let permit = pool.accept_grant(&go, NOON, NOON).unwrap();
    for second in 0..3 {
        pool.record_outcome(&permit, RequestOutcome::Answered([None, None]), NOON.saturating_add(second * SECOND));
    }
    // Together they are as recent as the last of them, so that none counts as included too early.
    let reports = pool.request_lease(1, RequestClass::Interactive, NOON.saturating_add(2 * SECOND)).reports;
    assert_eq!(reports, [Report { lease: 7, count: 3, age: 0, outcome: RequestOutcome::Answered([None, None]) }]);
    for remaining in 1..=200 {
        let window = Some(QuotaWindow { limit: 500, remaining: 500 - remaining, reset: 9 });
        pool.record_outcome(&permit, RequestOutcome::Answered([window, None]), NOON);
        let sent = pool.flush_overflow(NOON).map(|ask| ask.reports.len());
        assert_eq!(sent, (remaining == 128).then_some(128), "{remaining}");
    }
    assert_eq!(
        pool.flush_idle(NOON).unwrap().reports.iter().filter(|report| report.outcome != RequestOutcome::Unused).count(),
        72
    );
}

#[test]
fn what_answers_reported_is_reported_again_after_a_call_that_failed() {
    let mut pool = LeasePool::default();
    pool.request_lease(1, RequestClass::Interactive, NOON);
    let permit = pool.accept_grant(&Admission::Admit { lease: 7, count: 3 }, NOON, NOON).unwrap();
    let window = [Some(QuotaWindow { limit: 500, remaining: 499, reset: 9 }), None];
    for outcome in [RequestOutcome::Lost, RequestOutcome::Answered(window), RequestOutcome::Answered([None, None])] {
        pool.record_outcome(&permit, outcome, NOON);
    }
    let failed = pool.flush_idle(NOON).unwrap();
    assert!(!pool.has_reports());
    pool.restore_reports(failed, NOON);
    let again = |outcome| Report { lease: 7, count: 0, age: 0, outcome };
    let reports = pool.flush_idle(NOON).unwrap().reports;
    assert_eq!(reports, [again(RequestOutcome::Answered(window)), again(RequestOutcome::Answered([None, None]))]);
}

#[test]
fn what_is_reported_again_is_known_and_of_no_request() {
    let mut harness = Harness::new([120, 500]);
    let lease = harness.reserve(1, RequestClass::Interactive).unwrap();
    let again = |outcome| vec![Report { lease, count: 0, age: 0, outcome }];
    harness.ask(again(RequestOutcome::Answered(harness.windows())), BudgetAction::ReportOnly);
    let used = harness.shown()["minute"]["spent"].clone();
    harness.reserve(2, RequestClass::Interactive).unwrap();
    for _ in 0..3 {
        harness.ask(again(RequestOutcome::Answered(harness.windows())), BudgetAction::ReportOnly);
    }
    assert_eq!(used, 1, "it may be on its way still");
    assert_eq!(harness.shown()["minute"]["spent"], 2);

    let mut silent = Harness::new([120, 500]);
    let lease = silent.reserve(1, RequestClass::Interactive).unwrap();
    silent.reserve(1, RequestClass::Interactive).unwrap_err();
    silent.ask(
        vec![Report { lease, count: 0, age: 0, outcome: RequestOutcome::Answered([None, None]) }],
        BudgetAction::ReportOnly,
    );
    assert_eq!(silent.reserve(1, RequestClass::Interactive), Ok(0), "nothing is limited");
}

#[test]
fn where_nothing_limits_an_isolate_requests_leases_seldom_until_a_limit_shows() {
    let mut pool = LeasePool::default();
    let free = pool.accept_grant(&Admission::Admit { lease: 0, count: 1 }, NOON, NOON).unwrap();
    assert!(pool.take_permit(1, RequestClass::Interactive, NOON.saturating_add(LEASE_LIFE - 1)).is_some());
    pool.record_outcome(&free, RequestOutcome::Answered([None, None]), NOON);
    assert!(!pool.has_reports() && pool.take_permit(1, RequestClass::Interactive, NOON).is_some());
    let window = |limit| Some(QuotaWindow { limit, remaining: limit, reset: 9 });
    let unlimited = RequestOutcome::Answered([window(NO_LIMIT), window(NO_LIMIT)]);
    pool.record_outcome(&free, unlimited, NOON);
    assert!(
        !pool.has_reports()
            && pool.take_permit(1, RequestClass::Interactive, NOON.saturating_add(LEASE_LIFE)).is_some(),
        "an answer that says so is as good as asking"
    );
    for _ in 0..10 {
        assert!(pool.take_permit(1, RequestClass::Interactive, NOON).is_some());
        pool.record_outcome(&free, unlimited, NOON.saturating_add(LEASE_LIFE));
    }
    assert!(
        !pool.has_reports()
            && pool.take_permit(1, RequestClass::Interactive, NOON.saturating_add(LEASE_LIFE + MINUTE)).is_none()
    );
    pool.record_outcome(&free, RequestOutcome::Answered([window(9), window(NO_LIMIT)]), NOON);
    assert!(pool.has_reports() && pool.take_permit(1, RequestClass::Interactive, NOON).is_none());
}
