//! The body of a form as fields: both ways in which browsers write one, within limits.

use super::pages::ending::Refusal;
use super::pages::fields::{Fields, TICKET, Upload};
use crate::spec::limits::{FIELD_BYTES_MAX, FILE_NAME_CHARS_MAX, FORM_BYTES_MAX, FORM_FIELDS_MAX};
use crate::wire::http::Request;
use crate::wire::query;

/// Reads the form of a request.
pub fn read(request: &Request) -> Result<Fields, Refusal> {
    if request.body.len() > FORM_BYTES_MAX {
        return Err(Refusal::TooLarge);
    }
    let media_type = request.header("content-type").unwrap_or("");
    let fields = match media_type.split_once(';') {
        Some((kind, rest)) if kind.trim().eq_ignore_ascii_case("multipart/form-data") => {
            parts(&request.body, boundary(rest).ok_or(Refusal::Unreadable)?)?
        }
        _ => pairs(&request.body)?,
    };
    if fields.texts().count().saturating_add(fields.files.len()) > FORM_FIELDS_MAX {
        return Err(Refusal::TooLarge);
    }
    if fields.texts().any(|(name, text)| name != TICKET && text.len() > FIELD_BYTES_MAX) {
        return Err(Refusal::TooLarge);
    }
    Ok(fields)
}

fn pairs(body: &[u8]) -> Result<Fields, Refusal> {
    let text = std::str::from_utf8(body).map_err(|_| Refusal::Unreadable)?;
    let texts = query::pairs(text).collect::<Result<Vec<_>, _>>().map_err(|_| Refusal::Unreadable)?;
    Ok(Fields::of(texts))
}

/// The boundary of a multipart body: what stands between its parts.
fn boundary(parameters: &str) -> Option<&str> {
    let mut parameters = parameters.split(';').filter_map(|parameter| parameter.trim().split_once('='));
    let (_, value) = parameters.find(|(name, _)| name.eq_ignore_ascii_case("boundary"))?;
    Some(value.trim_matches('"')).filter(|value| (1..=70).contains(&value.len()))
}

/// The parts of a multipart body, as RFC 7578 has them.
fn parts(body: &[u8], boundary: &str) -> Result<Fields, Refusal> {
    let mut fields = Fields::default();
    let mark = [b"\r\n--", boundary.as_bytes()].concat();
    // The first mark has no line before it.
    let body = [b"\r\n", body].concat();
    let mut rest = body.as_slice();
    let start = find(rest, &mark).ok_or(Refusal::Unreadable)?;
    rest = after(rest, start, mark.len())?;
    while !rest.starts_with(b"--") {
        let end = find(rest, &mark).ok_or(Refusal::Unreadable)?;
        let (part, _) = rest.split_at_checked(end).ok_or(Refusal::Unreadable)?;
        read_part(part, &mut fields)?;
        rest = after(rest, end, mark.len())?;
    }
    Ok(fields)
}

fn after(bytes: &[u8], at: usize, length: usize) -> Result<&[u8], Refusal> {
    bytes.get(at.saturating_add(length)..).ok_or(Refusal::Unreadable)
}

fn read_part(part: &[u8], fields: &mut Fields) -> Result<(), Refusal> {
    let end = find(part, b"\r\n\r\n").ok_or(Refusal::Unreadable)?;
    let head = part.get(..end).and_then(|head| std::str::from_utf8(head).ok()).ok_or(Refusal::Unreadable)?;
    let bytes = after(part, end, 4)?;
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let disposition = header("content-disposition").ok_or(Refusal::Unreadable)?;
    let field = parameter(disposition, "name").ok_or(Refusal::Unreadable)?;
    match parameter(disposition, "filename") {
        // A field for a file that was left empty comes with an empty name.
        Some(name) if name.is_empty() && bytes.is_empty() => {}
        Some(name) => fields.files.push(Upload {
            field,
            name: name.chars().take(FILE_NAME_CHARS_MAX).collect(),
            content_type: header("content-type").unwrap_or("application/octet-stream").to_owned(),
            bytes: bytes.to_vec(),
        }),
        None => {
            let text = std::str::from_utf8(bytes).map_err(|_| Refusal::Unreadable)?;
            fields.add(field, text);
        }
    }
    Ok(())
}

