//! Numbers of requests.

use crate::model::{Device, Moment, Server};
use canvass::results::sync::SyncMode;
use canvass::results::sync::SyncMode::{Audit, Probe};

/// The new responses of a page that repeats the last ones of the page before.
fn new_on(page: u64) -> u64 {
    page - page / 64 - 2
}

/// The requests of the first synchronisation, which a probe ends.
fn least(responses: u64, page: u64) -> usize {
    if responses <= page { 1 } else { responses.div_ceil(new_on(page)) as usize + 1 }
}

#[track_caller]
fn synced(device: &mut Device, server: &mut Server, mode: SyncMode) -> usize {
    let outcome = device.sync(server, mode);
    assert!(!outcome.moving && device.is_complete(), "{outcome:?}");
    assert_eq!(device.holds(), server.truth());
    outcome.requests
}

#[test]
fn the_first_synchronisation_reads_each_response_once_and_then_requests_the_newest() {
    for (responses, page) in
        [(0, 100), (1, 100), (100, 100), (101, 100), (10_000, 100), (10_000, 1_000), (20_000, 1_000)]
    {
        let mut server = Server::with_responses(page, responses, 2_000);
        let requests = synced(&mut Device::default(), &mut server, Probe);
        assert!(requests <= least(responses, page), "{requests} for {responses} in pages of {page}");
    }
}

#[test]
fn a_visit_without_changes_costs_one_request() {
    let mut server = Server::with_responses(1_000, 5_000, 2_000);
    let mut device = Device::default();
    synced(&mut device, &mut server, Probe);
    for _ in 0..3 {
        server.clock += 60_000;
        assert_eq!(synced(&mut device, &mut server, Probe), 1);
    }
}

#[test]
fn a_visit_with_few_changes_costs_one_request_and_with_more_those_of_the_changes() {
    for page in [100, 1_000] {
        let mut server = Server::with_responses(page, 5_000, 2_000);
        let mut device = Device::default();
        synced(&mut device, &mut server, Probe);
        for (changes, requests) in [(30, 1), (400, 2 + 400_usize.div_ceil(new_on(page) as usize))] {
            server.clock += 3_600_000;
            for n in 0..changes {
                server.clock += 2_000;
                if n % 2 == 0 { server.create() } else { server.edit(n * 7) }
            }
            server.clock += 3_600_000;
            let spent = synced(&mut device, &mut server, Probe);
            assert!(spent <= requests + 1, "{spent} for {changes} in pages of {page}");
        }
    }
}

#[test]
fn a_deletion_is_found_in_a_number_of_requests_that_grows_with_the_logarithm() {
    let mut server = Server::with_responses(1_000, 100_000, 2_000);
    let mut device = Device::default();
    synced(&mut device, &mut server, Probe);
    server.clock += 3_600_000;
    for position in [0, 1, 33_333, 99_996] {
        server.delete(position);
        let requests = synced(&mut device, &mut server, Probe);
        assert!(requests <= 1 + 8, "{requests} for {position}");
    }
}

#[test]
fn many_deletions_cost_at_most_a_list_of_all_ids() {
    let mut server = Server::with_responses(1_000, 30_000, 2_000);
    let mut device = Device::default();
    synced(&mut device, &mut server, Probe);
    server.clock += 3_600_000;
    for n in 0..3_000 {
        server.delete(n * 7);
    }
    let requests = synced(&mut device, &mut server, Probe);
    assert!(requests <= 1 + 64, "{requests}");
}

#[test]
fn a_comparison_of_all_responses_costs_a_list_of_ids_and_what_differs() {
    let mut server = Server::with_responses(100, 20_000, 2_000);
    let mut device = Device::default();
    synced(&mut device, &mut server, Probe);
    server.clock += 3_600_000;
    let requests = synced(&mut device, &mut server, Audit);
    assert!(requests <= 20 + 2, "{requests}");
}

#[test]
fn responses_of_one_second_are_read_page_by_page() {
    for (responses, page) in [(250, 100), (10_000, 100), (100_000, 1_000)] {
        let mut server = Server::with_responses(page, responses, 0);
        let mut device = Device::default();
        let requests = synced(&mut device, &mut server, Probe);
        let most = responses as f64 / page as f64 * 1.02 + 4.0;
        assert!(requests as f64 <= most, "{requests} for {responses} in pages of {page}");
        // The seconds before the cursor are read once more, and not again after that.
        for most in [most + 1.0, 1.0, 1.0] {
            let requests = synced(&mut device, &mut server, Probe);
            assert!(requests as f64 <= most, "{requests} for {responses} in pages of {page}");
        }
        server.create();
        let requests = synced(&mut device, &mut server, Probe);
        assert!(requests <= 1, "{requests} for one more than {responses} in pages of {page}");
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_costs_little_more_than_one_that_is_not() {
    for (every, page, responses) in [(2_000, 100, 5_000), (2_000, 1_000, 30_000), (0, 100, 5_000), (30, 100, 5_000)] {
        let mut server = Server::with_responses(page, responses, every);
        let undisturbed = synced(&mut Device::default(), &mut server, Probe);
        let (mut requests, mut kills, mut step) = (0, 0, 0_usize);
        let mut device = Device::default();
        loop {
            let outcome = device.sync_among(
                &mut server,
                Probe,
                None,
                |_| (),
                |moment| {
                    step += 1;
                    // In turn at each of the three moments.
                    step % 28 == 0 || moment == Moment::Between && step % 17 == 0
                },
            );
            requests += outcome.requests;
            if !outcome.killed {
                break;
            }
            kills += 1;
        }
        assert_eq!(device.holds(), server.truth());
        assert!(kills > 3, "{kills}");
        // A run that was ended after its last page of changes, and before the probe, reads the overlap once more: here
        // all.
        let overlap = if every < 1_000 { undisturbed } else { 0 };
        let most = undisturbed as f64 * 1.02 + (kills + overlap) as f64 + 2.0;
        assert!(requests as f64 <= most, "{requests} with {kills} kills, {undisturbed} without, every {every} ms");
    }
}
