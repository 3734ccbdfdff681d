//! The region of an account: a closed set, told by exact origin.

use crate::support::origin;
use canvass::gateway::region::Origins;
use canvass::spec::regions::Region;
use proptest::prelude::*;

fn origins() -> Origins {
    Origins::new(
        origin("https://api.example.net"),
        origin("https://api.eu.example.net"),
        origin("https://api.example.net:8443"),
    )
    .unwrap()
}

#[test]
fn s17_access_url_maps_to_a_closed_set_of_regions() {
    let origins = origins();
    for (address, region) in [
        ("https://api.example.net", Region::Us),
        ("https://api.example.net/", Region::Us),
        ("https://api.example.net:443", Region::Us),
        ("HTTPS://API.Example.NET", Region::Us),
        ("https://api.eu.example.net", Region::Eu),
        ("https://api.example.net:8443", Region::Ca),
    ] {
        assert_eq!(origins.region_of(address), Some(region), "{address}");
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
fn two_regions_cannot_share_an_origin() {
    let (one, same, other) =
        (origin("https://a.example.net"), origin("https://a.example.net:443"), origin("https://b.example.net"));
    assert!(Origins::new(one, same, other).is_none());
}

proptest! {
    #[test]
    fn s18_no_other_input_maps_to_a_region(address in any::<String>()) {
        prop_assert_eq!(origins().region_of(&address), None);
    }

    #[test]
    fn s18_no_neighbour_of_an_origin_maps_to_a_region(
        at in 0_usize..40, piece in "[ -~]{0,3}", insert in any::<bool>()
    ) {
        let address = "https://api.eu.example.net";
        let at = at.min(address.len());
        let end = if insert { at } else { (at + 1).min(address.len()) };
        let changed = format!("{}{piece}{}", &address[..at], &address[end..]);
        let same = changed.eq_ignore_ascii_case(address)
            || changed.to_ascii_lowercase().strip_suffix('/') == Some(address)
            || changed.to_ascii_lowercase().trim_end_matches('/').strip_suffix(":443") == Some(address);
        prop_assert_eq!(origins().region_of(&changed).is_some(), same, "{}", changed);
    }
}
