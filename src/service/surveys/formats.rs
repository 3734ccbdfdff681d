//! Formats of e-mail addresses, phone numbers, URLs and colours. Heading "Data types".

use crate::service::store::filter::to_lower;
use crate::wire::url::WebUrl;

/// What [`is_web_url`] accepts, in words for error messages.
pub const PLAIN_URL: &str =
    "http or https URL without user and password, in ASCII (a host as `xn--…`, the rest percent-encoded)";

/// Maximum bytes of an e-mail address, and of the part before the `@`: what SMTP can carry.
const EMAIL_BYTES_MAX: usize = 254;
const LOCAL_PART_BYTES_MAX: usize = 64;

/// Whether a text is a valid e-mail address, without quotes and comments.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= EMAIL_BYTES_MAX && is_local_part(local) && is_domain_name(domain)
}

fn is_local_part(local: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(letter);
    let dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    !local.is_empty() && local.len() <= LOCAL_PART_BYTES_MAX && !dots && local.chars().all(fits)
}

fn is_domain_name(domain: &str) -> bool {
    let label = |label: &str| {
        let edge = label.starts_with('-') || label.ends_with('-');
        !label.is_empty()
            && label.len() <= 63
            && !edge
            && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    domain.contains('.') && domain.split('.').all(label)
}

/// A contact's, recipient's or sender's e-mail address as it is stored: without spaces around it, as typed if it is
/// ASCII, otherwise each letter in lower case, because the database ignores the case of ASCII letters only. `None`, if
/// the text is no address.
pub fn stored_address(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = if text.is_ascii() { text.to_owned() } else { text.chars().map(to_lower).collect() };
    // The lower case may have more bytes than an address may.
    [lower, text.to_owned()].into_iter().find(|address| is_email(address))
}

/// An account's e-mail address as it is stored and searched: without spaces around it, in lower case.
pub fn normalize_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Whether a text is a phone number of the form `+1XXXYYYZZZZ`.
pub fn is_phone_number(text: &str) -> bool {
    text.strip_prefix("+1").is_some_and(|digits| digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a text is a URL with `http` or `https`, without characters that browsers interpret differently.
pub fn is_web_url(text: &str) -> bool {
    WebUrl::parse(text).is_some_and(|url| url.is_plain())
}

/// Whether a text is a colour of the form `#HHH` or `#HHHHHH`.
pub fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::{is_colour, is_email, is_phone_number, is_web_url, stored_address};

    #[test]
    fn addresses_that_mail_can_reach_pass() {
        for text in ["a@b.co", "first.last+tag@mail.example", "o'hara@mail.example", "jörg@köln.example", "x@a-b.c.d"]
        {
            assert!(is_email(text), "{text}");
        }
        let long = format!("{}@mail.example", "a".repeat(64));
        assert!(is_email(&long));
    }

    #[test]
    fn an_address_beyond_ascii_is_stored_in_one_spelling_and_all_others_as_typed() {
        for (text, stored) in [
            (" Jane@Mail.example ", "Jane@Mail.example"),
            ("JÖRG@KÖLN.example", "jörg@köln.example"),
            ("Jörg@Köln.example", "jörg@köln.example"),
            ("İ@mail.example", "İ@mail.example"),
        ] {
            assert_eq!(stored_address(text).as_deref(), Some(stored));
        }
        assert_eq!(stored_address("x"), None);
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@mail.example", "a".repeat(65));
        for text in [
            "",
            "a",
            "@b.co",
            "a@",
            "a@b",
            "a@b..co",
            "a b@c.co",
            "a@b.co\r\nBcc: c@d.co",
            "a@-b.co",
            ".a@b.co",
            "a@b.co, c@d.co",
            "<a@b.co>",
            &long,
        ] {
            assert!(!is_email(text), "{text}");
        }
    }

    #[test]
    fn a_phone_number_is_of_the_documented_format() {
        assert!(is_phone_number("+12175550142"));
        for text in ["12175550142", "+1217555014", "+121755501423", "+442175550142", "+1 217 555 0142", ""] {
            assert!(!is_phone_number(text), "{text}");
        }
    }

    #[test]
    fn a_web_address_leads_to_the_web() {
        for text in ["http://shop.example", "https://shop.example:8443/thanks?a=b#c", "https://[::1]/"] {
            assert!(is_web_url(text), "{text}");
        }
        for text in ["", "shop.example", "javascript:alert(1)", "ftp://x", "https://", "https://a b", "http://u@x/"] {
            assert!(!is_web_url(text), "{text}");
        }
    }

    #[test]
    fn a_colour_has_three_or_six_digits() {
        assert!(is_colour("#0aF") && is_colour("#00bf6F"));
        for text in ["", "0af", "#0af0", "#00bf6g", "red"] {
            assert!(!is_colour(text), "{text}");
        }
    }
}
