//! What an isolate counts, and who may read it: metrics in the text format of Prometheus.

use super::cache::{BYPASS, HIT};
use super::route::Route;
use crate::crypto::secret::Secret;
use crate::wire::bearer;
use crate::wire::http::{Request, Response};
use std::fmt::Write;

/// Media type of the text format.
const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is counted beside requests, with its meaning.
macro_rules! counters {
    ($( $variant:ident $name:literal $help:literal; )+) => {
        /// Something that is counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Counter { $( #[doc = $help] $variant ),+ }

        const COUNTERS: &[(&str, &str)] = &[$( ($name, $help) ),+];
    };
}

counters! {
    UpstreamFailures "upstream_failures" "Calls of the service without an answer.";
    Retries          "retries"           "Reads of the service that were made again.";
    SessionsBegun    "sessions_begun"    "Sign-ins completed.";
    SessionsEnded    "sessions_ended"    "Sessions ended, by people or by the service.";
    CacheHits        "cache_hits"        "Reads answered with what was kept.";
    CacheMisses      "cache_misses"      "Reads of what is kept that had to ask the service.";
}

impl Counter {
    /// What a `Cache-Status` of ours counts as; none for a read that is never kept.
    pub fn from_cache_status(status: &str) -> Option<Counter> {
        match status {
            _ if status.starts_with(BYPASS) => None,
            _ if status.starts_with(HIT) => Some(Counter::CacheHits),
            _ => Some(Counter::CacheMisses),
        }
    }
}

/// Parts of the Worker that requests are counted by.
const ROUTES: usize = Route::NAMES.len();

/// What an isolate has counted since it began.
#[derive(Default)]
pub struct Metrics {
    /// By part, and by the first digit of the status.
    requests: [[u64; 5]; ROUTES],
    counters: [u64; COUNTERS.len()],
}

impl Metrics {
    /// Counts an answer.
    pub fn count_response(&mut self, surface: usize, status: u16) {
        let class = usize::from(status.checked_div(100).unwrap_or(0).clamp(1, 5)).saturating_sub(1);
        if let Some(count) = self.requests.get_mut(surface).and_then(|row| row.get_mut(class)) {
            *count = count.saturating_add(1);
        }
    }

    /// Counts an event.
    pub fn count_event(&mut self, counter: Counter) {
        if let Some(count) = self.counters.get_mut(counter as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// All of it, as Prometheus reads it.
    pub fn to_prometheus(&self) -> String {
        let mut text = "# HELP canvass_requests_total Requests answered by this isolate.\n\
            # TYPE canvass_requests_total counter\n"
            .to_owned();
        for (route, row) in Route::NAMES.iter().zip(&self.requests) {
            for (class, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                let class = class.saturating_add(1);
                let _ = writeln!(text, "canvass_requests_total{{route=\"{route}\",status=\"{class}xx\"}} {count}");
            }
        }
        for ((name, help), count) in COUNTERS.iter().zip(&self.counters) {
            let _ = writeln!(
                text,
                "# HELP canvass_{name}_total {help}\n# TYPE canvass_{name}_total counter\ncanvass_{name}_total {count}"
            );
        }
        text
    }

    /// The answer to a request for them; none for whoever lacks the token, to whom there is nothing here.
    pub fn respond_to(&self, request: &Request, token: &Secret) -> Option<Response> {
        let given = request.header("authorization").and_then(bearer::read_token)?;
        let only = request.method == "GET" && request.count_of("authorization") == 1;
        (only && token.is(given.as_bytes())).then(|| Response::new(200, MEDIA_TYPE, self.to_prometheus()))
    }
}
