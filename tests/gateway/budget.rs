//! The budget against the service's own ledger: whatever happens to messages, no request is refused with 1040, and the
//! quota is used.
//!
//! A seed decides everything: when requests come and from which caller, how long each message takes and which are lost,
//! when an isolate dies and the object restarts, how wrong the clocks are, and how much others spend. The runs stay
//! within what the budget allows for: clocks may be wrong by any amount and drift by up to 0.05 %, another machine's
//! clock differs by a second more; a request reaches the service within 20 seconds or never; and while it is in flight,
//! others spend no more than what is reserved for them.

use crate::world::World;
use canvass::gateway::budget::lease_pool::{LeasePool, Permit};
use canvass::gateway::budget::message::{Admission, BudgetRequest, RequestOutcome};
use canvass::gateway::budget::state::BudgetState;
use canvass::gateway::budget::{BudgetRules, Fallback, LEASE_LIFE, PauseAction, RequestClass};
use canvass::service::actor::protocol::ActorId;
use canvass::service::actor::quota::Ledger;
use canvass::service::store::sql::{Sql, Value};
use canvass::spec::limits::{self, LIMITED, NO_LIMIT};
use canvass::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use canvass::wire::rate::QuotaStatus;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Midnight.
const MIDNIGHT: Timestamp = Timestamp(1_770_000_000_000).floor(DAY);

/// A repeatable random generator (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, max: i64) -> i64 {
        (self.roll() % max.max(1) as u64) as i64
    }

    fn between(&mut self, least: i64, max: i64) -> i64 {
        least + self.below(max - least + 1)
    }

    /// True `times` times out of a thousand.
    fn chance(&mut self, times: i64) -> bool {
        self.below(1000) < times
    }

    /// A number in the range, small ones as often as large ones.
    fn magnitude(&mut self, least: u32, max: u32) -> u32 {
        let share = self.below(1000) as f64 / 1000.0;
        (f64::from(least) * (f64::from(max) / f64::from(least)).powf(share)) as u32
    }
}

/// The conditions of a run.
#[derive(Clone, Copy, Debug)]
struct Conditions {
    limit: limits::Quota,
    /// Whether responses report the day too.
    tells_day: bool,
    isolates: usize,
    callers: i64,
    /// Out of a thousand requests, those of background work.
    background: i64,
    /// Milliseconds between two requests of a caller.
    every: i64,
    /// Requests that the first caller sends at once, without a pause and despite refusals; 0 if it behaves like the
    /// others.
    flood: i64,
    /// Out of a thousand messages, those that get lost.
    lost: i64,
    /// Out of a million requests, those after which the sending isolate dies.
    crashes: i64,
    /// Out of a million calls of the object, those after which it restarts.
    restarts: i64,
    /// Out of a thousand responses, those after which another user of the quota spends a request.
    others: i64,
    /// How long a message may take.
    delay: i64,
    /// When in its day the run begins, and how long it lasts.
    begins: i64,
    lasts: i64,
}

#[derive(Debug)]
enum Event {
    /// A caller wants to send a request.
    Wants { caller: i64, class: RequestClass, held: i64 },
    /// A message reaches the object.
    Asked { isolate: usize, life: u32, asked: Timestamp, request: Vec<u8>, who: Option<(i64, RequestClass, i64)> },
    /// The response reaches the isolate.
    Answered { isolate: usize, life: u32, asked: Timestamp, answer: Vec<u8>, who: (i64, RequestClass, i64) },
    /// A request reaches the service.
    Arrives { isolate: usize, life: u32, permit: Permit },
    /// The response reaches the isolate.
    Returns { isolate: usize, life: u32, permit: Permit, outcome: RequestOutcome },
    /// An isolate reports without a request.
    Reports { isolate: usize, life: u32 },
}

struct Isolate {
    pool: LeasePool,
    /// Number of isolates before it in the same slot.
    life: u32,
    /// Error of its clock.
    skew: i64,
    /// Whether such a report is scheduled.
    reports: bool,
}

