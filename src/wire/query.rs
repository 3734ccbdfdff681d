//! Query strings to pairs and back: percent and plus are decoded, and the first of a repeated name counts.

use super::text::hex_digit_value;

/// Pairs that a query string may have: more than any operation needs, and few enough to compare one by one.
pub const MAX_PAIRS: usize = 128;

/// Why a query string is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryError {
    /// A `%` is not followed by two hexadecimal digits.
    Percent,
    /// The decoded bytes are not UTF-8.
    Text,
    /// There are more than [`MAX_PAIRS`] different names.
    TooMany,
}

/// Decodes a query string without `?`. A name without `=` has an empty value; empty pairs are skipped.
///
/// # Errors
///
/// A [`QueryError`] if an encoding is invalid, or there are too many names.
pub fn decode_query(query: &str) -> Result<Vec<(String, String)>, QueryError> {
    let mut list: Vec<(String, String)> = Vec::new();
    for pair in decode_pairs(query) {
        let (name, value) = pair?;
        if list.iter().any(|(known, _)| *known == name) {
            continue;
        }
        if list.len() >= MAX_PAIRS {
            return Err(QueryError::TooMany);
        }
        list.push((name, value));
    }
    Ok(list)
}

/// Decodes the query string of an operation. A pair that cannot be decoded is ignored, as all unknown parameters are,
/// unless the operation has a parameter of its name.
///
/// # Errors
///
/// A [`QueryError`] if the encoding of a parameter is invalid, or there are too many names.
pub fn decode_parameters(query: &str, is_known: &dyn Fn(&str) -> bool) -> Result<Vec<(String, String)>, QueryError> {
    decode_query(query).or_else(|_| {
        let pairs = query.split('&').filter(|pair| has_name(pair, is_known) || decode_query(pair).is_ok());
        decode_query(&pairs.collect::<Vec<_>>().join("&"))
    })
}

/// Whether the name of an encoded pair can be decoded and is a known one.
pub fn has_name(pair: &str, is_known: &dyn Fn(&str) -> bool) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    decode_component(name.as_bytes()).is_ok_and(|name| is_known(&name))
}

/// Decodes the pairs of a query string one by one, repeated names included.
pub fn decode_pairs(query: &str) -> impl Iterator<Item = Result<(String, String), QueryError>> {
    query.as_bytes().split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()).map(|pair| {
        let mut parts = pair.splitn(2, |byte| *byte == b'=');
        let name = decode_component(parts.next().unwrap_or_default())?;
        Ok((name, decode_component(parts.next().unwrap_or_default())?))
    })
}

/// Encodes pairs in their order, without `?`.
pub fn encode_query<N: AsRef<str>, V: AsRef<str>>(pairs: &[(N, V)]) -> String {
    let mut query = String::new();
    for (name, value) in pairs {
        if !query.is_empty() {
            query.push('&');
        }
        escape_into(&mut query, name.as_ref());
        query.push('=');
        escape_into(&mut query, value.as_ref());
    }
    query
}

/// Appends text, percent-encoding all but the unreserved characters of RFC 3986.
pub fn escape_into(target: &mut String, text: &str) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            target.push(char::from(byte));
        } else {
            target.push('%');
            for digit in [byte >> 4, byte & 15] {
                target.push(char::from(if digit < 10 { b'0' | digit } else { digit.wrapping_add(b'A' - 10) }));
            }
        }
    }
}

fn decode_component(text: &[u8]) -> Result<String, QueryError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => match (rest.next().and_then(hex_digit_value), rest.next().and_then(hex_digit_value)) {
                (Some(high), Some(low)) => (high << 4) | low,
                _ => return Err(QueryError::Percent),
            },
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| QueryError::Text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn percent_and_plus_are_decoded() {
        assert_eq!(decode_query("title=a+b%26c%C3%A9&page=2"), Ok(pairs(&[("title", "a b&cé"), ("page", "2")])));
        assert_eq!(decode_query(""), Ok(vec![]));
        assert_eq!(decode_query("&&flag&=x&"), Ok(pairs(&[("flag", ""), ("", "x")])));
    }

    #[test]
    fn the_first_of_a_repeated_parameter_wins() {
        assert_eq!(decode_query("page=1&per_page=5&page=2&p%61ge=3"), Ok(pairs(&[("page", "1"), ("per_page", "5")])));
    }

    #[test]
    fn what_cannot_be_decoded_is_an_error() {
        assert_eq!(decode_query("a=%"), Err(QueryError::Percent));
        assert_eq!(decode_query("a=%4"), Err(QueryError::Percent));
        assert_eq!(decode_query("a=%4g"), Err(QueryError::Percent));
        assert_eq!(decode_query("a=%+1"), Err(QueryError::Percent));
        assert_eq!(decode_query("a=%ff"), Err(QueryError::Text));
        let many: Vec<String> = (0..=MAX_PAIRS).map(|number| format!("p{number}=1")).collect();
        assert_eq!(decode_query(&many.join("&")), Err(QueryError::TooMany));
    }

    #[test]
    fn only_a_parameter_of_the_operation_must_be_decodable() {
        let decode = |query| decode_parameters(query, &|name| name == "page");
        let page = || Ok(pairs(&[("page", "2")]));
        for query in ["page=2", "page=2&%zz=1", "a%20b=%E9&page=2", "pa%zzge=1&page=2&x=%"] {
            assert_eq!(decode(query), page(), "{query}");
        }
        assert_eq!(decode("x=%&other=y&page=2"), Ok(pairs(&[("other", "y"), ("page", "2")])));
        assert_eq!(decode("x=%&page=%E9"), Err(QueryError::Text));
        assert_eq!(decode("p%61ge=%zz"), Err(QueryError::Percent));
    }

    #[test]
    fn reserved_characters_are_encoded() {
        assert_eq!(encode_query(&[("a b", "&=#+%/é~")]), "a%20b=%26%3D%23%2B%25%2F%C3%A9~");
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_decoded(list in proptest::collection::vec((any::<String>(), any::<String>()), 0..8)) {
            let mut expected: Vec<(String, String)> = Vec::new();
            for (name, value) in &list {
                if !expected.iter().any(|(known, _)| known == name) {
                    expected.push((name.clone(), value.clone()));
                }
            }
            prop_assert_eq!(decode_query(&encode_query(&list)), Ok(expected));
        }

        #[test]
        fn no_query_string_panics(query in any::<String>()) {
            let _ = decode_query(&query);
        }
    }
}
