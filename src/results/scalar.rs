//! One value of a design or a response as text: an id, a label, an answer.

use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use std::borrow::Cow;

/// Reads an id, which may be a number; empty for `null`.
pub(super) fn read_id<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, [u8]>, Box<Mismatch>> {
    match reader.peek_kind()? {
        ValueKind::Null => reader.read_null()?,
        ValueKind::Text => {
            let text = reader.read_text()?;
            return Ok(match text.plain() {
                Some(plain) => Cow::Borrowed(plain),
                None => Cow::Owned(text.decode()?.into_owned().into_bytes()),
            });
        }
        _ => return Ok(Cow::Borrowed(reader.read_raw()?)),
    }
    Ok(Cow::Borrowed(&[]))
}

/// Reads a value as text; `None` for `null`. Arrays and objects are returned as JSON.
pub(super) fn read_scalar<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Box<Mismatch>> {
    Ok(match reader.peek_kind()? {
        ValueKind::Null => {
            reader.read_null()?;
            None
        }
        ValueKind::Text => Some(reader.read_text()?.decode()?),
        _ => Some(String::from_utf8_lossy(reader.read_raw()?)),
    })
}
