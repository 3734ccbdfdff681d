//! The notes of a survey: tags of its responses, and named views. They belong to the survey: every account that may
//! read it sees and changes them.
//!
//! A change names the version that it was made from, and is refused if there is a newer one: its page has not seen the
//! changes of others. What a change removes or replaces may be gone all the same: then it is done, or is added again.

pub mod change;

use super::json::{JsonValue, write_object};
use super::problem::Problem;
use crate::wire::etag::lists_etag;
use crate::wire::http::{Request, Response};
use crate::wire::json::{JsonError, Reader};
use crate::wire::path::is_id;
use crate::wire::text::{parse_number, quote_into};
use change::{Author, NotesChange, NotesEdit};

/// Path below which each survey has its notes.
pub const PATH: &str = "/gateway/notes";

/// Bytes of the notes of a survey.
pub const NOTES_BYTES_MAX: usize = 1_000_000;

/// Tags of a survey.
pub const TAGS_MAX: usize = 200;

/// Views of a survey.
pub const VIEWS_MAX: usize = 200;

/// The survey of a path; `None` if it names none.
pub fn survey_of_path(path: &str) -> Option<&str> {
    path.strip_prefix(PATH)?.strip_prefix('/').filter(|id| is_id(id))
}

/// The notes of a survey.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    version: i64,
    tags: Vec<Tag>,
    views: Vec<View>,
}

/// A tag, and the responses that have it, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Tag {
    name: String,
    responses: Vec<String>,
}

/// A named view.
#[derive(Debug, Clone, PartialEq, Eq)]
struct View {
    id: String,
    name: String,
    /// The end of a page's URL, in which its state is.
    address: String,
    /// Who named it last.
    by: String,
    /// When.
    at: String,
}

impl Notes {
    /// Decodes stored notes; a survey without any has version 0.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the text is not the result of [`Notes::to_json`].
    pub fn decode(stored: Option<&str>) -> Result<Notes, JsonError> {
        let mut notes = Notes::default();
        let Some(stored) = stored else { return Ok(notes) };
        let mut reader = Reader::new(stored.as_bytes());
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            match key.raw()? {
                "version" => notes.version = reader.read_number()?.parse().map_err(|_| JsonError)?,
                "tags" => {
                    reader.begin_object()?;
                    while let Some(name) = reader.next_key()? {
                        let name = name.decode()?.into_owned();
                        notes.tags.push(Tag { name, responses: read_texts(&mut reader)? });
                    }
                }
                "views" => {
                    reader.begin_array()?;
                    while reader.next_item()? {
                        notes.views.push(View::read(&mut reader)?);
                    }
                }
                _ => return Err(JsonError),
            }
        }
        Ok(notes)
    }

    /// The notes as JSON: what a page gets, and what is stored.
    pub fn to_json(&self) -> String {
        let mut tags = String::from("{");
        for tag in &self.tags {
            tags.push_str(if tags.len() > 1 { "," } else { "" });
            quote_into(&mut tags, &tag.name);
            tags.push_str(":[");
            for (index, id) in tag.responses.iter().enumerate() {
                tags.push_str(if index > 0 { "," } else { "" });
                quote_into(&mut tags, id);
            }
            tags.push(']');
        }
        tags.push('}');
        let views: Vec<String> = self.views.iter().map(View::to_json).collect();
        let views = ["[", &views.join(","), "]"].concat();
        write_object(&[
            ("version", JsonValue::Number(self.version)),
            ("tags", JsonValue::Raw(&tags)),
            ("views", JsonValue::Raw(&views)),
        ])
    }

    /// Number of changes so far.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// Applies a change.
    ///
    /// # Errors
    ///
    /// [`Problem::NotesChanged`] if it was made from another version, and [`Problem::NotesTooLarge`] if there would be
    /// too much.
    pub fn apply(mut self, change: NotesChange, author: &Author) -> Result<Notes, Problem> {
        if change.version != self.version {
            return Err(Problem::NotesChanged);
        }
        self.version = self.version.saturating_add(1);
        match change.edit {
            NotesEdit::Tag { name, add, mut remove } => {
                let mut tag = self.take_tag(&name).unwrap_or(Tag { name, responses: Vec::new() });
                remove.sort_unstable();
                tag.responses.extend(add);
                tag.responses.retain(|id| remove.binary_search(id).is_err());
                self.put_tag(tag);
            }
            NotesEdit::RenameTag { from, to } => {
                if let Some(renamed) = self.take_tag(&from) {
                    // A tag that exists gets the responses of the other: no two tags have one name.
                    let mut tag = self.take_tag(&to).unwrap_or(Tag { name: to, responses: Vec::new() });
                    tag.responses.extend(renamed.responses);
                    self.put_tag(tag);
                }
            }
            NotesEdit::RemoveTag(name) => self.tags.retain(|tag| tag.name != name),
            NotesEdit::View { id, name, address } => {
                let Author { by, at, new_id } = author.clone();
                let view = View { id: id.unwrap_or(new_id), name, address, by, at };
                match self.views.iter_mut().find(|known| known.id == view.id) {
                    Some(known) => *known = view,
                    None => self.views.push(view),
                }
            }
            NotesEdit::RemoveView(id) => self.views.retain(|view| view.id != id),
        }
        let fits = self.tags.len() <= TAGS_MAX && self.views.len() <= VIEWS_MAX;
        if fits && self.to_json().len() <= NOTES_BYTES_MAX { Ok(self) } else { Err(Problem::NotesTooLarge) }
    }

    /// Adds a tag, in the order of names, with each of its responses once.
    fn put_tag(&mut self, mut tag: Tag) {
        tag.responses.sort_unstable();
        tag.responses.dedup();
        let at = self.tags.partition_point(|known| known.name < tag.name);
        self.tags.insert(at, tag);
    }

    fn take_tag(&mut self, name: &str) -> Option<Tag> {
        let at = self.tags.iter().position(|tag| tag.name == name)?;
        Some(self.tags.remove(at))
    }
}

