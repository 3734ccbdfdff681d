//! The client of a request, by its IP address (`wire::client_ip`). Without a configured header every client is
//! unknown.

use super::config::Config;
use crate::wire::client_ip;
use crate::wire::http::Request;
use core::net::IpAddr;

/// The client of a request; `None` if it is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientIp(Option<IpAddr>);

impl ClientIp {
    /// The client that sent a request.
    pub fn from_request(config: &Config, request: &Request) -> ClientIp {
        ClientIp(client_ip::find_client_ip(&request.headers, config.client_ip_header.as_deref()))
    }

    /// The address as activity records and responses show it; empty if unknown.
    pub fn to_text(self) -> String {
        self.0.map_or_else(String::new, |address| address.to_string())
    }

    /// The key under which the client's attempts are counted; `None` if the client is unknown.
    pub fn rate_limit_key(self) -> Option<String> {
        self.0.map(client_ip::network_of)
    }
}
