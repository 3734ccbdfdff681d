//! Where a request comes from: the address in the one header that is configured, which a proxy of ours sets. No other
//! header is believed, since everybody can send one; without a configured header no client is known.

use super::config::Config;
use crate::wire::http::Request;
use core::net::{IpAddr, Ipv6Addr};

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(Option<IpAddr>);

impl ClientIp {
    /// The client that sent a request. A proxy that adds to a list adds at its end, so that the last address counts.
    pub fn from_request(config: &Config, request: &Request) -> ClientIp {
        let named = |(name, _): &&(String, String)| config.client_header.as_deref() == Some(name);
        let given = request.headers.iter().rfind(named).and_then(|(_, value)| value.rsplit(',').next());
        ClientIp(given.and_then(|address| address.trim().parse::<IpAddr>().ok()).map(|address| address.to_canonical()))
    }

    /// The address as records show it; empty if unknown.
    pub fn to_text(self) -> String {
        self.0.map_or_else(String::new, |address| address.to_string())
    }

    /// What the client's attempts are counted by; none if the client is unknown. Whoever has one address of the newer
    /// kind has all that share its first 64 bits.
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
