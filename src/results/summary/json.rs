//! The encoding of a summary for JavaScript: JSON with its fractions in a separate list.
//!
//! Passing numbers costs no code, while formatting fractions as text would add 11 KB to the download. In the JSON each
//! fraction is its position in the list.

use super::{ChoiceSummary, ColumnSummary, QuestionSummary, RowSummary, Stats, SurveySummary};
use crate::wire::text::{number_into, quote_into};

/// The JSON, and its fractions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SummaryJson {
    /// The JSON. The values of `percent`, `mean`, `median`, `min`, `max` and `std` are positions in the fractions.
    pub json: String,
    /// The fractions.
    pub fractions: Vec<f64>,
}

impl SurveySummary {
    /// Encodes the summary.
    pub fn to_json(&self) -> SummaryJson {
        let mut out = SummaryJson::default();
        out.json.push('{');
        match self.responses {
            Some(responses) => out.write_count("responses", responses),
            None => out.write_word("responses", "null"),
        }
        out.write_list("questions", &self.questions, &SummaryJson::write_question);
        out.json.push('}');
        out
    }
}

impl SummaryJson {
    fn write_question(&mut self, question: &QuestionSummary) {
        let texts = [
            ("id", &question.id),
            ("heading", &question.heading),
            ("family", &question.family),
            ("subtype", &question.subtype),
        ];
        texts.into_iter().for_each(|(name, text)| self.write_text(name, text));
        self.write_count("answered", question.answered);
        self.write_count("skipped", question.skipped);
        self.write_fraction("percent", question.percent);
        for (name, count) in [("other_answered", question.other_answered), ("text", question.text)] {
            if let Some(count) = count {
                self.write_count(name, count);
            }
        }
        self.write_choices(question.choices.as_deref());
        if let Some(rows) = &question.rows {
            self.write_list("rows", rows, &SummaryJson::write_row);
        }
        self.write_stats(question.stats);
        self.write_flag("has_mean", question.has_mean);
    }

    fn write_row(&mut self, row: &RowSummary) {
        self.write_text("id", &row.id);
        self.write_text("label", &row.label);
        self.write_flag("deleted", row.deleted);
        if let Some(answered) = row.answered {
            self.write_count("answered", answered);
        }
        if let Some(percent) = row.percent {
            self.write_fraction("percent", percent);
        }
        self.write_choices(row.choices.as_deref());
        if let Some(columns) = &row.columns {
            self.write_list("columns", columns, &SummaryJson::write_column);
        }
        self.write_stats(row.stats);
    }

    fn write_column(&mut self, column: &ColumnSummary) {
        self.write_text("id", &column.id);
        self.write_text("label", &column.label);
        self.write_count("answered", column.answered);
        self.write_choices(Some(&column.choices));
    }

    #[inline(never)]
    fn write_choices(&mut self, choices: Option<&[ChoiceSummary]>) {
        if let Some(choices) = choices {
            self.write_list("choices", choices, &|out, choice| {
                out.write_text("id", &choice.id);
                out.write_text("label", &choice.label);
                out.write_count("count", choice.count);
                out.write_fraction("percent", choice.percent);
                out.write_flag("is_na", choice.is_na);
                out.write_flag("deleted", choice.deleted);
            });
        }
    }

    #[inline(never)]
    fn write_stats(&mut self, stats: Option<Stats>) {
        let Some(Stats { mean, median, min, max, std }) = stats else { return };
        self.write_name("stats");
        self.json.push('{');
        for (name, value) in [("mean", mean), ("median", median), ("min", min), ("max", max), ("std", std)] {
            self.write_fraction(name, value);
        }
        self.json.push('}');
    }

    fn write_list<T>(&mut self, name: &str, items: &[T], write: &dyn Fn(&mut SummaryJson, &T)) {
        self.write_name(name);
        self.json.push('[');
        for (position, item) in items.iter().enumerate() {
            self.json.push_str(if position > 0 { ",{" } else { "{" });
            write(self, item);
            self.json.push('}');
        }
        self.json.push(']');
    }

    #[inline(never)]
    fn write_fraction(&mut self, name: &str, value: f64) {
        self.write_name(name);
        number_into(&mut self.json, self.fractions.len() as u64);
        self.fractions.push(value);
    }

    #[inline(never)]
    fn write_count(&mut self, name: &str, count: u32) {
        self.write_name(name);
        number_into(&mut self.json, count.into());
    }

    fn write_flag(&mut self, name: &str, flag: bool) {
        self.write_word(name, if flag { "true" } else { "false" });
    }

    #[inline(never)]
    fn write_word(&mut self, name: &str, word: &str) {
        self.write_name(name);
        self.json.push_str(word);
    }

    #[inline(never)]
    fn write_text(&mut self, name: &str, text: &str) {
        self.write_name(name);
        quote_into(&mut self.json, text);
    }

    #[inline(never)]
    fn write_name(&mut self, name: &str) {
        if !self.json.ends_with('{') {
            self.json.push(',');
        }
        quote_into(&mut self.json, name);
        self.json.push(':');
    }
}
