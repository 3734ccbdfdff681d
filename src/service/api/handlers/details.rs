//! A survey's details: its design as JSON text, written some questions at a time.

use crate::service::actor::context::Context;
use crate::service::store::sql::Row;
use crate::service::surveys::answers::{Place, is_more, some};
use crate::service::surveys::design::shown;
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::pages::{PageDetails, PageRef};
use crate::spec::resources::surveys::SurveyDetails;
use crate::spec::types::{Id, Integer};
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::collections::BTreeMap;

/// Bytes of a page beside its questions, more or less.
const PAGE: usize = 1000;

/// Details that are being written.
pub struct Details {
    /// What the survey is like; changed meanwhile, it is written anew.
    modified: Moment,
    /// The last question that was written.
    after: Place,
    /// How many questions each page has, and their text.
    pages: BTreeMap<String, (u64, Vec<u8>)>,
}

/// The details of a survey as JSON text.
pub fn text(context: &Context, survey_id: &Id, survey: &Row) -> Result<Vec<u8>, ApiError> {
    let modified = survey.moment("modified");
    let begun = context.pieces.kept(|details: &Details| details.modified == modified);
    let fresh = || Box::new(Details { modified, after: (String::new(), 0), pages: BTreeMap::new() });
    let mut details = begun.unwrap_or_else(fresh);
    for row in some(context.sql, survey_id.as_str(), &mut details.after)?.into_iter().flatten() {
        let (count, text) = details.pages.entry(row.text("page_id")).or_default();
        if *count > 0 {
            text.push(b',');
        }
        *count = count.saturating_add(1);
        shown::question(context, survey_id, &row)?.write(text);
    }
    if is_more(context.sql, survey_id.as_str(), &details.after)? {
        return Err(context.pieces.pause(details));
    }
    details.whole(context, survey_id, survey)
}

impl Details {
    /// Most of the time that this takes goes by copying: so each byte is copied once.
    fn whole(mut self, context: &Context, survey_id: &Id, survey: &Row) -> Result<Vec<u8>, ApiError> {
        let mut fields = shown::fields(context, survey);
        fields.insert("pages".to_owned(), serde_json::Value::Array(Vec::new()));
        let survey: SurveyDetails = payload::read(fields.into()).ok_or(Error::Internal)?;
        let survey = payload::text(&survey);
        let rows = shown::pages(context.sql, survey_id)?;
        let length = self.pages.values().map(|(_, text)| text.len()).sum::<usize>();
        let mut whole = Vec::with_capacity(length.saturating_add(rows.len().saturating_mul(PAGE)));
        let (before, behind) = payload::parted(&survey, "pages");
        whole.extend_from_slice(before);
        for (number, row) in rows.iter().enumerate() {
            let (count, questions) = self.pages.remove(&row.text("id")).unwrap_or_default();
            let PageRef { title, description, position, id, href } = shown::page_ref(context, survey_id, row);
            let question_count = Integer::saturating(count);
            let page = PageDetails { title, description, position, id, href, question_count, questions: Vec::new() };
            if number > 0 {
                whole.push(b',');
            }
            let page = payload::text(&page);
            let (before, behind) = payload::parted(&page, "questions");
            [before, &questions, behind].iter().for_each(|part| whole.extend_from_slice(part));
        }
        whole.extend_from_slice(behind);
        Ok(whole)
    }
}
