//! Lists of options in a question: matching new options with stored ones, ordering them, and hiding removed ones.

use super::field::FieldPath;
use crate::spec::resources::questions::{Choice, Column, ColumnChoice, Row};
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;
use crate::wire::order;
use litemap::LiteMap;
use std::collections::BTreeSet;

/// An option with a position: a choice, row or column.
pub trait QuestionOption: Clone {
    /// The id; empty until it is assigned.
    fn id(&self) -> &Id;
    /// Whether respondents see it.
    fn is_visible(&self) -> bool;
    /// Hides it from respondents.
    fn hide(&mut self);
    /// Sets its position.
    fn set_position(&mut self, position: Integer);
}

macro_rules! parts {
    ($($type:ident)+) => { $(
        impl QuestionOption for $type {
            fn id(&self) -> &Id {
                &self.id
            }
            fn is_visible(&self) -> bool {
                self.visible
            }
            fn hide(&mut self) {
                self.visible = false;
            }
            fn set_position(&mut self, position: Integer) {
                self.position = position;
            }
        }
    )+ };
}

parts! { Choice Row Column ColumnChoice }

/// The ids of the stored options; `None` for a new question.
pub type OptionIds<'a> = Option<LiteMap<&'a Id, ()>>;

/// The ids of these options.
pub fn option_ids<T: QuestionOption>(previous: Option<&[T]>) -> OptionIds<'_> {
    previous.map(|previous| order::collect_list_set(previous.iter().map(QuestionOption::id)))
}

/// The id of a submitted option: that of the stored option that it names, or empty.
///
/// In a new question, ids are ignored, so that a design can be sent back as it was read.
///
/// # Errors
///
/// 1000 if the question exists and has no such option.
pub fn resolve_id(at: FieldPath, submitted: Option<Id>, known: &OptionIds) -> Result<Id, ApiError> {
    match (submitted, known) {
        (Some(id), Some(known)) => {
            at.name("id").check_that(known.contains_key(&id), "be the id of an option of the question")?;
            Ok(id)
        }
        _ => Ok(Id(String::new())),
    }
}

/// The options in the order of their requested positions, numbered from 1. If the survey has responses, removed options
/// stay at the end, hidden.
///
/// # Errors
///
/// 1000 if a position is 0 or an id occurs twice.
pub fn order_options<T: QuestionOption>(
    at: FieldPath,
    written: Vec<(Option<Integer>, T)>,
    previous: Option<&[T]>,
    answered: bool,
) -> Result<Vec<T>, ApiError> {
    let mut placed = Vec::with_capacity(written.len());
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for (index, (position, part)) in written.into_iter().enumerate() {
        let own = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        let requested = position.map_or(own, Integer::get);
        at.item(index).name("position").check_that(requested > 0, "be 1 or more")?;
        let is_unique = part.id().0.is_empty() || ids.insert(part.id().0.clone());
        at.item(index).name("id").check_that(is_unique, "not be that of another item of the list")?;
        placed.push((requested, position.is_none(), part));
    }
    // An option that requests a position comes before one that has it only by its place in the list.
    order::sort_by_key(&mut placed, |(requested, is_default, _)| (*requested, *is_default));
    let mut parts: Vec<T> = placed.into_iter().map(|(_, _, part)| part).collect();
    if answered {
        for old in previous.unwrap_or_default().iter().filter(|old| !ids.contains(&old.id().0)) {
            let mut hidden = old.clone();
            hidden.hide();
            parts.push(hidden);
        }
    }
    assign_positions(&mut parts);
    Ok(parts)
}

/// Numbers the options from 1.
pub fn assign_positions<T: QuestionOption>(parts: &mut [T]) {
    for (position, part) in (1_u64..).zip(parts) {
        part.set_position(Integer::saturating(position));
    }
}
