//! The client's IP address, from the one header that is configured and that the operator's proxy sets. No other header
//! is trusted, because any client can send one.

use super::http::Header;
use core::net::{IpAddr, Ipv6Addr};

/// The address in the configured header, in lower case; `None` without one. The last address of a list counts, because a
/// proxy appends at the end and the client controls what precedes it.
pub fn find_address(headers: &[Header], configured: Option<&str>) -> Option<IpAddr> {
    let last =
        headers.iter().rfind(|(name, _)| configured == Some(name)).and_then(|(_, value)| value.rsplit(',').next());
    last.and_then(|address| address.trim().parse::<IpAddr>().ok()).map(|address| address.to_canonical())
}

/// The address by which a client's attempts are counted. For IPv6 it is that of the /64 network, because one client
/// usually has a whole one.
pub fn network_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
        }
    }
}
