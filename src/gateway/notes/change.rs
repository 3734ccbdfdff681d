//! A change of notes: exactly one edit, and the version that it was made from. Unknown members are refused, because a
//! change that was only half understood must not be stored.

use crate::gateway::json::decode_number;
use crate::gateway::problem::Problem;
use crate::wire::json::{JsonError, Reader};
use crate::wire::path::is_id;

/// Characters of the name of a tag or a view.
pub const NAME_MAX: usize = 100;

/// Bytes of a view's URL: our choice.
pub const VIEW_URL_MAX: usize = 8_000;

/// What a change does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotesEdit {
    /// Adds a tag to responses, and removes it from others. The tag is made if there is none.
    Tag {
        /// Its name.
        name: String,
        /// Ids of responses that get it.
        add: Vec<String>,
        /// Ids of responses that lose it.
        remove: Vec<String>,
    },
    /// Renames a tag.
    RenameTag {
        /// Its name.
        from: String,
        /// Its new name.
        to: String,
    },
    /// Removes a tag from all responses.
    RemoveTag(String),
    /// Names a view, or replaces the one with this id.
    View {
        /// The view to replace.
        id: Option<String>,
        /// Its name.
        name: String,
        /// Its URL, without the origin.
        address: String,
    },
    /// Removes the view with this id.
    RemoveView(String),
}

/// A change of notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotesChange {
    /// The version that the page has.
    pub version: i64,
    /// What it changes.
    pub edit: NotesEdit,
}

/// Who changes the notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The person's name, for colleagues.
    pub by: String,
    /// The time of the change.
    pub at: String,
    /// The id of a view that is added.
    pub new_id: String,
}

impl NotesChange {
    /// Parses the body of a change. `if_match` is the version that the request names in its header; the body may name
    /// it instead, or the same.
    ///
    /// # Errors
    ///
    /// [`Problem::BadRequest`] if the body is not a change.
    pub fn parse(body: &[u8], if_match: Option<i64>) -> Result<NotesChange, Problem> {
        parse_change(body, if_match).ok().flatten().ok_or(Problem::BadRequest)
    }
}

/// `Ok(None)` is JSON that is not a change.
fn parse_change(body: &[u8], if_match: Option<i64>) -> Result<Option<NotesChange>, JsonError> {
    let (mut version, mut edit) = (if_match, None);
    let mut reader = Reader::new(body);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        let key = key.raw()?;
        let value = reader.read_raw()?;
        if key == "version" {
            let named = decode_number(value).and_then(|number| number.parse().ok());
            if named.is_none() || (version.is_some() && version != named) {
                return Ok(None);
            }
            version = named;
            continue;
        }
        let Some(parsed) = parse_edit(key, value)? else { return Ok(None) };
        // One edit, so that it is done as a whole or not at all.
        if edit.replace(parsed).is_some() {
            return Ok(None);
        }
    }
    reader.expect_end()?;
    Ok(version.zip(edit).map(|(version, edit)| NotesChange { version, edit }))
}

fn parse_edit(key: &str, value: &[u8]) -> Result<Option<NotesEdit>, JsonError> {
    let edit = match key {
        "tag" => {
            let Some([name, add, remove]) = read_members(value, ["name", "add", "remove"])? else { return Ok(None) };
            let (Some(name), Some(add), Some(remove)) = (read_name(name)?, read_ids(add)?, read_ids(remove)?) else {
                return Ok(None);
            };
            NotesEdit::Tag { name, add, remove }
        }
        "rename_tag" => {
            let Some([from, to]) = read_members(value, ["from", "to"])? else { return Ok(None) };
            let (Some(from), Some(to)) = (read_name(from)?, read_name(to)?) else { return Ok(None) };
            NotesEdit::RenameTag { from, to }
        }
        "remove_tag" => match read_name(Some(value))? {
            Some(name) => NotesEdit::RemoveTag(name),
            None => return Ok(None),
        },
        "view" => {
            let Some([id, name, address]) = read_members(value, ["id", "name", "address"])? else { return Ok(None) };
            let id = id.map(read_id).transpose()?;
            let (Some(name), Some(address)) = (read_name(name)?, read_view_url(address)?) else { return Ok(None) };
            if id == Some(None) {
                return Ok(None);
            }
            NotesEdit::View { id: id.flatten(), name, address }
        }
        "remove_view" => match read_id(value)? {
            Some(id) => NotesEdit::RemoveView(id),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(edit))
}

/// The raw values of an object's members; `None` if it has others, or one twice.
fn read_members<'a, const N: usize>(
    object: &'a [u8],
    names: [&str; N],
) -> Result<Option<[Option<&'a [u8]>; N]>, JsonError> {
    let mut values = [None; N];
    let mut reader = Reader::new(object);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        let slot = names.iter().position(|name| key.equals(name)).and_then(|at| values.get_mut(at));
        match slot {
            Some(slot) if slot.is_none() => *slot = Some(reader.read_raw()?),
            _ => return Ok(None),
        }
    }
    Ok(Some(values))
}

fn read_text(value: &[u8]) -> Result<String, JsonError> {
    Ok(Reader::new(value).read_text()?.decode()?.into_owned())
}

/// A name of at most [`NAME_MAX`] characters, without blanks around it and without control characters.
fn read_name(value: Option<&[u8]>) -> Result<Option<String>, JsonError> {
    let name = value.map(read_text).transpose()?;
    Ok(name.filter(|name| {
        let is_bare = !name.is_empty() && name.trim().len() == name.len() && !name.chars().any(char::is_control);
        is_bare && name.chars().count() <= NAME_MAX
    }))
}

/// The end of a URL of the page itself: it begins with `/`, `?` or `#`, and leads to no other origin.
fn read_view_url(value: Option<&[u8]>) -> Result<Option<String>, JsonError> {
    let address = value.map(read_text).transpose()?;
    Ok(address.filter(|address| {
        let is_own = address.starts_with(['/', '?', '#']) && !address.starts_with("//") && !address.contains('\\');
        is_own && !address.chars().any(char::is_control) && address.len() <= VIEW_URL_MAX
    }))
}

fn read_id(value: &[u8]) -> Result<Option<String>, JsonError> {
    Ok(Some(read_text(value)?).filter(|id| is_id(id)))
}

/// Ids of responses; none without a value.
fn read_ids(value: Option<&[u8]>) -> Result<Option<Vec<String>>, JsonError> {
    let mut ids = Vec::new();
    let Some(value) = value else { return Ok(Some(ids)) };
    let mut reader = Reader::new(value);
    reader.begin_array()?;
    while reader.next_item()? {
        ids.push(reader.read_text()?.decode()?.into_owned());
    }
    Ok(Some(ids).filter(|ids| ids.iter().all(|id| is_id(id))))
}
