//! Reading responses page by page, the newest first, within the requests that a call may spend.

use super::filters::Filters;
use super::{Step, list, number, text};
use crate::gateway::agents::requests::{ApiRequest, PAGE_MAX};
use crate::gateway::agents::value::{Members, ToValue, Value, object};
use crate::spec::tools::{REQUESTS_DEFAULT, REQUESTS_MAX};

/// Requests above which a call must name how many it may spend.
const ASKED_FROM: u64 = 10;

/// The pages of responses that a call reads.
pub(super) struct Reading {
    survey_id: String,
    filters: Filters,
    /// Ids of the questions whose answers are read; empty for all.
    questions: String,
    most: Option<u64>,
    requests: u64,
    /// The number of the page that was asked for last.
    page: u64,
    /// Responses of a page.
    page_size: u64,
    /// Responses that were read, with previews.
    read: u64,
    /// Responses that there are, with previews that were not read.
    total: u64,
    /// Previews that were read, which no number counts.
    previews: u64,
    /// Responses of the survey without previews; `None` if filters choose some of them.
    known: Option<u64>,
}

/// What follows a page.
pub(super) enum Next {
    /// There is another one.
    Page(Step),
    /// All were read, or as many as the call may read.
    End,
}

impl Reading {
    pub(super) fn of(arguments: &Value, questions: &[&str]) -> Reading {
        Reading {
            survey_id: text(arguments, "survey_id").to_owned(),
            filters: Filters::of(arguments),
            questions: questions.join(","),
            most: arguments.get("max_requests").and_then(Value::as_u64),
            requests: 0,
            page: 1,
            page_size: PAGE_MAX.into(),
            read: 0,
            total: 0,
            previews: 0,
            known: None,
        }
    }

    /// Takes from the survey's design how many responses there are. The service's lists count previews too.
    pub(super) fn learn_total(&mut self, details: &Value) {
        self.known = self.filters.is_empty().then(|| number(details, "response_count"));
    }

    /// The same with at most this many requests.
    pub(super) fn at_most(self, most: u64) -> Reading {
        Reading { most: Some(most), ..self }
    }

    /// The request for a page, the first one at the beginning.
    pub(super) fn ask(&mut self) -> Step {
        self.requests = self.requests.saturating_add(1);
        let (page, per_page) = (self.page.to_string(), self.page_size.to_string());
        let parameters = self.filters.with(&[
            ("question_ids", &self.questions),
            ("sort_by", "date_modified"),
            ("sort_order", "DESC"),
            ("page", &page),
            ("per_page", &per_page),
        ]);
        Step::ask(ApiRequest::get(&["surveys", &self.survey_id, "responses", "bulk"], &parameters))
    }

    /// Counts a page, or asks for a smaller one at the same place.
    pub(super) fn take(&mut self, page: &Value) -> Next {
        if let Some(size) = page.get(FITTING_SIZE).and_then(Value::as_u64) {
            if size >= self.page_size {
                return Next::Page(Step::Fail(
                    "A page of responses is too large. Use filters, or summarise.".to_owned(),
                ));
            }
            // It divides the size of the page: a smaller page begins where the larger one did.
            let before = self.page.saturating_sub(1).saturating_mul(self.page_size);
            self.page = before.checked_div(size).unwrap_or_default().saturating_add(1);
            self.page_size = size;
            return Next::Page(self.ask());
        }
        let (count, per_page) = (list(page, "data").len(), number(page, "per_page").max(1));
        self.page_size = per_page;
        self.read = self.read.saturating_add(u64::try_from(count).unwrap_or_default());
        let previews = count.saturating_sub(counted(page).count());
        self.previews = self.previews.saturating_add(u64::try_from(previews).unwrap_or_default());
        self.total = number(page, "total").max(self.read);
        let needed = self.total.div_ceil(per_page);
        if self.most.is_none() && needed > ASKED_FROM {
            return Next::Page(Step::Fail(format!(
                "There are {} responses: reading all takes {needed} requests. Call again with max_requests, at most \
                 {REQUESTS_MAX}, to read the newest; or use filters, or summarise, which costs 2.",
                self.total
            )));
        }
        let most = self.most.unwrap_or(REQUESTS_DEFAULT.into());
        if count == 0 || self.page >= needed || self.requests >= most {
            return Next::End;
        }
        self.page = self.page.saturating_add(1);
        Next::Page(self.ask())
    }

    /// Adds how many responses were read, and how many there are.
    pub(super) fn count_into(&self, result: &mut Members) {
        result.insert("responses_read", self.read.saturating_sub(self.previews).to_value());
        let listed = self.total.saturating_sub(self.previews);
        let known = self.known.filter(|_| self.read < self.total);
        result.insert("responses", known.unwrap_or(listed).to_value());
    }

    /// Adds what was read, and whether that is all.
    pub(super) fn describe_into(&self, result: &mut Members) {
        self.count_into(result);
        result.insert("truncated", (self.read < self.total).to_value());
        if self.read < self.total {
            let how = format!("Only the newest were read. Use filters, or max_requests of up to {REQUESTS_MAX}.");
            result.insert("how", how.to_value());
        }
    }
}

/// Member of the answer to a request for a page that is too large.
const FITTING_SIZE: &str = "fitting_size";

/// What a tool gets instead of a page that is too large: the size of a page that fits.
pub fn too_large(size: u64) -> Value {
    object(vec![(FITTING_SIZE, size.to_value())])
}

/// The responses of a page without previews.
pub(super) fn counted(page: &Value) -> impl Iterator<Item = &Value> {
    list(page, "data").iter().filter(|response| text(response, "collection_mode") != "survey_preview")
}

/// The answers of a response to a question.
pub(super) fn answers_to<'a>(response: &'a Value, question_id: &'a str) -> impl Iterator<Item = &'a Value> {
    let questions = list(response, "pages").iter().flat_map(|page| list(page, "questions"));
    questions.filter(move |question| text(question, "id") == question_id).flat_map(|question| list(question, "answers"))
}

/// The id of the option that an answer picks; `None` for a text alone.
pub(super) fn picked(answer: &Value) -> Option<&str> {
    answer.get("choice_id").or_else(|| answer.get("other_id")).and_then(Value::as_str)
}
