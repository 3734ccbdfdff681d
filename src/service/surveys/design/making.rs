//! A survey that is made of pages that the caller sends, or of those of another one: in pieces, and all or nothing.
//!
//! Everything is read and judged before anything is written. The rows of its pages and questions then name a survey that
//! nobody finds, since its own row is written last. If it does not come to that, the agenda takes them away.

use super::cells::{Cost, Room};
use super::field::Field;
use super::made::Made;
use super::outline::Questions;
use super::question::{Setting, question};
use super::store::{self, room_for, room_for_pages};
use super::survey::Fields;
use super::{rows, shown};
use crate::service::actor::context::Context;
use crate::service::actor::pieces::TEXT;
use crate::service::store::ids::{Kind, next};
use crate::service::store::sql::{first, values};
use crate::service::surveys::access::visible;
use crate::service::surveys::answers::{Place, is_more, some};
use crate::spec::errors::Error;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::pages::SurveyPageNew;
use crate::spec::resources::questions::QuestionNew;
use crate::spec::resources::surveys::Survey;
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::Integer;
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::{order, payload};
use std::collections::{BTreeMap, VecDeque};

/// Rows that one piece writes.
const ROWS: usize = 100;

/// Bytes that one row takes beside its text.
const ROW: usize = 500;

/// A survey that is being made.
pub struct Making {
    fields: Fields,
    did: ActivityType,
    source: Source,
    room: Room,
    /// Titles and descriptions of the pages that are still to be written.
    pages: VecDeque<[String; 2]>,
    /// Questions that are still to be written: the number of the page, the place there.
    questions: VecDeque<(usize, i64, Made)>,
    /// The survey, once something of it is written.
    id: String,
    /// The pages that are written.
    page_ids: Vec<String>,
    /// How many questions there are.
    count: u64,
    /// Bytes that this piece has read, made and written.
    spent: usize,
}

/// Where pages come from that are not read yet.
enum Source {
    /// What the caller sent.
    Sent(Sent),
    /// A survey.
    Survey(Copied),
    /// Everything is read.
    Nowhere,
}

/// Pages as they were sent, and where in the list the next question stands.
struct Sent {
    pages: VecDeque<(SurveyPageNew, Questions)>,
    page: usize,
    /// The questions of the page that are made, with the place that each asks for.
    made: Vec<(Option<Integer>, Made)>,
}

/// A survey that is being read.
struct Copied {
    survey_id: String,
    modified: Moment,
    after: Place,
    by_page: BTreeMap<String, Vec<Made>>,
}

impl Making {
    fn new(fields: Fields, did: ActivityType, source: Source) -> Box<Making> {
        Box::new(Making {
            fields,
            did,
            source,
            room: Room::default(),
            pages: VecDeque::new(),
            questions: VecDeque::new(),
            id: String::new(),
            page_ids: Vec::new(),
            count: 0,
            spent: 0,
        })
    }

    /// A survey with one empty page.
    pub fn blank(fields: Fields) -> Box<Making> {
        let mut making = Making::new(fields, ActivityType::SurveyInfoCreate, Source::Nowhere);
        making.pages.push_back([String::new(), String::new()]);
        making
    }

    /// A survey of these pages. Their questions stand beside them, as JSON texts.
    pub fn of(
        context: &Context,
        fields: Fields,
        pages: Vec<(SurveyPageNew, Questions)>,
    ) -> Result<Box<Making>, ApiError> {
        Field::BODY.name("pages").check(!pages.is_empty(), "have an item")?;
        room_for_pages(i64::try_from(pages.len()).unwrap_or(i64::MAX))?;
        room_for(context, "", pages.iter().map(|(_, questions)| questions.len()).sum())?;
        let sent = Sent { pages: pages.into(), page: 0, made: Vec::new() };
        let mut making = Making::new(fields, ActivityType::SurveyInfoCreate, Source::Sent(sent));
        // To find the questions in the body took its time.
        making.spent = context.request.body.len() / 8;
        Ok(making)
    }

