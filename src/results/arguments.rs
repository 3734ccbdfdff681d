//! The members of a query, checked when they are read.

pub(super) use crate::results::store::refuse;
use crate::results::store::{Bits, Rule, Store};
use crate::wire::failure::Failure;
use serde_json::{Map, Value};

/// A query, or a part of it that is an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arguments<'q> {
    members: &'q Map<String, Value>,
}

impl<'q> Arguments<'q> {
    pub(super) fn new(query: &'q Value) -> Result<Arguments<'q>, Box<Failure>> {
        let members = query.as_object().ok_or_else(|| refuse("object", "an object"))?;
        Ok(Arguments { members })
    }

    /// Refuses members other than these: a misspelt one would change nothing.
    pub(super) fn only(self, known: &[&str]) -> Result<Arguments<'q>, Box<Failure>> {
        match self.members.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(refuse(name, &["one of ", &known.join(", ")].concat())),
            None => Ok(self),
        }
    }

    /// A member; `None` if it is absent or `null`.
    pub(super) fn member(self, name: &str) -> Option<&'q Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(self, name: &str) -> Result<Option<&'q str>, Box<Failure>> {
        let read = |value: &'q Value| value.as_str().ok_or_else(|| refuse(name, "a string"));
        self.member(name).map(read).transpose()
    }

    pub(super) fn count(self, name: &str) -> Result<Option<u32>, Box<Failure>> {
        let read = |value: &Value| {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.ok_or_else(|| refuse(name, "a whole number, 0 or more"))
        };
        self.member(name).map(read).transpose()
    }

    /// A position or number of rows.
    pub(super) fn position(self, name: &str) -> Result<Option<usize>, Box<Failure>> {
        Ok(self.count(name)?.map(|number| number as usize))
    }

    pub(super) fn integer(self, name: &str) -> Result<Option<i64>, Box<Failure>> {
        let read = |value: &Value| value.as_i64().ok_or_else(|| refuse(name, "a whole number"));
        self.member(name).map(read).transpose()
    }

    pub(super) fn flag(self, name: &str) -> Result<bool, Box<Failure>> {
        let read = |value: &Value| value.as_bool().ok_or_else(|| refuse(name, "true or false"));
        Ok(self.member(name).map(read).transpose()?.unwrap_or(false))
    }

    pub(super) fn list(self, name: &str) -> Result<Option<&'q [Value]>, Box<Failure>> {
        let read = |value: &'q Value| value.as_array().map(Vec::as_slice).ok_or_else(|| refuse(name, "an array"));
        self.member(name).map(read).transpose()
    }

    /// The rows in view that the member `rule` lets through.
    pub(super) fn rows(self, store: &Store) -> Result<Bits, Box<Failure>> {
        store.filter(&Rule::from_value(self.member("rule"))?)
    }

    /// The position of the question whose id is the member `question`.
    pub(super) fn question(self, store: &Store) -> Result<usize, Box<Failure>> {
        let id = self.text("question")?.ok_or_else(|| refuse("question", "given"))?;
        find_question(store, id, "question")
    }

    /// The positions of the questions whose ids are in the member `questions`; of all if it is absent.
    pub(super) fn questions(self, store: &Store) -> Result<Vec<usize>, Box<Failure>> {
        let Some(ids) = self.list("questions")? else { return Ok((0..store.design().questions.len()).collect()) };
        let find = |id: &Value| {
            let id = id.as_str().ok_or_else(|| refuse("questions", "an array of strings"))?;
            find_question(store, id, "questions")
        };
        ids.iter().map(find).collect()
    }
}

/// The position of a question.
fn find_question(store: &Store, id: &str, member: &str) -> Result<usize, Box<Failure>> {
    store.design().question(id).ok_or_else(|| refuse(member, "the id of a question of the survey"))
}
