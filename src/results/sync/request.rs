//! The requests of a synchronisation, as JSON: the operation and its arguments as the SDK's methods take them.

use super::find::FindRequest;
use super::state::date_text;
use super::walk::Walk;
use crate::results::json::JsonOut;
use crate::spec::endpoints::responses::ResponseSort;
use crate::spec::legacy::RespondentField;

/// A request of an operation.
fn request(operation: &str, arguments: impl FnOnce(&mut JsonOut)) -> String {
    JsonOut::document(|json| {
        json.member("operation", operation);
        json.name("arguments").object(arguments);
    })
}

fn write_date(json: &mut JsonOut, name: &str, second: Option<i64>) {
    if let Some(second) = second {
        json.member(name, date_text(second));
    }
}

/// The first page is asked for without a number.
fn write_page(json: &mut JsonOut, page: u32) {
    if page > 1 {
        json.member("page", page);
    }
}

/// The newest changes.
pub fn newest(size: u32) -> String {
    request("bulk", |json| {
        json.member("sort_by", ResponseSort::DateModified.as_str());
        json.member("sort_order", "DESC");
        json.member("per_page", size);
    })
}

/// The next page of a walk, with answers.
pub fn changes(walk: &Walk, size: u32) -> String {
    request("bulk", |json| {
        write_date(json, "start_modified_at", walk.from);
        write_date(json, "end_modified_at", walk.end());
        json.member("sort_by", ResponseSort::DateModified.as_str());
        json.member("sort_order", "ASC");
        json.member("per_page", size);
        write_page(json, walk.page());
    })
}

/// The next page of a walk, with ids and times alone.
pub fn respondents(walk: &Walk, size: u32) -> String {
    request("respondents", |json| {
        // The legacy list has a space between day and time.
        for (name, second) in [("start_modified_date", walk.from), ("end_modified_date", walk.end())] {
            if let Some(second) = second {
                json.member(name, date_text(second).replace('T', " "));
            }
        }
        json.member("order_by", RespondentField::DateModified.as_str());
        json.member("order_asc", true);
        json.name("fields").list([RespondentField::DateModified], |json, field| json.value(field.as_str()));
        json.member("page_size", size);
        write_page(json, walk.page());
    })
}

/// The ids of the responses that were created in a range.
pub fn ids(FindRequest { span, page, size }: FindRequest) -> String {
    request("list", |json| {
        write_date(json, "start_created_at", span.from);
        write_date(json, "end_created_at", span.until);
        json.member("per_page", size);
        write_page(json, page);
    })
}