struct Run {
    dice: Dice,
    conditions: Conditions,
    rules: BudgetRules,
    database: Rc<dyn Sql>,
    now: i64,
    events: BTreeMap<(i64, u64), Event>,
    number: u64,
    state: Vec<u8>,
    cached_state: Option<BudgetState>,
    /// Error of the object's clock, and its drift in millionths.
    skew: i64,
    rate: i64,
    isolates: Vec<Isolate>,
    /// Requests that the service counted, by minute.
    spent: BTreeMap<i64, u32>,
    refused: u32,
    /// Requests that the gateway refused, by caller.
    turned_away: BTreeMap<i64, u32>,
    trace: Vec<(i64, u32)>,
    /// Requests that the service counted, from all users of the quota.
    counted: usize,
    /// Their number when others sent theirs, unless a response has reported that to the object.
    others: Vec<usize>,
    /// Number of requests that others have sent.
    foreign: usize,
    /// When requests were admitted, and how many of the others' had been reported by then.
    granted: Vec<(i64, usize)>,
    /// Their number at the time of a response, by what it reports.
    answers: BTreeMap<(u32, u32), usize>,
}

impl Run {
    fn new(seed: u64, conditions: Conditions) -> Run {
        let world = World::new();
        let database = world.database(&ActorId::App("of nobody".to_owned()));
        // After three violations the service enforces the limits strictly.
        for _ in 0..3 {
            database.run("INSERT INTO violations (at) VALUES (?)", &[Value::Integer(MIDNIGHT.0 - DAY)]).unwrap();
        }
        let mut dice = Dice(seed);
        let skew = dice.between(-2 * DAY, 2 * DAY);
        let rate = dice.between(-500, 500);
        let isolates = (0..conditions.isolates)
            .map(|_| Isolate { pool: LeasePool::default(), life: 0, skew: dice.between(-DAY, DAY), reports: false })
            .collect();
        let now = MIDNIGHT.0 + conditions.begins;
        let mut run = Run {
            dice,
            conditions,
            rules: BudgetRules::default(),
            database,
            now,
            events: BTreeMap::new(),
            number: 0,
            state: Vec::new(),
            cached_state: None,
            skew,
            rate,
            isolates,
            spent: BTreeMap::new(),
            refused: 0,
            turned_away: BTreeMap::new(),
            trace: Vec::new(),
            counted: 0,
            others: Vec::new(),
            foreign: 0,
            granted: Vec::new(),
            answers: BTreeMap::new(),
        };
        for caller in 0..conditions.callers {
            let class = if run.dice.chance(conditions.background) {
                RequestClass::Background
            } else {
                RequestClass::Interactive
            };
            let (class, times) =
                if run.floods(caller) { (RequestClass::Interactive, conditions.flood) } else { (class, 1) };
            // The flood begins while other people are present.
            let begins = if run.floods(caller) { MINUTE } else { 0 };
            for _ in 0..times {
                let delay = begins + run.dice.below(conditions.every);
                run.after(delay, Event::Wants { caller, class, held: 0 });
            }
        }
        run
    }

    fn floods(&self, caller: i64) -> bool {
        caller == 0 && self.conditions.flood > 0
    }

    fn after(&mut self, delay: i64, event: Event) {
        self.number += 1;
        self.events.insert((self.now + delay.max(0), self.number), event);
    }

    fn on_its_way(&mut self) -> i64 {
        if self.dice.chance(20) {
            self.dice.below(self.conditions.delay * 10)
        } else {
            self.dice.below(self.conditions.delay)
        }
    }

    fn is_lost(&mut self) -> bool {
        self.dice.chance(self.conditions.lost)
    }

    /// The object's clock.
    fn clock(&self) -> Timestamp {
        let since = self.now - MIDNIGHT.0;
        Timestamp(self.now + self.skew + since * self.rate / 1_000_000)
    }

    fn at(&self, isolate: usize) -> Timestamp {
        Timestamp(self.now + self.isolates[isolate].skew)
    }

    fn go(&mut self) {
        let end = self.now + self.conditions.lasts;
        while let Some(((at, _), event)) = self.events.pop_first() {
            if at > end {
                break;
            }
            self.now = at;
            self.step(event);
        }
    }

