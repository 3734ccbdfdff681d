//! Random changes between any two requests, and a program that may end at any moment.

use crate::model::{Device, Moment, Server};
use canvass::results::sync::SyncMode::{Audit, Probe};
use proptest::prelude::*;
use proptest::sample::select;

/// What happens to a survey.
#[derive(Debug, Clone)]
enum Event {
    Create(u8),
    Edit(usize),
    EditWhileRead(usize),
    Delete(usize),
    Wait(i64),
}

fn event() -> BoxedStrategy<Event> {
    let any = prop_oneof![
        3 => (1_u8..6).prop_map(Event::Create),
        3 => any::<usize>().prop_map(Event::Edit),
        1 => (0_usize..3).prop_map(Event::EditWhileRead),
        2 => any::<usize>().prop_map(Event::Delete),
        1 => select(vec![1_i64, 400, 1_000, 5_000, 130_000, 86_400_000]).prop_map(Event::Wait),
    ];
    any.boxed()
}

/// Also with a clock that is set back.
fn any_event() -> BoxedStrategy<Event> {
    let back = select(vec![-1_i64, -1_000, -60_000, -86_400_000]).prop_map(Event::Wait);
    prop_oneof![8 => event(), 1 => back].boxed()
}

fn happen(server: &mut Server, event: &Event) {
    match event {
        Event::Create(count) => (0..*count).for_each(|_| server.create()),
        Event::Edit(n) => server.edit(*n),
        Event::EditWhileRead(n) => server.edited_while_read = Some(*n),
        Event::Delete(n) => server.delete(*n),
        Event::Wait(time) => server.clock += time,
    }
}

/// A run: what happens before each of its requests, and after which of its steps the program ends.
#[derive(Debug, Clone)]
struct Visit {
    before: Vec<Event>,
    meanwhile: Vec<Vec<Event>>,
    ends_after: Option<usize>,
}

fn visit(event: BoxedStrategy<Event>) -> impl Strategy<Value = Visit> {
    let events = move |most| prop::collection::vec(event.clone(), 0..most);
    let meanwhile = prop::collection::vec(events(4), 0..12);
    (events(8), meanwhile, prop::option::of(0_usize..40)).prop_map(|(before, meanwhile, ends_after)| Visit {
        before,
        meanwhile,
        ends_after,
    })
}

#[derive(Debug, Clone)]
struct World {
    first: Vec<Event>,
    visits: Vec<Visit>,
    page: u64,
    list: u64,
    overlap: u32,
    refused: Option<u16>,
    restricted: bool,
}

fn world(event: BoxedStrategy<Event>) -> impl Strategy<Value = World> {
    (
        prop::collection::vec(event.clone(), 0..40),
        prop::collection::vec(visit(event), 1..5),
        (select(vec![2_u64, 3, 7, 100]), select(vec![2_u64, 5, 1_000])),
        select(vec![0_u32, 1, 120]),
        select(vec![None, None, Some(403), Some(404)]),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(first, visits, (page, list), overlap, refused, restricted)| World {
            first,
            visits,
            page,
            list,
            overlap,
            refused,
            restricted,
        })
}

/// Lives through a world. `tick` is the time before each request in milliseconds.
fn live(world: &World, tick: i64) -> (Device, Server) {
    let mut server = Server::new(world.page, world.list);
    server.edits_are_told = tick == 0;
    (server.refused, server.restricted) = (world.refused, world.restricted);
    world.first.iter().for_each(|event| happen(&mut server, event));
    let mut device = Device::default();
    for visit in &world.visits {
        server.clock += tick;
        visit.before.iter().for_each(|event| happen(&mut server, event));
        let (mut turn, mut step) = (0, 0);
        let meanwhile = |server: &mut Server| {
            server.clock += tick;
            visit.meanwhile.get(turn).into_iter().flatten().for_each(|event| happen(server, event));
            turn += 1;
        };
        let ends = |_: Moment| {
            step += 1;
            visit.ends_after == Some(step - 1)
        };
        device.sync_among(&mut server, Probe, Some(world.overlap), meanwhile, ends);
    }
    server.clock += tick;
    (device, server)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_quiet_visit_ends_with_the_responses_of_the_service(world in world(event())) {
        let (mut device, mut server) = live(&world, 1_000);
        let outcome = device.sync_among(&mut server, Probe, Some(world.overlap), |_| (), |_| false);
        prop_assert!(device.is_complete() && !outcome.moving, "{outcome:?} {}", device.state);
        prop_assert_eq!(device.holds(), server.truth());
    }

    #[test]
    fn a_comparison_of_all_ends_with_the_responses_of_the_service_whatever_the_clock_did(world in world(any_event())) {
        let (mut device, mut server) = live(&world, 0);
        // A comparison that was broken off is ended first: it began before the clock was set back.
        device.sync(&mut server, Probe);
        let outcome = device.sync_among(&mut server, Audit, Some(world.overlap), |_| (), |_| false);
        prop_assert!(device.is_complete() && !outcome.moving, "{outcome:?} {}", device.state);
        prop_assert_eq!(device.holds(), server.truth());
    }

    #[test]
    fn visits_that_are_all_killed_after_some_requests_still_end(world in world(event())) {
        let (mut device, mut server) = live(&world, 1_000);
        for visit in 0..20 {
            let mut stored = 0;
            let outcome = device.sync_among(&mut server, Probe, Some(world.overlap), |_| (), |moment| {
                stored += usize::from(moment == Moment::Stored);
                visit < 19 && stored > 5
            });
            if !outcome.killed {
                break;
            }
        }
        prop_assert!(device.is_complete());
        prop_assert_eq!(device.holds(), server.truth());
    }
}
