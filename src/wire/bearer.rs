//! The authorization header: `bearer`, one space, the token. Heading "Authentication".
//!
//! Clients write the scheme in any case and add spaces, so parsing is tolerant.

/// The token of an authorization header: the text after the scheme, trimmed. `None` for another scheme.
pub fn read_token(header: &str) -> Option<&str> {
    let header = header.trim();
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The value of the header for a token.
pub fn format_header(token: &str) -> String {
    ["bearer ", token].concat()
}

#[cfg(test)]
mod tests {
    use super::read_token;

    #[test]
    fn the_scheme_is_read_in_any_case_and_with_any_spacing() {
        for header in ["bearer t", "Bearer t", " BEARER   t "] {
            assert_eq!(read_token(header), Some("t"), "{header}");
        }
        for header in ["", "bearer", "bearer ", "basic t", "bearert"] {
            assert_eq!(read_token(header), None, "{header}");
        }
    }
}
