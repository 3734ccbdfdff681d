//! The client's IP address, from the one header that is configured and that the operator's proxy sets. No other header
//! is trusted, because any client can send one. Without a configured header every client is unknown.

use super::config::Config;
use crate::wire::http::Request;
use core::net::{IpAddr, Ipv6Addr};

/// The client of a request; `None` if it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(Option<IpAddr>);

impl ClientIp {
    /// The client that sent a request. The last address of a list counts, because a proxy appends at the end and the
    /// client controls what precedes it.
    pub fn from_request(config: &Config, request: &Request) -> ClientIp {
        let is_trusted = |(name, _): &&(String, String)| config.client_header.as_deref() == Some(name);
        let last = request.headers.iter().rfind(is_trusted).and_then(|(_, value)| value.rsplit(',').next());
        ClientIp(last.and_then(|address| address.trim().parse::<IpAddr>().ok()).map(|address| address.to_canonical()))
    }

    /// The address as activity records and responses show it; empty if unknown.
    pub fn to_text(self) -> String {
        self.0.map_or_else(String::new, |address| address.to_string())
    }

    /// The key under which the client's attempts are counted; `None` if the client is unknown. For IPv6 it is the /64
    /// network, because one client usually has a whole one.
    pub fn rate_limit_key(self) -> Option<String> {
        self.0.map(|address| match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
            }
        })
    }
}
