//! The form of a request, in both encodings that browsers send: URL-encoded pairs, and multipart of RFC 7578.

use super::http::Request;
use super::query;
use std::collections::BTreeMap;

/// The fields of a form: values by name, in their order. Files are separate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    texts: BTreeMap<String, Vec<String>>,
    /// The files.
    pub files: Vec<Upload>,
}

/// A file of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Name of the field.
    pub field: String,
    /// Name of the file.
    pub name: String,
    /// The media type that the browser sent.
    pub content_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The body is not a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl Form {
    /// Parses the body of a request by its media type.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the body does not fit its media type.
    pub fn of_request(request: &Request) -> Result<Form, Malformed> {
        match multipart_parameters(request) {
            Some(parameters) => parse_multipart(&request.body, boundary_of(parameters).ok_or(Malformed)?),
            None => Form::of_pairs(&request.body),
        }
    }

    /// Parses `name=value&…`.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes are not UTF-8 or a percent sign is not followed by two digits.
    pub fn of_pairs(body: &[u8]) -> Result<Form, Malformed> {
        let text = std::str::from_utf8(body).map_err(|_| Malformed)?;
        let pairs = query::decode_pairs(text).collect::<Result<Vec<_>, _>>().map_err(|_| Malformed)?;
        Ok(Form::from_pairs(pairs))
    }

    /// A form with these names and values, without files.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (String, String)>) -> Form {
        let mut form = Form::default();
        for (name, value) in pairs {
            form.texts.entry(name).or_default().push(value);
        }
        form
    }

    /// Names and values of the text fields.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().flat_map(|(name, values)| values.iter().map(|value| (name.as_str(), value.as_str())))
    }

    /// The value of a field, the first one if it is repeated.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// The same; empty if the field is absent.
    pub fn text(&self, name: &str) -> &str {
        self.first(name).unwrap_or_default()
    }

    /// All values of a field.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.texts.get(name).into_iter().flatten().map(String::as_str)
    }

    /// Whether one of a field's values is this.
    pub fn has_value(&self, name: &str, value: &str) -> bool {
        self.all(name).any(|known| known == value)
    }

    /// Removes a field.
    pub fn remove(&mut self, name: &str) {
        self.texts.remove(name);
    }

    /// Adds a field.
    pub fn add(&mut self, name: String, value: &str) {
        self.texts.entry(name).or_default().push(value.to_owned());
    }
}

/// Whether the form of a request is multipart, as every form with files is.
pub fn is_multipart(request: &Request) -> bool {
    multipart_parameters(request).is_some()
}

/// The parameters of the media type of a multipart form; `None` if the form is another one.
fn multipart_parameters(request: &Request) -> Option<&str> {
    let (kind, parameters) = request.header("content-type")?.split_once(';')?;
    kind.trim().eq_ignore_ascii_case("multipart/form-data").then_some(parameters)
}

/// The boundary parameter of a multipart media type.
fn boundary_of(parameters: &str) -> Option<&str> {
    let mut parameters = parameters.split(';').filter_map(|parameter| parameter.trim().split_once('='));
    let (_, value) = parameters.find(|(name, _)| name.eq_ignore_ascii_case("boundary"))?;
    Some(value.trim_matches('"')).filter(|value| (1..=70).contains(&value.len()))
}

/// Parses a multipart body.
fn parse_multipart(body: &[u8], boundary: &str) -> Result<Form, Malformed> {
    let mut form = Form::default();
    let delimiter = [b"\r\n--", boundary.as_bytes()].concat();
    // The first delimiter has no line end before it.
    let body = [b"\r\n", body].concat();
    let mut rest = body.as_slice();
    // What comes before the first delimiter is no part: RFC 2046 calls it the preamble.
    let start = find_bytes(rest, &delimiter).ok_or(Malformed)?;
    rest = rest_after(rest, start, delimiter.len())?;
    while !rest.starts_with(b"--") {
        let end = find_bytes(rest, &delimiter).ok_or(Malformed)?;
        let (part, _) = rest.split_at_checked(end).ok_or(Malformed)?;
        read_part(part, &mut form)?;
        rest = rest_after(rest, end, delimiter.len())?;
    }
    Ok(form)
}

fn rest_after(bytes: &[u8], at: usize, length: usize) -> Result<&[u8], Malformed> {
    bytes.get(at.saturating_add(length)..).ok_or(Malformed)
}

fn read_part(part: &[u8], form: &mut Form) -> Result<(), Malformed> {
    let end = find_bytes(part, b"\r\n\r\n").ok_or(Malformed)?;
    let head = part.get(..end).and_then(|head| std::str::from_utf8(head).ok()).ok_or(Malformed)?;
    let bytes = rest_after(part, end, 4)?;
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let disposition = header("content-disposition").ok_or(Malformed)?;
    let field = quoted_parameter(disposition, "name").ok_or(Malformed)?;
    match quoted_parameter(disposition, "filename") {
        // A file field that was left empty has an empty name.
        Some(name) if name.is_empty() && bytes.is_empty() => {}
        Some(name) => form.files.push(Upload {
            field,
            name,
            content_type: header("content-type").unwrap_or("application/octet-stream").to_owned(),
            bytes: bytes.to_vec(),
        }),
        None => {
            let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
            form.add(field, text);
        }
    }
    Ok(())
}

/// A quoted parameter. Browsers percent-encode quotation marks and line ends in it.
fn quoted_parameter(disposition: &str, name: &str) -> Option<String> {
    let (_, rest) = disposition.split_once(&format!("; {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(value.replace("%22", "\"").replace("%0D", "").replace("%0A", " "))
}

fn find_bytes(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
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
