//! Outbound requests to other servers, and which URLs are permitted (SSRF protection).
//!
//! A URL that a customer sets must not reach the network that the service runs in, so its host must be public
//! (`src/wire/public_host.rs`). The local service may call its own machine, because developers test webhooks there.

use crate::wire::public_host::is_public;
use crate::wire::url::WebUrl;
use serde::{Deserialize, Serialize};

/// Bytes of the longest permitted URL.
pub const URL_MAX: usize = 2048;

/// A request to another server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboundRequest {
    /// The method.
    pub method: String,
    /// The URL.
    pub url: String,
    /// Header names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body; empty if there is none.
    pub body: String,
}

/// The status of the response; `None` if there was no response.
pub type OutboundStatus = Option<u16>;

/// Whether an outbound request succeeded. A redirect did not: redirects are never followed.
pub fn is_success(outcome: OutboundStatus) -> bool {
    outcome.is_some_and(|status| (200..300).contains(&status))
}

impl OutboundRequest {
    /// A HEAD request, which checks whether a URL responds.
    pub fn head_request(url: &str) -> OutboundRequest {
        OutboundRequest { method: "HEAD".to_owned(), url: url.to_owned(), headers: Vec::new(), body: String::new() }
    }

    /// Whether the service may send it. The sender checks this right before sending, in addition to any earlier check.
    pub fn is_permitted(&self) -> bool {
        may_call(&self.url, crate::SANDBOX)
    }
}

/// Whether a text is a permitted URL of a webhook: `http` or `https`, a host, no user, plain ASCII.
pub fn is_webhook_url(url: &str) -> bool {
    parse_url(url).is_some()
}

/// Whether the service may send requests to this URL for a customer.
pub fn is_permitted(url: &str) -> bool {
    OutboundRequest::head_request(url).is_permitted()
}

/// Whether a URL may be called: at any host in the sandbox, otherwise at a public one.
fn may_call(url: &str, is_sandbox: bool) -> bool {
    parse_url(url).is_some_and(|url| is_sandbox || is_public(&url))
}

/// Parses a URL that is short and plain enough to be called.
fn parse_url(url: &str) -> Option<WebUrl<'_>> {
    WebUrl::parse(url).filter(|read| url.len() <= URL_MAX && read.is_plain())
}

#[cfg(test)]
mod tests {
    use super::{OutboundRequest, is_permitted, is_public, is_webhook_url, may_call, parse_url};
    use crate::wire::url::spellings::SPELLINGS;
    use core::net::{Ipv4Addr, Ipv6Addr};
    use proptest::prelude::*;