    fn step(&mut self, event: Event) {
        match event {
            Event::Wants { caller, class, held } => {
                let isolate = self.dice.below(self.conditions.isolates as i64) as usize;
                self.wants(isolate, caller, class, held);
            }
            Event::Asked { isolate, life, asked, request, who } => {
                let request = BudgetRequest::decode(&request).unwrap();
                let answer = self.object(&request);
                if self.is_lost() {
                    return self.fails(isolate, life, request, who);
                }
                if let Some(who) = who {
                    let delay = self.on_its_way();
                    self.after(delay, Event::Answered { isolate, life, asked, answer, who });
                }
            }
            Event::Answered { isolate, life, asked, answer, who: (caller, class, held) } => {
                if self.isolates[isolate].life != life {
                    return self.later(caller, class);
                }
                let admission = Admission::decode(&answer).unwrap();
                let now = self.at(isolate);
                if let Some(permit) = self.isolates[isolate].pool.accept_grant(&admission, asked, now) {
                    return self.send(isolate, permit, caller, class);
                }
                match admission {
                    Admission::Admit { .. } => self.wants(isolate, caller, class, held),
                    Admission::Wait(pause) => match pause.next_action(class, held, Fallback::None) {
                        PauseAction::Wait(wait) => self.after(wait, Event::Wants { caller, class, held: held + wait }),
                        _ => {
                            *self.turned_away.entry(caller).or_default() += 1;
                            if self.floods(caller) {
                                return self.later(caller, class);
                            }
                            let again = pause.wait + self.dice.below(self.conditions.every);
                            self.after(again, Event::Wants { caller, class, held: 0 });
                        }
                    },
                }
            }
            Event::Arrives { isolate, life, permit } => {
                let outcome = self.service();
                if self.is_lost() {
                    let delay = self.dice.below(20 * SECOND);
                    return self.after(delay, Event::Returns { isolate, life, permit, outcome: RequestOutcome::Lost });
                }
                let delay = self.on_its_way();
                self.after(delay, Event::Returns { isolate, life, permit, outcome });
                if self.dice.chance(self.conditions.others) && self.others_may() {
                    self.service();
                    self.others.push(self.counted);
                    self.foreign += 1;
                }
            }
            Event::Returns { isolate, life, permit, outcome } => {
                if self.isolates[isolate].life != life {
                    return;
                }
                let now = self.at(isolate);
                self.isolates[isolate].pool.record_outcome(&permit, outcome, now);
                if let Some(request) = self.isolates[isolate].pool.flush_overflow(now) {
                    self.call(isolate, request, None);
                }
                let soon = self.isolates[isolate].pool.has_reports();
                if soon && !std::mem::replace(&mut self.isolates[isolate].reports, true) {
                    self.after(SECOND, Event::Reports { isolate, life });
                }
            }
            Event::Reports { isolate, life } => {
                if self.isolates[isolate].life != life {
                    return;
                }
                let now = self.at(isolate);
                self.isolates[isolate].reports = false;
                if let Some(request) = self.isolates[isolate].pool.flush_idle(now) {
                    self.call(isolate, request, None);
                }
            }
        }
    }

    fn wants(&mut self, isolate: usize, caller: i64, class: RequestClass, held: i64) {
        let now = self.at(isolate);
        if let Some(permit) = self.isolates[isolate].pool.take_permit(caller, class, now) {
            return self.send(isolate, permit, caller, class);
        }
        let request = self.isolates[isolate].pool.request_lease(caller, class, now);
        self.call(isolate, request, Some((caller, class, held)));
    }

    fn call(&mut self, isolate: usize, request: BudgetRequest, who: Option<(i64, RequestClass, i64)>) {
        let (asked, life) = (self.at(isolate), self.isolates[isolate].life);
        if self.is_lost() {
            return self.fails(isolate, life, request, who);
        }
        let delay = self.on_its_way();
        self.after(delay, Event::Asked { isolate, life, asked, request: request.encode(), who });
    }