impl View {
    fn to_json(&self) -> String {
        write_object(&[
            ("id", JsonValue::Text(&self.id)),
            ("name", JsonValue::Text(&self.name)),
            ("address", JsonValue::Text(&self.address)),
            ("by", JsonValue::Text(&self.by)),
            ("at", JsonValue::Text(&self.at)),
        ])
    }

    fn read(reader: &mut Reader<'_>) -> Result<View, JsonError> {
        let [mut id, mut name, mut address, mut by, mut at] = [const { String::new() }; 5];
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            let field = match key.raw()? {
                "id" => &mut id,
                "name" => &mut name,
                "address" => &mut address,
                "by" => &mut by,
                "at" => &mut at,
                _ => return Err(JsonError),
            };
            *field = reader.read_text()?.decode()?.into_owned();
        }
        Ok(View { id, name, address, by, at })
    }
}

/// The texts of an array.
fn read_texts(reader: &mut Reader<'_>) -> Result<Vec<String>, JsonError> {
    let mut texts = Vec::new();
    reader.begin_array()?;
    while reader.next_item()? {
        texts.push(reader.read_text()?.decode()?.into_owned());
    }
    Ok(texts)
}

/// The response with notes. Its tag is the version, so that a page that has it gets no body.
pub fn notes_response(request: &Request, version: i64, notes: &str) -> Response {
    let tag = version_tag(version);
    let is_known = request.header("if-none-match").is_some_and(|listed| lists_etag(listed, &tag));
    let response = if is_known { Response::empty(304) } else { Response::json(200, notes.to_owned()) };
    response.with_header("etag", &tag)
}

fn version_tag(version: i64) -> String {
    ["\"", &version.to_string(), "\""].concat()
}

/// The version that `If-Match` names.
pub fn version_of_tag(tag: &str) -> Option<i64> {
    let digits = tag.trim().strip_prefix('"')?.strip_suffix('"')?;
    parse_number(digits).and_then(|version| i64::try_from(version).ok())
}
