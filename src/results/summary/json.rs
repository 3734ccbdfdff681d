//! A summary as it crosses into JavaScript: JSON whose fractions stand in a list of their own.
//!
//! Numbers cross for nothing, while writing fractions as text would take 11 KB of download. In the JSON each of them is
//! its place in the list.

use super::{ChoiceSummary, ColumnSummary, QuestionSummary, RowSummary, Stats, SurveySummary};
use crate::wire::text::{number_into, quote_into};

/// The JSON, and its fractions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Written {
    /// The JSON. What is called `percent`, `mean`, `median`, `min`, `max` or `std` is a place among the fractions.
    pub json: String,
    /// The fractions.
    pub fractions: Vec<f64>,
}

impl SurveySummary {
    /// As it crosses.
    pub fn written(&self) -> Written {
        let mut out = Written::default();
        out.json.push('{');
        match self.responses {
            Some(responses) => out.count("responses", responses),
            None => {
                out.name("responses");
                out.json.push_str("null");
            }
        }
        out.list("questions", &self.questions, &Written::question);
        out.json.push('}');
        out
    }
}

impl Written {
    fn question(&mut self, question: &QuestionSummary) {
        let texts = [
            ("id", &question.id),
            ("heading", &question.heading),
            ("family", &question.family),
            ("subtype", &question.subtype),
        ];
        texts.into_iter().for_each(|(name, text)| self.text(name, text));
        self.count("answered", question.answered);
        self.count("skipped", question.skipped);
        self.fraction("percent", question.percent);
        for (name, count) in [("other_answered", question.other_answered), ("text", question.text)] {
            if let Some(count) = count {
                self.count(name, count);
            }
        }
        self.choices(question.choices.as_deref());
        if let Some(rows) = &question.rows {
            self.list("rows", rows, &Written::row);
        }
        self.stats(question.stats);
    }

    fn row(&mut self, row: &RowSummary) {
        self.text("id", &row.id);
        self.text("label", &row.label);
        if let Some(answered) = row.answered {
            self.count("answered", answered);
        }
        if let Some(percent) = row.percent {
            self.fraction("percent", percent);
        }
        self.choices(row.choices.as_deref());
        if let Some(columns) = &row.columns {
            self.list("columns", columns, &Written::column);
        }
        self.stats(row.stats);
    }

    fn column(&mut self, column: &ColumnSummary) {
        self.text("id", &column.id);
        self.text("label", &column.label);
        self.count("answered", column.answered);
        self.choices(Some(&column.choices));
    }

    #[inline(never)]
    fn choices(&mut self, choices: Option<&[ChoiceSummary]>) {
        if let Some(choices) = choices {
            self.list("choices", choices, &|out, choice| {
                out.text("id", &choice.id);
                out.text("label", &choice.label);
                out.count("count", choice.count);
                out.fraction("percent", choice.percent);
            });
        }
    }

    #[inline(never)]
    fn stats(&mut self, stats: Option<Stats>) {
        let Some(Stats { mean, median, min, max, std }) = stats else { return };
        self.name("stats");
        self.json.push('{');
        for (name, value) in [("mean", mean), ("median", median), ("min", min), ("max", max), ("std", std)] {
            self.fraction(name, value);
        }
        self.json.push('}');
    }

    fn list<T>(&mut self, name: &str, items: &[T], write: &dyn Fn(&mut Written, &T)) {
        self.name(name);
        self.json.push('[');
        for (place, item) in items.iter().enumerate() {
            self.json.push_str(if place > 0 { ",{" } else { "{" });
            write(self, item);
            self.json.push('}');
        }
        self.json.push(']');
    }

    #[inline(never)]
    fn fraction(&mut self, name: &str, value: f64) {
        self.name(name);
        number_into(&mut self.json, self.fractions.len() as u64);
        self.fractions.push(value);
    }

    #[inline(never)]
    fn count(&mut self, name: &str, count: u32) {
        self.name(name);
        number_into(&mut self.json, count.into());
    }

    #[inline(never)]
    fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        quote_into(&mut self.json, text);
    }

    #[inline(never)]
    fn name(&mut self, name: &str) {
        if !self.json.ends_with('{') {
            self.json.push(',');
        }
        quote_into(&mut self.json, name);
        self.json.push(':');
    }
}