    /// A message or its response is lost.
    fn fails(&mut self, isolate: usize, life: u32, request: BudgetRequest, who: Option<(i64, RequestClass, i64)>) {
        if self.isolates[isolate].life == life {
            let now = self.at(isolate);
            self.isolates[isolate].pool.restore_reports(request, now);
        }
        if let Some((caller, class, _)) = who {
            self.later(caller, class);
        }
    }

    fn later(&mut self, caller: i64, class: RequestClass) {
        let every = self.conditions.every;
        let delay = match self.conditions.flood {
            0 => self.dice.below(every * 2),
            _ if self.floods(caller) => self.dice.below(200),
            _ => self.dice.between(every / 2, every * 3 / 2),
        };
        self.after(delay, Event::Wants { caller, class, held: 0 });
    }

    fn send(&mut self, isolate: usize, permit: Permit, caller: i64, class: RequestClass) {
        self.later(caller, class);
        let life = self.isolates[isolate].life;
        let late = if self.dice.chance(5) { self.dice.below(20 * SECOND) } else { self.on_its_way() };
        if self.is_lost() {
            self.after(late, Event::Returns { isolate, life, permit, outcome: RequestOutcome::Lost });
        } else {
            self.after(late, Event::Arrives { isolate, life, permit });
        }
        if self.dice.below(1_000_000) < self.conditions.crashes {
            let skew = self.dice.between(-DAY, DAY);
            self.isolates[isolate] = Isolate { pool: LeasePool::default(), life: life + 1, skew, reports: false };
        }
    }

    fn object(&mut self, request: &BudgetRequest) -> Vec<u8> {
        if self.dice.below(1_000_000) < self.conditions.restarts {
            self.cached_state = None;
            self.skew += self.dice.between(-SECOND, SECOND);
        }
        let now = self.clock();
        let mut state = self
            .cached_state
            .take()
            .or_else(|| BudgetState::decode(&self.state))
            .unwrap_or_else(|| BudgetState::new(now));
        for report in &request.reports {
            if let RequestOutcome::Answered([_, Some(day)]) = report.outcome {
                let reported = self.answers[&(day.reset, day.remaining)];
                self.others.retain(|counted| *counted > reported);
            }
        }
        let random = self.dice.roll() as u32;
        let admission = state.handle_request(&self.rules, request, now, random);
        if let Some(Admission::Admit { .. }) = admission {
            self.granted.push((self.now, self.foreign - self.others.len()));
        }
        self.state = state.encode();
        self.cached_state = Some(state);
        admission.map(|admission| admission.encode()).unwrap_or_default()
    }

    /// True if others may spend one more: no request is in flight that was admitted before more of theirs were
    /// reported.
    fn others_may(&mut self) -> bool {
        let now = self.now;
        self.granted.retain(|(at, _)| now < at + LEASE_LIFE + 20 * SECOND);
        // A fiftieth of each limit is reserved for them.
        let reserved = (self.conditions.limit.per_minute.min(self.conditions.limit.per_day) / 50) as usize;
        self.granted.iter().all(|(_, reported)| self.foreign - reported < reserved)
    }

    fn service(&mut self) -> RequestOutcome {
        let now = Timestamp(self.now);
        let tells_day = self.conditions.tells_day;
        let windows = |QuotaStatus { day, minute }| [Some(minute), tells_day.then_some(day)];
        let mut ledger = Ledger::read(&*self.database, self.conditions.limit, now).unwrap();
        if ledger.left_with_tolerance() > 0 {
            ledger.count_calls(&*self.database, 1, now).unwrap();
            let quota = ledger.status(now);
            *self.spent.entry(now.floor(MINUTE).0).or_default() += 1;
            self.trace.push((self.now, quota.day.remaining));
            self.counted += 1;
            self.answers.insert((quota.day.reset, quota.day.remaining), self.counted);
            RequestOutcome::Answered(windows(quota))
        } else {
            self.refused += 1;
            RequestOutcome::Refused(windows(ledger.status(now)), 0)
        }
    }

