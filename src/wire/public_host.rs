//! Whether the host of a URL is public. Requests that follow a URL of a stranger go to no other (SSRF protection).
//!
//! Addresses are judged here, and so are names that only a private network resolves. Other names are resolved by the
//! platform, which in production connects to public addresses only.

use super::url::WebUrl;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Last labels of names that only a private network resolves.
const PRIVATE_SUFFIXES: [&str; 5] = ["localhost", "local", "internal", "lan", "arpa"];

/// Whether the URL's host is public: no address or name of a private network.
pub fn is_public(url: &WebUrl<'_>) -> bool {
    match url.ip() {
        Some(IpAddr::V4(address)) => is_public_v4(address),
        Some(IpAddr::V6(address)) => is_public_v6(address),
        None => {
            let host = url.host.to_ascii_lowercase();
            host.rsplit_once('.').is_some_and(|(_, end)| !PRIVATE_SUFFIXES.contains(&end))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    // The ranges that IANA's registry of special-purpose IPv4 addresses lists as not globally reachable.
    let [a, b, c, _] = address.octets();
    let special = match a {
        0 | 10 | 127 => true,
        100 => (64..128).contains(&b),
        169 => b == 254,
        172 => (16..32).contains(&b),
        192 => matches!((b, c), (168, _) | (0, 0 | 2) | (88, 99)),
        198 => matches!(b, 18 | 19) || (b, c) == (51, 100),
        203 => (b, c) == (0, 113),
        224.. => true,
        _ => false,
    };
    !special
}

/// Whether an address is global unicast, but not a 6to4, Teredo or other protocol address, nor for documentation. Those
/// may embed a private IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let unicast = (0x2000..0x4000).contains(&first);
    let special = first == 0x2002 || (first == 0x2001 && (second < 0x0200 || second == 0x0db8)) || first == 0x3fff;
    unicast && !special
}
