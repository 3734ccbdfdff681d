//! The filters that all tools about answers take, as parameters of the API.

use super::text;
use crate::gateway::agents::value::Value;

/// The filters of a call as parameters of the API; empty where the call has none.
pub(super) struct Filters {
    from: String,
    to: String,
    status: String,
    collectors: String,
}

impl Filters {
    pub(super) fn of(arguments: &Value) -> Filters {
        let collectors = arguments.get("collector_ids").and_then(Value::as_array).unwrap_or_default();
        Filters {
            from: text(arguments, "from").to_owned(),
            to: text(arguments, "to").to_owned(),
            status: text(arguments, "status").to_owned(),
            collectors: collectors.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        }
    }

    /// Whether all responses pass.
    pub(super) fn is_empty(&self) -> bool {
        [&self.from, &self.to, &self.status, &self.collectors].into_iter().all(String::is_empty)
    }

    /// The filters, and these parameters.
    pub(super) fn with<'a>(&'a self, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let mut parameters = vec![
            ("start_created_at", self.from.as_str()),
            ("end_created_at", &self.to),
            ("status", &self.status),
            ("collector_ids", &self.collectors),
        ];
        parameters.extend_from_slice(more);
        parameters
    }
}