/// A quoted parameter. Browsers write a quotation mark and line ends within it with percent signs.
fn parameter(disposition: &str, name: &str) -> Option<String> {
    let (_, rest) = disposition.split_once(&format!("; {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(value.replace("%22", "\"").replace("%0D", "").replace("%0A", " "))
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    let (first, _) = pattern.split_first()?;
    let mut from = 0_usize;
    loop {
        let at = bytes.get(from..)?.iter().position(|byte| byte == first)?.saturating_add(from);
        if bytes.get(at..)?.starts_with(pattern) {
            return Some(at);
        }
        from = at.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(media_type: &str, body: &[u8]) -> Result<Fields, Refusal> {
        read(&Request {
            method: "POST".to_owned(),
            origin: String::new(),
            path: String::new(),
            query: String::new(),
            headers: vec![("content-type".to_owned(), media_type.to_owned())],
            body: body.to_vec(),
        })
    }

    const MULTIPART: &str = "multipart/form-data; boundary=----WebKitFormBoundaryX";

    #[test]
    fn a_form_of_parts_is_read_as_browsers_write_it() {
        let body = b"------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name=\"q1\"\r\n\r\na\r\nb\r\n\
            ------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name=\"q2\"; filename=\"a%22b.png\"\r\n\
            Content-Type: image/png\r\n\r\n\x89PNG\r\n--not the mark\r\n\
            ------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name=\"q3\"; filename=\"\"\r\n\
            Content-Type: application/octet-stream\r\n\r\n\r\n------WebKitFormBoundaryX--\r\n";
        let fields = form(MULTIPART, body).unwrap();
        assert_eq!(fields.texts().collect::<Vec<_>>(), [("q1", "a\r\nb")]);
        assert_eq!(
            fields.files,
            [Upload {
                field: "q2".to_owned(),
                name: "a\"b.png".to_owned(),
                content_type: "image/png".to_owned(),
                bytes: b"\x89PNG\r\n--not the mark".to_vec(),
            }]
        );
    }

    #[test]
    fn a_damaged_form_is_refused() {
        for body in [
            &b""[..],
            b"------WebKitFormBoundaryX\r\n",
            b"------WebKitFormBoundaryX\r\nContent-Disposition: form-data; name=\"q1\"\r\n\r\nno end",
            b"------WebKitFormBoundaryX\r\n\r\nno name\r\n------WebKitFormBoundaryX--",
        ] {
            assert_eq!(form(MULTIPART, body), Err(Refusal::Unreadable));
        }
        assert_eq!(form("multipart/form-data; charset=utf-8", b"q1=a"), Err(Refusal::Unreadable));
        assert_eq!(form("application/x-www-form-urlencoded", b"q1=%"), Err(Refusal::Unreadable));
        assert_eq!(form("application/x-www-form-urlencoded", b"q1=\xff"), Err(Refusal::Unreadable));
    }

    #[test]
    fn a_form_within_its_limits_alone_is_read() {
        let plain = "application/x-www-form-urlencoded";
        let many = |count: usize| vec!["q=1"; count].join("&");
        assert!(form(plain, many(FORM_FIELDS_MAX).as_bytes()).is_ok());
        assert_eq!(form(plain, many(FORM_FIELDS_MAX + 1).as_bytes()), Err(Refusal::TooLarge));
        assert_eq!(form(plain, &vec![b'a'; FORM_BYTES_MAX + 1]), Err(Refusal::TooLarge));
    }

    #[test]
    fn a_file_keeps_as_much_of_its_name_as_fits_into_a_header() {
        let name = "é".repeat(100_000);
        let body =
            format!("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"{name}\"\r\n\r\nbytes\r\n--x--\r\n");
        let read = form("multipart/form-data; boundary=x", body.as_bytes()).unwrap();
        assert_eq!(read.files.first().unwrap().name, "é".repeat(FILE_NAME_CHARS_MAX));
    }
}
