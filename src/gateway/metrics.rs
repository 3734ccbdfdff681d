//! Counters of an isolate, in the text format of Prometheus, for callers with the metrics token.

use super::cache::{BYPASS, HIT};
use super::route::Route;
use crate::crypto::secret::Secret;
use crate::wire::bearer;
use crate::wire::http::{Request, Response};
use std::fmt::Write;

/// Media type of the text format.
const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The counters in addition to those of requests, each with its meaning.
macro_rules! counters {
    ($( $variant:ident $name:literal $help:literal; )+) => {
        /// An event that is counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Counter { $( #[doc = $help] $variant ),+ }

        const COUNTERS: &[(&str, &str)] = &[$( ($name, $help) ),+];
    };
}

counters! {
    UpstreamFailures "upstream_failures" "Calls of the service without a usable response.";
    Retries          "retries"           "Reads that were sent to the service again.";
    SessionsBegun    "sessions_begun"    "Sign-ins completed.";
    SessionsEnded    "sessions_ended"    "Sessions ended by users or by the service.";
    UnknownHosts     "unknown_hosts"     "Requests refused because of their Host.";
    CacheHits        "cache_hits"        "Reads served from the cache.";
    CacheMisses      "cache_misses"      "Cacheable reads that the service had to answer.";
}

impl Counter {
    /// The counter of a `Cache-Status` value; `None` for a read that is never cached.
    pub fn from_cache_status(status: &str) -> Option<Counter> {
        match status {
            _ if status.starts_with(BYPASS) => None,
            _ if status.starts_with(HIT) => Some(Counter::CacheHits),
            _ => Some(Counter::CacheMisses),
        }
    }
}

/// Number of routes by which requests are counted.
const ROUTES: usize = Route::NAMES.len();

/// The counters of an isolate since it started.
#[derive(Default)]
pub struct Metrics {
    /// By route, and by the first digit of the status.
    requests: [[u64; 5]; ROUTES],
    counters: [u64; COUNTERS.len()],
}

impl Metrics {
    /// Counts a response. `route` is the route's [`Route::metrics_index`].
    pub fn count_response(&mut self, route: usize, status: u16) {
        let class = usize::from(status.checked_div(100).unwrap_or(0).clamp(1, 5)).saturating_sub(1);
        if let Some(count) = self.requests.get_mut(route).and_then(|row| row.get_mut(class)) {
            *count = count.saturating_add(1);
        }
    }

    /// Counts an event.
    pub fn count_event(&mut self, counter: Counter) {
        if let Some(count) = self.counters.get_mut(counter as usize) {
            *count = count.saturating_add(1);
        }
    }

    /// All counters in the text format of Prometheus.
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

    /// The response to a request for the metrics; `None` without the right token, so that the path looks unused.
    pub fn respond_to(&self, request: &Request, token: &Secret) -> Option<Response> {
        let candidate = request.header("authorization").and_then(bearer::read_token)?;
        let is_single_get = request.method == "GET" && request.count_of("authorization") == 1;
        let body = (is_single_get && token.is(candidate.as_bytes())).then(|| self.to_prometheus())?;
        Some(Response::new(200, MEDIA_TYPE, body))
    }
}