    /// A copy of a survey.
    pub fn copy(fields: Fields, survey_id: String) -> Box<Making> {
        let source = Copied { survey_id, modified: Moment(0), after: Place::default(), by_page: BTreeMap::new() };
        Making::new(fields, ActivityType::SurveyInfoCopy, Source::Survey(source))
    }

    /// The next piece of work, and the survey after the last.
    pub fn go_on(mut self: Box<Making>, context: &Context) -> Result<Survey, ApiError> {
        while !matches!(self.source, Source::Nowhere) {
            if self.spent >= TEXT {
                self.spent = 0;
                return Err(context.pieces.pause(self));
            }
            self.read(context)?;
        }
        while !self.pages.is_empty() || !self.questions.is_empty() {
            if self.spent >= TEXT {
                self.spent = 0;
                rows::watch(context.ground(), &self.id)?;
                return Err(context.pieces.pause_written(self));
            }
            self.write(context)?;
        }
        self.finish(context)
    }

    /// Reads the next question, or what follows the last one of a page.
    fn read(&mut self, context: &Context) -> Result<(), ApiError> {
        match std::mem::replace(&mut self.source, Source::Nowhere) {
            Source::Nowhere => Ok(()),
            Source::Sent(sent) => self.sent(context, sent),
            Source::Survey(copied) => self.copied(context, copied),
        }
    }

    fn sent(&mut self, context: &Context, mut sent: Sent) -> Result<(), ApiError> {
        let at = Field::BODY.name("pages");
        let at = at.item(sent.page);
        let Some((page, questions)) = sent.pages.front_mut() else { return Ok(()) };
        if let Some(next) = questions.pop_front() {
            let at = at.name("questions");
            let at = at.item(sent.made.len());
            let body =
                serde_json::from_slice(&next).map_err(|error| ApiError::with(Error::NotJson, format!("{error}.")))?;
            let new: QuestionNew = payload::read(body).ok_or(Error::BadBody)?;
            let place = new.position;
            at.name("position").check(place.is_none_or(|place| place.get() > 0), "be a place from 1 on")?;
            let setting = Setting { is_quiz: self.fields.quiz_options.is_some(), answered: false };
            let made = Made::of(question(context, at, new, setting, None)?);
            self.spent = self.spent.saturating_add(ROW).saturating_add(made.text.len());
            sent.made.push((place, made));
        } else {
            let title = at.name("title").title(page.title.take())?.unwrap_or_default();
            let description = at.name("description").text(page.description.take())?.unwrap_or_default();
            // Those that ask for a place come in its order, before one that happens to stand there: our choice.
            let made = std::mem::take(&mut sent.made);
            let mut placed: Vec<(u32, bool, Made)> = (1..)
                .zip(made)
                .map(|(own, (wanted, made))| (wanted.map_or(own, Integer::get), wanted.is_none(), made))
                .collect();
            order::sort(&mut placed, |(wanted, unasked, _)| (*wanted, *unasked));
            self.add([title, description], placed.into_iter().map(|(_, _, made)| made).collect())?;
            sent.pages.pop_front();
            sent.page = sent.page.saturating_add(1);
        }
        self.source = Source::Sent(sent);
        Ok(())
    }

