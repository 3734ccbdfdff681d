//! One value of a design or a response as text: an id, a label, an answer.

use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use std::borrow::Cow;

/// Reads an id, which may be a number; empty for `null`.
pub(super) fn id_of<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, [u8]>, Box<Mismatch>> {
    match reader.peek()? {
        Kind::Null => reader.null()?,
        Kind::Text => {
            let text = reader.text()?;
            return Ok(match text.plain() {
                Some(plain) => Cow::Borrowed(plain),
                None => Cow::Owned(text.decoded()?.into_owned().into_bytes()),
            });
        }
        _ => return Ok(Cow::Borrowed(reader.raw()?)),
    }
    Ok(Cow::Borrowed(&[]))
}

/// Reads a value as text; none for `null`. Arrays and objects stand as their JSON.
pub(super) fn scalar<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Box<Mismatch>> {
    Ok(match reader.peek()? {
        Kind::Null => {
            reader.null()?;
            None
        }
        Kind::Text => Some(reader.text()?.decoded()?),
        _ => Some(String::from_utf8_lossy(reader.raw()?)),
    })
}