    fn on_day(&self, day: i64) -> u32 {
        let began = MIDNIGHT.0 + day * DAY;
        self.spent.range(began..began + DAY).map(|(_, spent)| spent).sum()
    }
}

/// Conditions as bad as the budget allows for.
fn storm(seed: u64) -> Conditions {
    let mut dice = Dice(seed ^ 0xABCD);
    let begins = match dice.below(3) {
        0 => DAY - dice.below(10 * MINUTE),
        1 => dice.below(DAY),
        _ => dice.below(MINUTE),
    };
    Conditions {
        limit: LIMITED,
        tells_day: true,
        isolates: dice.between(1, 6) as usize,
        callers: dice.between(1, 20),
        background: dice.below(1001),
        every: dice.between(20, 8_000),
        flood: 0,
        lost: dice.below(60),
        crashes: dice.below(20_000),
        restarts: dice.below(30_000),
        others: dice.below(400),
        delay: dice.between(5, 1_500),
        begins,
        lasts: dice.between(2, 12) * MINUTE,
    }
}

/// The same for an app with a large quota and as much demand. The object restarts as often per minute.
fn large(seed: u64) -> Conditions {
    let storm = storm(seed);
    let mut dice = Dice(seed ^ 0xDCBA);
    let per_minute = dice.magnitude(500, largest());
    let tells_day = dice.chance(700);
    // A day that is not reported has no limit.
    let minutes = if tells_day { dice.magnitude(1, 20) } else { 1440 };
    let limit = limits::Quota { per_minute, per_day: per_minute.saturating_mul(minutes) };
    let every = dice.between(20, 1_000);
    let rate = i64::from(per_minute) * dice.between(50, 300) / 100;
    Conditions {
        limit,
        tells_day,
        every,
        callers: (rate * (every + storm.delay) / MINUTE).max(1),
        restarts: storm.restarts * i64::from(LIMITED.per_minute) / i64::from(per_minute),
        crashes: storm.crashes * i64::from(LIMITED.per_minute) / i64::from(per_minute),
        lasts: dice.between(90, 150) * SECOND,
        ..storm
    }
}

/// Requests per minute of the largest quota; `BUDGET_LARGEST` overrides it.
fn largest() -> u32 {
    number("BUDGET_LARGEST").unwrap_or(3_000)
}

/// The seeds; `BUDGET_SEED` and `BUDGET_SEEDS` override the first one and their number.
fn seeds() -> std::ops::Range<u64> {
    let first = number("BUDGET_SEED").unwrap_or(0);
    first..first + number("BUDGET_SEEDS").unwrap_or(100)
}

fn number<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn whatever_happens_the_service_never_answers_1040() {
    let mut spent = 0;
    for seed in seeds() {
        let mut run = Run::new(seed, storm(seed));
        run.go();
        assert_eq!(run.refused, 0, "seed {seed}: {:?}, {:?}", run.conditions, run.spent);
        spent += run.trace.len();
    }
    assert!(spent > 50 * seeds().count(), "{spent}");
}