    /// Reads some questions of the survey that is copied; from its first one if it was changed since.
    fn copied(&mut self, context: &Context, mut copied: Copied) -> Result<(), ApiError> {
        let row = first(context.sql, "SELECT modified FROM surveys WHERE id = ?", values![copied.survey_id.as_str()])?;
        let modified = row.ok_or(Error::NotFound)?.moment("modified");
        if copied.modified != modified {
            copied = Copied { modified, after: Place::default(), by_page: BTreeMap::new(), ..copied };
        }
        for row in some(context.sql, &copied.survey_id, &mut copied.after)?.into_iter().flatten() {
            let Some(made) = Made::copy(&row) else { continue };
            self.spent = self.spent.saturating_add(ROW).saturating_add(made.text.len());
            copied.by_page.entry(row.text("page_id")).or_default().push(made);
        }
        if is_more(context.sql, &copied.survey_id, &copied.after)? {
            self.source = Source::Survey(copied);
            return Ok(());
        }
        room_for(context, "", copied.by_page.values().map(Vec::len).sum())?;
        let pages = context.sql.run(
            "SELECT id, title, description
             FROM pages
             WHERE survey_id = ?
             ORDER BY position",
            values![copied.survey_id],
        )?;
        for page in pages {
            let questions = copied.by_page.remove(&page.text("id")).unwrap_or_default();
            self.add([page.text("title"), page.text("description")], questions)?;
        }
        Ok(())
    }

    /// Adds a page to those that are to be written, and judges what it costs.
    fn add(&mut self, page: [String; 2], questions: Vec<Made>) -> Result<(), ApiError> {
        let number = self.pages.len();
        self.pages.push_back(page);
        self.room.turn(i64::try_from(self.pages.len()).unwrap_or(i64::MAX));
        for (place, made) in (1_i64..).zip(questions) {
            self.room.take(place, (&made.text, made.cost), Cost::default())?;
            self.questions.push_back((number, place, made));
            self.count = self.count.saturating_add(1);
        }
        self.spent = self.spent.saturating_add(ROW);
        Ok(())
    }

    /// Writes the next rows: pages first.
    fn write(&mut self, context: &Context) -> Result<(), ApiError> {
        if self.id.is_empty() {
            self.id = next(context.sql, Kind::Survey)?;
        }
        let left = ROWS.saturating_mul(ROW).min(TEXT.saturating_sub(self.spent));
        let mut bytes = 0_usize;
        let mut fits = |text: usize| {
            let fits = bytes < left;
            bytes = bytes.saturating_add(ROW).saturating_add(text);
            fits
        };
        if self.pages.is_empty() {
            let fitting = self.questions.iter().take_while(|(_, _, made)| fits(made.text.len())).count();
            let rows: Vec<(usize, i64, Made)> = self.questions.drain(..fitting).collect();
            rows::questions(context.sql, &self.id, &self.page_ids, rows)?;
        } else {
            let fitting = self.pages.iter().take_while(|[title, more]| fits(title.len().saturating_add(more.len())));
            let fitting = fitting.count();
            let rows: Vec<[String; 2]> = self.pages.drain(..fitting).collect();
            rows::pages(context.sql, &self.id, &mut self.page_ids, rows)?;
        }
        self.spent = self.spent.saturating_add(bytes);
        Ok(())
    }

    /// Writes the survey itself: from now on it is seen.
    fn finish(self, context: &Context) -> Result<Survey, ApiError> {
        let Making { id, fields, did, .. } = self;
        let owner = context.account.user_id.as_str();
        context.sql.run(
            "INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                                  page_count, question_count, response_count, created, modified)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)",
            values![
                id.as_str(),
                owner,
                fields.title.as_str(),
                fields.nickname.as_str(),
                fields.language.as_str(),
                fields.category.as_str(),
                fields.folder_id.as_str(),
                fields.body().to_string(),
                context.now,
                context.now,
            ],
        )?;
        store::count(context, &id)?;
        rows::finished(context.ground(), &id)?;
        let row = visible(context, &id.as_str().into())?;
        if (row.count("page_count"), row.count("question_count")) != (self.page_ids.len() as u64, self.count) {
            // It took so long that some of it was taken away.
            return Err(Error::Unavailable.into());
        }
        context.did(did, &fields.title)?;
        store::tell(context, EventType::SurveyCreated, &id, owner)?;
        shown::survey(context, &row)
    }
}
