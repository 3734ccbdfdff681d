//! The region of an account: one of a closed set, found by its exact origin.

use crate::support::origin;
use canvass::gateway::origin::Origin;
use canvass::gateway::region::{Region, RegionOrigins};
use canvass::spec::regions;
use proptest::prelude::*;

fn region(name: &str) -> Region {
    Region::from_name(name).unwrap()
}

fn origins() -> RegionOrigins {
    RegionOrigins::new(vec![
        (region("us"), origin("https://api.example.net")),
        (region("eu"), origin("https://api.eu.example.net")),
        (region("ca"), origin("https://api.example.net:8443")),
    ])
    .unwrap()
}

#[test]
fn s17_access_url_maps_to_a_closed_set_of_regions() {
    let origins = origins();
    for (address, expected) in [
        ("https://api.example.net", region("us")),
        ("https://api.example.net/", region("us")),
        ("https://api.example.net:443", region("us")),
        ("HTTPS://API.Example.NET", region("us")),
        ("https://api.eu.example.net", region("eu")),
        ("https://api.example.net:8443", region("ca")),
    ] {
        assert_eq!(origins.region_of(address), Some(expected), "{address}");
    }
    for address in [
        "",
        "api.example.net",
        "//api.example.net",
        "http://api.example.net",
        "https://api.example.net.",
        "https://api.example.net.evil.net",
        "https://evil-api.example.net",
        "https://api.example.net:80",
        "https://api.example.net:0443",
        "https://api.example.net:",
        "https://api.example.net:443:443",
        "https://user@api.example.net",
        "https://api.example.net@evil.net",
        "https://api.example.net/v3",
        "https://api.example.net//",
        "https://api.example.net?x",
        "https://api.example.net#x",
        "https://api.example.net\\",
        "https:/api.example.net",
        "https:///api.example.net",
        " https://api.example.net",
        "https://api.example.net ",
        "https://api.example.net\t",
        "https://api%2eexample.net",
        "https://api.еxample.net",
        "https://api。example.net",
        "https://[::1]",
        "javascript://api.example.net",
    ] {
        assert_eq!(origins.region_of(address), None, "{address}");
    }
    assert_eq!(origins.region_of(&format!("https://{}", "a".repeat(5000))), None);
}

#[test]
fn two_regions_share_neither_a_name_nor_an_origin() {
    let (one, same, other) = ("https://a.example.net", "https://a.example.net:443", "https://b.example.net");
    let made = |pairs: &[(&str, &str)]| {
        RegionOrigins::new(pairs.iter().map(|(name, address)| (region(name), origin(address))).collect())
    };
    assert!(made(&[("us", one), ("eu", other)]).is_some());
    assert!(made(&[("us", one), ("eu", same)]).is_none());
    assert!(made(&[("us", one), ("us", other)]).is_none());
    assert!(made(&[]).is_none());
}

#[test]
fn another_region_is_a_matter_of_configuration() {
    let read = |list: &str| RegionOrigins::parse_list(list, Origin::parse);
    let origins = read("us=https://api.example.net, eu=https://eu.example.net ,au1=https://au.example.net").unwrap();
    assert_eq!(origins.region_of("https://au.example.net/"), Some(region("au1")));
    assert_eq!(origins.origin_of(region("au1")), Some(&origin("https://au.example.net")));
    assert_eq!(origins.default_origin(), Some(&origin("https://api.example.net")));
    assert_eq!(origins.origin_of(region("ca")), None, "what is not configured is no region");
    for list in [
        "",
        ",",
        "us",
        "us=",
        "=https://a.example.net",
        "US=https://a.example.net",
        "u-s=https://a.example.net",
        "australia=https://a.example.net",
        "us=https://a.example.net,",
        "us=https://a.example.net,us=https://b.example.net",
    ] {
        assert!(read(list).is_none(), "{list}");
    }
}

#[test]
fn a_region_is_known_by_its_name_and_by_the_number_that_it_once_had() {
    for (number, documented) in regions::Region::ALL.into_iter().enumerate() {
        let region = Region::from(documented);
        assert_eq!(region.as_str(), documented.as_str());
        let old = [u8::try_from(number).unwrap(), b'x'];
        assert_eq!(Region::decode_prefix(&old), Some((region, &b"x"[..])));
        let new = [&region.encode()[..], b"x"].concat();
        assert_eq!(Region::decode_prefix(&new), Some((region, &b"x"[..])));
    }
    for bytes in [&b""[..], &[3], &[3; 8], b"us", b"US\0\0\0\0\0\0", b"\0s"] {
        let read = Region::decode_prefix(bytes);
        assert!(read.is_none() || bytes.first() == Some(&0), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn s18_no_other_input_maps_to_a_region(address in any::<String>()) {
        prop_assert_eq!(origins().region_of(&address), None);
    }

    #[test]
    fn s18_no_neighbour_of_an_origin_maps_to_a_region(
        at in 0_usize..40, text in "[ -~]{0,3}", insert in any::<bool>()
    ) {
        let address = "https://api.eu.example.net";
        let at = at.min(address.len());
        let end = if insert { at } else { (at + 1).min(address.len()) };
        let changed = format!("{}{text}{}", &address[..at], &address[end..]);
        let same = changed.eq_ignore_ascii_case(address)
            || changed.to_ascii_lowercase().strip_suffix('/') == Some(address)
            || changed.to_ascii_lowercase().trim_end_matches('/').strip_suffix(":443") == Some(address);
        prop_assert_eq!(origins().region_of(&changed).is_some(), same, "{}", changed);
    }
}
