//! The requests of a synchronisation, as JSON: the operation and its arguments as the SDK's methods take them.

use super::find::FindRequest;
use super::state::date_text;
use super::walk::Walk;
use crate::spec::endpoints::responses::ResponseSort;
use crate::spec::legacy::RespondentField;
use crate::wire::text::{number_into, quote_into};

/// A request under construction.
struct WrittenArguments(String);

impl WrittenArguments {
    fn of(operation: &str) -> WrittenArguments {
        WrittenArguments(["{\"operation\":\"", operation, "\",\"arguments\":{"].concat())
    }

    fn name(&mut self, name: &str) {
        if !self.0.ends_with('{') {
            self.0.push(',');
        }
        quote_into(&mut self.0, name);
        self.0.push(':');
    }

    fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        quote_into(&mut self.0, value);
    }

    fn number(&mut self, name: &str, value: u32) {
        self.name(name);
        number_into(&mut self.0, value.into());
    }

    fn date(&mut self, name: &str, second: Option<i64>) {
        if let Some(second) = second {
            self.text(name, &date_text(second));
        }
    }

    fn finish(mut self) -> String {
        self.0.push_str("}}");
        self.0
    }
}

/// The newest changes.
pub fn newest(size: u32) -> String {
    let mut arguments = WrittenArguments::of("bulk");
    arguments.text("sort_by", ResponseSort::DateModified.as_str());
    arguments.text("sort_order", "DESC");
    arguments.number("per_page", size);
    arguments.finish()
}

/// The next page of a walk, with answers.
pub fn changes(walk: &Walk, size: u32) -> String {
    let mut arguments = WrittenArguments::of("bulk");
    arguments.date("start_modified_at", walk.from);
    arguments.date("end_modified_at", walk.end());
    arguments.text("sort_by", ResponseSort::DateModified.as_str());
    arguments.text("sort_order", "ASC");
    arguments.number("per_page", size);
    if walk.page() > 1 {
        arguments.number("page", walk.page());
    }
    arguments.finish()
}

/// The next page of a walk, with ids and times alone.
pub fn respondents(walk: &Walk, size: u32) -> String {
    let mut arguments = WrittenArguments::of("respondents");
    // The legacy list has a space between day and time.
    for (name, second) in [("start_modified_date", walk.from), ("end_modified_date", walk.end())] {
        if let Some(second) = second {
            arguments.text(name, &date_text(second).replace('T', " "));
        }
    }
    arguments.text("order_by", RespondentField::DateModified.as_str());
    arguments.name("order_asc");
    arguments.0.push_str("true");
    arguments.name("fields");
    arguments.0.push('[');
    quote_into(&mut arguments.0, RespondentField::DateModified.as_str());
    arguments.0.push(']');
    arguments.number("page_size", size);
    if walk.page() > 1 {
        arguments.number("page", walk.page());
    }
    arguments.finish()
}

/// The ids of the responses that were created in a range.
pub fn ids(request: FindRequest) -> String {
    let mut arguments = WrittenArguments::of("list");
    arguments.date("start_created_at", request.span.from);
    arguments.date("end_created_at", request.span.until);
    arguments.number("per_page", request.size);
    if request.page > 1 {
        arguments.number("page", request.page);
    }
    arguments.finish()
}
