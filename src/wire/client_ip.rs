//! The client's IP address, from the one header that is configured and that the operator's proxy sets. No other header
//! is trusted, because any client can send one.

use super::http::Header;
use core::net::{IpAddr, Ipv6Addr};

/// The address in the configured header, in lower case; `None` without one. The last address of a list counts, because
/// a proxy appends at the end and the client controls what precedes it.
pub fn find_client_ip(headers: &[Header], configured: Option<&str>) -> Option<IpAddr> {
    let last =
        headers.iter().rfind(|(name, _)| configured == Some(name)).and_then(|(_, value)| value.rsplit(',').next());
    last.and_then(|ip| without_port(ip.trim()).parse::<IpAddr>().ok()).map(|ip| ip.to_canonical())
}

/// An address without the port that some proxies add: `192.0.2.1:5678`, `[2001:db8::1]:5678`.
fn without_port(ip: &str) -> &str {
    if let Some((ip, _)) = ip.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return ip;
    }
    match ip.split_once(':') {
        Some((ip, port)) if !port.contains(':') => ip,
        _ => ip,
    }
}

/// The address by which a client's attempts are counted. For IPv6 it is that of the /64 network, because one client
/// usually has a whole one.
pub fn network_of(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find_client_ip;

    #[test]
    fn an_address_is_read_with_and_without_a_port() {
        for (value, found) in [
            ("192.0.2.1", Some("192.0.2.1")),
            ("10.0.0.1, 192.0.2.1:5678", Some("192.0.2.1")),
            ("::ffff:192.0.2.1", Some("192.0.2.1")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("192.0.2.1, [2001:db8::1]:5678", Some("2001:db8::1")),
            ("unknown", None),
            ("192.0.2.1:5678, ", None),
        ] {
            let headers = [("x-real-ip".to_owned(), value.to_owned())];
            let ip = find_client_ip(&headers, Some("x-real-ip")).map(|ip| ip.to_string());
            assert_eq!(ip.as_deref(), found, "{value}");
        }
    }
}