    #[test]
    fn what_lies_in_a_private_network_is_not_public() {
        for host in [
            "localhost",
            "LOCALHOST",
            "a.localhost",
            "router.lan",
            "db.internal",
            "printer.local",
            "intranet",
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fc00::1]",
            "[fd12::1]",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[ff02::1]",
            "[2001:db8::1]",
            "[2001::1]",
        ] {
            assert!(!is_public_host(host), "{host}");
        }
        for host in ["hooks.example.com", "8.8.8.8", "172.32.0.1", "[2606:4700::1111]", "[2a00:1450::1]"] {
            assert!(is_public_host(host), "{host}");
        }
    }

    /// Whether a host is public.
    fn is_public_host(host: &str) -> bool {
        parse_url(&format!("http://{host}/")).is_some_and(|url| is_public(&url))
    }

    #[test]
    fn s77_each_spelling_of_a_url_is_public_or_not_as_its_row_says() {
        for row in SPELLINGS {
            assert_eq!(parse_url(row.text).is_some_and(|url| is_public(&url)), row.is_public, "{:?}", row.text);
        }
    }

    #[test]
    fn s77_without_a_sandbox_a_request_goes_to_a_public_url_only_and_with_one_to_a_plain_url() {
        for row in SPELLINGS {
            assert_eq!(may_call(row.text, false), row.is_public, "{:?}", row.text);
            assert_eq!(may_call(row.text, true), is_webhook_url(row.text), "{:?}", row.text);
            let in_this_build = may_call(row.text, crate::SANDBOX);
            assert_eq!(is_permitted(row.text), in_this_build, "{:?}", row.text);
            assert_eq!(OutboundRequest::head_request(row.text).is_permitted(), in_this_build, "{:?}", row.text);
        }
    }

    /// What IANA's registries list as special, and what stands for an address of the older kind.
    const SPECIAL: [(u32, u32); 15] = [
        (0x0000_0000, 8),
        (0x0a00_0000, 8),
        (0x6440_0000, 10),
        (0x7f00_0000, 8),
        (0xa9fe_0000, 16),
        (0xac10_0000, 12),
        (0xc000_0000, 24),
        (0xc000_0200, 24),
        (0xc058_6300, 24),
        (0xc0a8_0000, 16),
        (0xc612_0000, 15),
        (0xc633_6400, 24),
        (0xcb00_7100, 24),
        (0xe000_0000, 4),
        (0xf000_0000, 4),
    ];

    fn is_special(address: u32) -> bool {
        SPECIAL.iter().any(|(start, bits)| (address ^ start).leading_zeros() >= *bits)
    }

    proptest! {
        #[test]
        fn s77_an_address_of_four_numbers_is_public_unless_it_is_special(address in any::<u32>(), row in 0..15_usize) {
            let (start, bits) = SPECIAL[row];
            let near = start | address.checked_shr(bits).unwrap_or(0);
            for address in [address, near, start.wrapping_sub(1)] {
                prop_assert_eq!(is_public_host(&Ipv4Addr::from(address).to_string()), !is_special(address));
            }
        }

        #[test]
        fn s77_an_address_of_four_numbers_has_one_spelling(address in any::<u32>(), spelling in 0..9_usize) {
            let [a, b, c, d] = address.to_be_bytes();
            let low = u32::from_be_bytes([0, b, c, d]);
            let written = [
                format!("{address}"),
                format!("0x{address:x}"),
                format!("0{address:o}"),
                format!("{a}.{low}"),
                format!("0x{a:x}.{b}.{c}.{d}"),
                format!("{a}.{b}.{c}.0{d:o}"),
                format!("{a}.{b}.{}", u32::from_be_bytes([0, 0, c, d])),
                format!("{a}.{b}.{c}.{d}."),
                format!("{a}.{b}.{c}.%{:02x}", b'0'),
            ];
            let url = format!("http://{}:80/", written[spelling]);
            prop_assert!(!is_webhook_url(&url), "{}", url);
        }

        #[test]
        fn s77_an_address_of_the_newer_kind_leads_to_no_special_one(address in any::<u32>(), rest in any::<u128>()) {
            let low = u128::from(address);
            let mapped = [
                low,
                0xffff << 32 | low,
                0x0064_ff9b << 96 | low,
                0x0064_ff9b_0001 << 80 | low,
                0x2002 << 112 | low << 80,
                0x2001 << 112 | rest >> 32,
                0xfe80 << 112 | rest >> 16,
                0xfc00 << 112 | rest >> 16,
                0xff00 << 112 | rest >> 16,
            ];
            for bits in mapped {
                let host = format!("[{}]", Ipv6Addr::from(bits));
                prop_assert!(!is_public_host(&host), "{}", host);
            }
        }

        #[test]
        fn s77_an_address_of_the_newer_kind_is_public_where_it_is_global_unicast(rest in any::<u128>()) {
            let bits = 0x2 << 124 | rest >> 3;
            let special = bits >> 105 == 0x2001_0000 >> 9 || bits >> 96 == 0x2001_0db8;
            let special = special || [0x2002, 0x3fff].contains(&(bits >> 112));
            prop_assert_eq!(is_public_host(&format!("[{}]", Ipv6Addr::from(bits))), bits >> 125 == 1 && !special);
        }
    }
}
