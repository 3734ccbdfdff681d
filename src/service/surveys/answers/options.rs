//! Whether an id names an option of a question that can still be picked.

use super::problem::Reason;
use crate::service::surveys::words::Word;
use crate::spec::types::Id;

/// The option with an id, if there is one and it was not deleted; else what is wrong.
pub fn pick<'a, T>(
    options: &'a [T],
    id: &Id,
    what: &str,
    facts: impl Fn(&'a T) -> (&'a Id, bool),
) -> Result<&'a T, Reason> {
    let option = options.iter().find(|option| facts(option).0 == id);
    match option {
        None => Err(Reason::told(format!("There is no such {what}."), Word::NotOffered)),
        Some(option) if !facts(option).1 => Err(Reason::told(format!("The {what} was deleted."), Word::NotOffered)),
        Some(option) => Ok(option),
    }
}
