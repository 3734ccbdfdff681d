//! Pages of `surveys.responses.bulk`, rebuilt from records for the export engine.

use super::records::ResponseKey;
use super::{Rule, Store};
use crate::wire::failure::Failure;
use crate::wire::text::number_into;

/// Members that are not kept and that each response must have.
const LINKS: &str = ",\"edit_url\":\"\",\"analyze_url\":\"\",\"href\":\"\"}";

impl Store {
    /// A page of `surveys.responses.bulk` with responses that a rule lets through, in the order of their start: at most
    /// `count` from the one at position `from` on, a multiple of `count`. Links are empty, except for that to a next
    /// page.
    ///
    /// # Errors
    ///
    /// If the rule names something that the design does not have.
    pub fn page(&self, rule: &Rule, from: u32, count: u32) -> Result<Vec<u8>, Box<Failure>> {
        let mut rows: Vec<u32> = self.filter(rule)?.iter().collect();
        rows.sort_unstable_by_key(|row| self.place_in_time(*row));
        let total = rows.len() as u64;
        let is_last = from.saturating_add(count) as usize >= rows.len();
        let mut json = String::from("{\"data\":[");
        for (position, row) in rows.into_iter().skip(from as usize).take(count as usize).enumerate() {
            json.push_str(if position > 0 { "," } else { "" });
            self.records.json_into(row, &mut json);
            if json.ends_with('}') {
                json.pop();
                json.push_str(LINKS);
            }
        }
        let page = u64::from(from.checked_div(count).unwrap_or(0)).saturating_add(1);
        for (name, number) in [("],\"page\":", page), (",\"per_page\":", count.into()), (",\"total\":", total)] {
            json.push_str(name);
            number_into(&mut json, number);
        }
        json.push_str(",\"links\":{\"self\":\"\"");
        if !is_last {
            json.push_str(",\"next\":\"?page=");
            number_into(&mut json, page.saturating_add(1));
            json.push_str("&per_page=");
            number_into(&mut json, count.into());
            json.push('"');
        }
        json.push_str("}}");
        Ok(json.into_bytes())
    }

    /// The key of the order of a page. Inlined, it would be in a dozen places of the sort.
    #[inline(never)]
    fn place_in_time(&self, row: u32) -> (i64, ResponseKey) {
        (self.date_created(row).unwrap_or_default(), self.records.key(row))
    }
}
