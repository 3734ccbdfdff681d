//! Reading the form of a survey page, within limits.

use super::pages::fields::TOKEN_FIELD;
use super::pages::status_pages::RespondError;
use crate::spec::limits::{FIELD_BYTES_MAX, FILE_NAME_CHARS_MAX, FORM_BODY_BYTES_MAX, FORM_BYTES_MAX, FORM_FIELDS_MAX};
use crate::wire::form::{Form, is_multipart};
use crate::wire::http::Request;

/// Reads the form of a request. Texts and files are limited separately, so that files take no room from the texts. That
/// a file is too large for its question is said on the page.
///
/// # Errors
///
/// [`RespondError::TooLarge`] or [`RespondError::MalformedForm`].
pub fn read_survey_form(request: &Request) -> Result<Form, RespondError> {
    // In a body without files every few bytes can be a field, which takes more memory than it has bytes.
    let body_bytes_max = if is_multipart(request) { FORM_BODY_BYTES_MAX } else { FORM_BYTES_MAX };
    if request.body.len() > body_bytes_max {
        return Err(RespondError::TooLarge);
    }
    let mut form = Form::of_request(request).map_err(|_| RespondError::MalformedForm)?;
    if form.texts().count().saturating_add(form.files.len()) > FORM_FIELDS_MAX {
        return Err(RespondError::TooLarge);
    }
    let text_bytes = form.texts().flat_map(|(name, text)| [name.len(), text.len()]).fold(0, usize::saturating_add);
    if text_bytes > FORM_BYTES_MAX {
        return Err(RespondError::TooLarge);
    }
    if form.texts().any(|(name, text)| name != TOKEN_FIELD && text.len() > FIELD_BYTES_MAX) {
        return Err(RespondError::TooLarge);
    }
    for file in &mut form.files {
        file.name = file.name.chars().take(FILE_NAME_CHARS_MAX).collect();
    }
    Ok(form)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::form::Upload;

    fn form(media_type: &str, body: &[u8]) -> Result<Form, RespondError> {
        read_survey_form(&Request {
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
    fn a_multipart_form_is_read_as_browsers_write_it() {
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
            assert_eq!(form(MULTIPART, body), Err(RespondError::MalformedForm));
        }
        assert_eq!(form("multipart/form-data; charset=utf-8", b"q1=a"), Err(RespondError::MalformedForm));
        assert_eq!(form("application/x-www-form-urlencoded", b"q1=%"), Err(RespondError::MalformedForm));
        assert_eq!(form("application/x-www-form-urlencoded", b"q1=\xff"), Err(RespondError::MalformedForm));
    }

    #[test]
    fn only_a_form_within_its_limits_is_read() {
        let plain = "application/x-www-form-urlencoded";
        let many = |count: usize| vec!["q=1"; count].join("&");
        assert!(form(plain, many(FORM_FIELDS_MAX).as_bytes()).is_ok());
        assert_eq!(form(plain, many(FORM_FIELDS_MAX + 1).as_bytes()), Err(RespondError::TooLarge));
        assert_eq!(form(plain, &vec![b'a'; FORM_BYTES_MAX + 1]), Err(RespondError::TooLarge));
        assert_eq!(form(MULTIPART, &vec![b'a'; FORM_BODY_BYTES_MAX + 1]), Err(RespondError::TooLarge));
    }

    #[test]
    fn files_take_no_room_from_the_texts_of_a_form() {
        let text = |bytes: usize| {
            let head = "--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n";
            format!("{head}{}\r\n", "a".repeat(bytes))
        };
        let file = |bytes: usize| {
            let head = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n";
            format!("{head}{}\r\n", "a".repeat(bytes))
        };
        let count = FORM_BYTES_MAX / FIELD_BYTES_MAX;
        let texts = text(FIELD_BYTES_MAX - 1).repeat(count);
        let read =
            |parts: &[&str]| form("multipart/form-data; boundary=x", format!("{}--x--", parts.concat()).as_bytes());
        let rest = FORM_BYTES_MAX - count * FIELD_BYTES_MAX - 1;
        assert!(read(&[&texts, &text(rest), &file(6_000_000)]).is_ok());
        assert_eq!(read(&[&texts, &text(rest + 1)]), Err(RespondError::TooLarge));
    }

    #[test]
    fn a_file_name_is_cut_to_what_fits_into_a_header() {
        let name = "é".repeat(100_000);
        let body =
            format!("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"{name}\"\r\n\r\nbytes\r\n--x--\r\n");
        let read = form("multipart/form-data; boundary=x", body.as_bytes()).unwrap();
        assert_eq!(read.files.first().unwrap().name, "é".repeat(FILE_NAME_CHARS_MAX));
    }
}
