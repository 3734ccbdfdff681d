//! Reading responses page by page, the newest first, within the requests that a call may spend.

use super::filters::Filters;
use super::{Step, list, number, text};
use crate::gateway::agents::requests::{ApiRequest, PAGE_MAX};
use crate::gateway::agents::value::{Members, ToValue, Value, object};
use crate::spec::tools::{REQUESTS_DEFAULT, REQUESTS_MAX};
use std::collections::BTreeSet;

/// Requests above which a call must name how many it may spend.
const ASKED_FROM: u64 = 10;

/// Bytes of the ids of questions in a URL.
const IDS_MAX: usize = 1_000;

/// What an agent gets if no page of responses fits.
const TOO_LARGE: &str = "A page of responses is too large. Use filters, a larger max_requests, or summarise.";

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
    /// Responses that were read, with those that no number counts.
    read: u64,
    /// Responses that there are, with those that no number counts.
    total: u64,
    /// Previews that were read, and responses that were read twice.
    uncounted: u64,
    /// Ids of the responses that were read.
    seen: BTreeSet<String>,
    /// Why no more was read.
    stopped: Option<String>,
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
            uncounted: 0,
            seen: BTreeSet::new(),
            stopped: None,
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

    /// Reads the answers to these questions only, if a URL has room for their ids.
    pub(super) fn narrow_to(&mut self, ids: &[&str]) {
        self.questions = Some(ids.join(",")).filter(|ids| ids.len() <= IDS_MAX).unwrap_or_default();
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
        let request = ApiRequest::get(&["surveys", &self.survey_id, "responses", "bulk"], &parameters);
        Step::ask(ApiRequest { is_more: self.read > 0, ..request })
    }

    /// The responses of a page without previews and without those that were read before.
    pub(super) fn counted<'a>(&mut self, page: &'a Value) -> Vec<&'a Value> {
        let mut counted = Vec::new();
        for response in list(page, "data") {
            // What arrives or changes meanwhile moves the last ones of a page to the next.
            let is_new = self.seen.insert(text(response, "id").to_owned());
            match is_new && text(response, "collection_mode") != "survey_preview" {
                true => counted.push(response),
                false => self.uncounted = self.uncounted.saturating_add(1),
            }
        }
        counted
    }

    /// Counts a page, or asks for a smaller one at the same place.
    pub(super) fn take(&mut self, page: &Value) -> Next {
        self.stopped = reason(page).map(str::to_owned);
        if self.stopped.is_some() {
            return Next::End;
        }
        let most = self.most.unwrap_or(REQUESTS_DEFAULT.into());
        if let Some(size) = page.get(FITTING_SIZE).and_then(Value::as_u64) {
            if size >= self.page_size || self.requests >= most {
                return if self.read > 0 { Next::End } else { Next::Page(Step::Fail(TOO_LARGE.to_owned())) };
            }
            // It divides the size of the page: a smaller page begins where the larger one did.
            let before = self.page.saturating_sub(1).saturating_mul(self.page_size);
            self.page = before.checked_div(size).unwrap_or_default().saturating_add(1);
            self.page_size = size;
            return Next::Page(self.ask());
        }
        let (count, per_page) = (list(page, "data").len(), number(page, "per_page").max(1));
        self.page_size = per_page;
        let is_first = self.read == 0;
        self.read = self.read.saturating_add(u64::try_from(count).unwrap_or_default());
        self.total = number(page, "total").max(self.read);
        let needed = self.total.div_ceil(per_page);
        if is_first && self.most.is_none() && needed > ASKED_FROM {
            return Next::Page(Step::Fail(format!(
                "There are {} responses: reading all takes {needed} requests. Call again with max_requests, at most \
                 {REQUESTS_MAX}, to read the newest; or use filters, or summarise, which costs 2.",
                self.total
            )));
        }
        if count == 0 || self.page >= needed || self.requests >= most {
            return Next::End;
        }
        self.page = self.page.saturating_add(1);
        Next::Page(self.ask())
    }

    /// Adds how many responses were read, and how many there are.
    pub(super) fn count_into(&self, result: &mut Members) {
        let read = self.read.saturating_sub(self.uncounted);
        result.insert("responses_read", read.to_value());
        let listed = self.total.saturating_sub(self.uncounted);
        // The design may be older than the responses.
        let known = self.known.filter(|known| self.read < self.total && *known >= read);
        result.insert("responses", known.unwrap_or(listed).to_value());
        if let Some(why) = &self.stopped {
            describe_stop(result, why);
        }
    }

    /// Adds what was read, and whether that is all.
    pub(super) fn describe_into(&self, result: &mut Members) {
        result.insert("truncated", (self.read < self.total).to_value());
        if self.read < self.total {
            let how = format!("Only the newest were read. Use filters, or max_requests of up to {REQUESTS_MAX}.");
            result.insert("how", how.to_value());
        }
        self.count_into(result);
    }
}

/// Member of the answer to a request for a page that is too large.
const FITTING_SIZE: &str = "fitting_size";

/// What a tool gets instead of a page that is too large: the size of a page that fits.
pub fn too_large(size: u64) -> Value {
    object(vec![(FITTING_SIZE, size.to_value())])
}

/// Member of the answer to a request that was not made, or failed.
const STOPPED: &str = "stopped";

/// What a tool gets that has read a part, and cannot read more for this reason.
pub fn stopped(why: &str) -> Value {
    object(vec![(STOPPED, why.to_value())])
}

/// Why a tool cannot read more.
pub(super) fn reason(reply: &Value) -> Option<&str> {
    reply.get(STOPPED)?.as_str()
}

/// Adds that a part is missing, and why.
pub(super) fn describe_stop(result: &mut Members, why: &str) {
    result.insert("truncated", true.to_value());
    result.insert("how", why.to_value());
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
