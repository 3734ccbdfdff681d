//! Whatever is written in whatever order, what is counted is what is there: random sequences of writes, and after each
//! of them every count, place and reference worked out anew.

mod reply_invariants;
mod steps;
mod table_invariants;

use crate::support::{World, people};
use canvass::service::actor::protocol::ActorId;
use canvass::service::store::sql::{Row, Sql};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use std::collections::BTreeSet;
use steps::{STEPS, Step};

/// Runs a query at the team's place.
fn rows(world: &World, query: &str) -> Vec<Row> {
    world.database(&ActorId::Team(people::NORTHWIND.to_owned())).run(query, &[]).unwrap()
}

/// Everything that has an id which may be asked for, by kind.
fn ids(world: &World) -> BTreeSet<String> {
    let tables = [
        "surveys",
        "pages",
        "questions",
        "collectors",
        "messages",
        "recipients",
        "contacts",
        "contact_lists",
        "responses",
        "folders",
        "workgroups",
        "shares",
        "webhooks",
    ];
    let each = tables.map(|table| rows(world, &format!("SELECT '{table} ' || id AS id FROM {table}")));
    each.iter().flatten().map(|row| row.text("id")).collect()
}

fn after(steps: &[Step]) -> Result<(), TestCaseError> {
    let world = World::new();
    steps::begin(&world);
    let mut there = ids(&world);
    let mut gone = BTreeSet::new();
    for (number, step) in steps.iter().enumerate() {
        let before = table_invariants::changes(&world);
        let done = steps::take(&world, step);
        let now = ids(&world);
        gone.extend(there.difference(&now).cloned());
        there = now;
        let mut faults: Vec<String> = done.faults;
        faults.extend(there.intersection(&gone).map(|id| format!("{id} was deleted and is there again")));
        faults.extend(table_invariants::faults(&world));
        faults.extend(table_invariants::unexpected_changes(&world, &before, &done.wrote));
        if number + 1 == steps.len() || number % 20 == 19 {
            faults.extend(reply_invariants::faults(&world));
        }
        prop_assert!(faults.is_empty(), "after step {number}, {}:\n{}", done.said, faults.join("\n"));
    }
    Ok(())
}

#[test]
fn every_count_is_true_after_any_sequence_of_writes() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
    };
    let (seed, cases) = (number("SEED", 1), number("CASES", 6) as u32);
    let config = Config { cases, max_shrink_iters: 100, failure_persistence: None, ..Config::default() };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let step = (0..STEPS, any::<[u16; 4]>()).prop_map(|(kind, picks)| Step { kind, picks });
    let steps = prop::collection::vec(step, 1..160);
    if let Err(failure) = runner.run(&steps, |steps| after(&steps)) {
        panic!("SEED={seed}: {failure}");
    }
}
