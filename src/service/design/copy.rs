//! A survey made of pages that the caller sends, or of those of another survey.

use super::cells::Room;
use super::field::Field;
use super::ids;
use super::question::{Setting, question};
use super::store::{add_page, add_questions, body, room_for, room_for_pages};
use crate::service::context::Context;
use crate::service::sql::values;
use crate::spec::resources::pages::SurveyPageNew;
use crate::wire::error::ApiError;
use crate::wire::order;
use serde_json::Value;
use std::collections::BTreeMap;

/// Writes whole pages into a new survey.
pub fn write_pages(
    context: &Context,
    survey_id: &str,
    pages: Vec<SurveyPageNew>,
    is_quiz: bool,
) -> Result<(), ApiError> {
    let at = Field::BODY.name("pages");
    at.check(!pages.is_empty(), "have an item")?;
    room_for_pages(i64::try_from(pages.len()).unwrap_or(i64::MAX))?;
    room_for(context, survey_id, pages.iter().flat_map(|page| &page.questions).flatten().count())?;
    let setting = Setting { is_quiz, answered: false };
    let mut room = Room::of(context.sql, survey_id)?;
    for ((index, position), page) in (0..).zip(1..).zip(pages) {
        let at = at.item(index);
        let title = at.name("title").title(page.title)?.unwrap_or_default();
        let description = at.name("description").text(page.description)?.unwrap_or_default();
        let page_id = add_page(context, survey_id, position, &title, &description)?;
        let at = at.name("questions");
        let mut bodies = Vec::new();
        for (index, new) in page.questions.into_iter().flatten().enumerate() {
            let at = at.item(index);
            at.name("position").check(new.position.is_none_or(|place| place.get() > 0), "be a place from 1 on")?;
            bodies.push((new.position, body(&question(context, at, new, setting, None)?)));
        }
        // Those that ask for a place come in its order, before one that happens to stand there: our choice.
        let mut placed: Vec<(u32, bool, Value)> = (1..)
            .zip(bodies)
            .map(|(own, (wanted, body))| (wanted.map_or(own, |place| place.get()), wanted.is_none(), body))
            .collect();
        order::sort(&mut placed, |(wanted, unasked, _)| (*wanted, *unasked));
        room.turn(&page_id, position)?;
        add_questions(context, &mut room, &page_id, 1, placed.into_iter().map(|(_, _, body)| body).collect())?;
    }
    Ok(())
}

/// Copies the pages of a survey into a new one. What was deleted in the editor stays behind: no answer of the copy
/// refers to it.
pub fn copy_pages(context: &Context, from: &str, to: &str) -> Result<(), ApiError> {
    let questions = context.sql.run(
        "SELECT page_id, body
         FROM questions
         WHERE survey_id = ?
         ORDER BY page_id, position",
        values![from],
    )?;
    let mut by_page: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for row in questions {
        let mut body = row.json("body");
        if !is_hidden(&body) {
            without_hidden(&mut body);
            ids::forget(&mut body);
            by_page.entry(row.text("page_id")).or_default().push(body);
        }
    }
    room_for(context, to, by_page.values().map(Vec::len).sum())?;
    let pages = context.sql.run(
        "SELECT id, position, title, description
         FROM pages
         WHERE survey_id = ?
         ORDER BY position",
        values![from],
    )?;
    let mut room = Room::of(context.sql, to)?;
    for page in pages {
        let (id, position) = (page.text("id"), page.integer("position"));
        let copy = add_page(context, to, position, &page.text("title"), &page.text("description"))?;
        let bodies = by_page.remove(&id).unwrap_or_default();
        room.turn(&copy, position)?;
        add_questions(context, &mut room, &copy, 1, bodies)?;
    }
    Ok(())
}

fn is_hidden(part: &Value) -> bool {
    part.get("visible") == Some(&Value::Bool(false))
}

/// Takes out of a question the options that were deleted, and numbers the others anew.
fn without_hidden(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|item| !is_hidden(item));
            for (place, item) in (1_u64..).zip(items) {
                if let Some(position) = item.get_mut("position") {
                    *position = place.into();
                }
                without_hidden(item);
            }
        }
        Value::Object(fields) => {
            fields.retain(|_, field| !is_hidden(field));
            fields.values_mut().for_each(without_hidden);
        }
        _ => {}
    }
}