#[test]
fn whatever_happens_to_a_large_quota_the_service_never_answers_1040() {
    for seed in seeds().step_by(10) {
        let mut run = Run::new(seed, large(seed));
        run.go();
        assert_eq!(run.refused, 0, "seed {seed}: {:?}, {:?}", run.conditions, run.spent);
        assert!(run.trace.len() > 100, "seed {seed}: {:?}, {:?}", run.conditions, run.spent);
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in 0..5 {
        let [one, other] = [0, 1].map(|_| {
            let mut run = Run::new(seed, storm(seed));
            run.go();
            run.trace
        });
        assert_eq!(one, other);
    }
}

/// Ordinary conditions, with demand for more than the quota.
fn demand(background: i64, lost: i64) -> Conditions {
    Conditions {
        limit: LIMITED,
        tells_day: true,
        isolates: 3,
        callers: 8,
        background,
        every: 1_500,
        flood: 0,
        lost,
        crashes: 0,
        restarts: 2_000,
        others: 0,
        delay: 120,
        begins: 30 * SECOND,
        lasts: 0,
    }
}

#[test]
fn where_there_is_demand_95_percent_of_the_minute_and_of_the_day_are_used() {
    for (seed, background) in [(1, 0), (2, 500), (3, 1000), (4, 1000), (5, 250)] {
        let mut run = Run::new(seed, Conditions { lasts: 3 * MINUTE, ..demand(background, 0) });
        run.go();
        let minutes: Vec<u32> = run.spent.values().copied().collect();
        // The run begins in the middle of a minute and ends in another.
        assert!(minutes[1..3].iter().all(|spent| *spent >= 114), "seed {seed}: {minutes:?}");
        let mut run = Run::new(seed, Conditions { lasts: 2 * DAY - HOUR, every: 4_000, ..demand(background, 5) });
        run.go();
        assert_eq!(run.refused, 0);
        for day in 0..2 {
            assert!(run.on_day(day) >= 475, "seed {seed}, day {day}: {}", run.on_day(day));
        }
    }
}

#[test]
fn where_there_is_demand_95_percent_of_a_large_quota_are_used() {
    for (seed, per_minute, delay, background) in [(1, 720, 120, 0), (2, 3_000, 120, 500), (3, 3_000, 1_500, 1000)] {
        let limit = limits::Quota { per_minute, per_day: per_minute * 1_000 };
        let every = 100;
        let callers = i64::from(per_minute) * (every + 2 * delay) / MINUTE * 3 / 2;
        let fair = demand(background, 0);
        let mut run =
            Run::new(seed, Conditions { limit, callers, every, delay, restarts: 0, lasts: 3 * MINUTE, ..fair });
        run.go();
        let minutes: Vec<u32> = run.spent.values().copied().collect();
        assert!(minutes[1..3].iter().all(|spent| spent * 100 >= per_minute * 95), "seed {seed}: {minutes:?}");
    }
}

#[test]
fn s86_however_the_gateway_is_flooded_no_present_user_is_refused_a_click() {
    // One run takes a second.
    std::thread::scope(|scope| {
        for first in 0..4 {
            scope.spawn(move || seeds().skip(first).step_by(4).for_each(flood));
        }
    });
}

/// Fails unless people are never refused a click while another caller floods the gateway.
fn flood(seed: u64) {
    const NO_DAY: u32 = NO_LIMIT;
    let mut dice = Dice(seed ^ 0x5EED);
    let (per_minute, per_day) = [(120, NO_DAY), (120, 500), (720, 500_000), (3_000, NO_DAY)][dice.below(4) as usize];
    let people = dice.between(1, 3);
    // Together the people send less than half of a minute's quota; a small day must last for all of it.
    let least = if per_day == 500 { 6_000 } else { 2_000 };
    let every = (MINUTE * 3 * people / i64::from(per_minute)).max(dice.between(least, 8_000) * people);
    let lasts = if per_day == 500 { 10 * MINUTE } else { 5 * MINUTE };
    let flood = dice.between(10, 60);
    let (isolates, delay) = (dice.between(1, 4) as usize, dice.between(5, 300));
    let begins = dice.below(20 * HOUR);
    let limit = limits::Quota { per_minute, per_day };
    let calm = Conditions { restarts: 0, ..demand(0, 0) };
    let conditions = Conditions { limit, callers: 1 + people, every, flood, isolates, delay, begins, lasts, ..calm };
    let mut run = Run::new(seed, conditions);
    run.go();
    assert_eq!(run.refused, 0, "seed {seed}: {conditions:?}");
    let people: Vec<_> = run.turned_away.iter().filter(|(caller, _)| **caller != 0).collect();
    assert!(people.is_empty(), "seed {seed}: {people:?} of {:?}, {conditions:?}", run.spent);
    if per_day == NO_DAY {
        let minutes: Vec<u32> = run.spent.values().copied().collect();
        let used = |spent: &u32| *spent * 100 >= per_minute * 95;
        assert!(minutes[2..minutes.len() - 1].iter().all(used), "seed {seed}: {minutes:?}, {conditions:?}");
    }
}

const HOUR: i64 = 60 * MINUTE;
