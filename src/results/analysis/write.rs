//! Results of questions as JSON, with the names that the SDK's types have.

use super::calendar::iso_time;
use super::question_results::{ChoiceResult, MenuResult, QuestionResults, RowResult};
use super::score::has_mean;
use crate::results::json::JsonOut;
use crate::results::statistics::{Bin, NetPromoters, Share, Spread};
use crate::results::store::{AnswerKind, DesignQuestion, Store};

/// What the design says of a question, in every result that has results of it.
pub(super) fn write_design(json: &mut JsonOut, store: &Store, question: &DesignQuestion) {
    json.member("id", &question.id);
    json.member("page_id", store.design().pages.get(question.page).map(|page| &page.id));
    json.member("page", question.page.saturating_add(1));
    json.member("number", question.number);
    json.member("heading", &question.heading);
    json.member("family", &question.family);
    json.member("subtype", &question.subtype);
    json.member("visible", question.visible);
    json.member("kind", question.kind.as_str());
    json.member("multiple", question.is_multiple());
}

/// The results of a question, with what the design says of it.
pub(super) fn write_question(json: &mut JsonOut, store: &Store, results: &QuestionResults) {
    write_design(json, store, results.design);
    json.member("answered", results.answered);
    json.member("skipped", results.skipped);
    json.member("not_reached", results.not_reached);
    match results.design.kind {
        AnswerKind::Choices => write_choices(json, &results.choices),
        AnswerKind::Rows | AnswerKind::Menus => json.objects("rows", &results.rows, write_row),
        AnswerKind::None => {}
        AnswerKind::Numbers | AnswerKind::Texts | AnswerKind::Files | AnswerKind::Dates => {
            if !results.design.rows.is_empty() {
                json.objects("rows", &results.rows, write_row);
            }
            json.member("texts", results.texts);
        }
    }
    write_stats(json, results.stats);
    json.member("has_mean", has_mean(results.design));
    write_bins(json, &results.bins);
    json.name("nps");
    write_promoters(json, results.nps);
    json.name("boxes");
    write_or_null(json, results.boxes, |json, boxes| {
        json.member("top2", boxes.top2);
        json.member("bottom2", boxes.bottom2);
    });
    json.name("other");
    write_or_null(json, results.other.as_ref(), |json, other| {
        json.member("id", &other.design.id);
        json.member("label", &other.design.label);
        write_share(json, other.share);
        json.member("is_choice", other.design.is_choice);
        json.member("deleted", !other.design.visible);
    });
}

fn write_row(json: &mut JsonOut, row: &RowResult) {
    json.member("id", &row.design.id);
    json.member("label", &row.design.label);
    json.member("answered", row.answered.count);
    json.member("percent", percent(row.answered));
    json.member("deleted", !row.design.visible);
    if !row.choices.is_empty() {
        write_choices(json, &row.choices);
    }
    if !row.menus.is_empty() {
        json.objects("columns", &row.menus, |json, menu: &MenuResult| {
            json.member("id", &menu.design.id);
            json.member("label", &menu.design.label);
            json.member("answered", menu.answered);
            json.member("deleted", !menu.design.visible);
            write_choices(json, &menu.choices);
        });
    }
    write_stats(json, row.stats);
    write_bins(json, &row.bins);
    if let Some(dates) = &row.dates {
        json.name("dates").object(|json| {
            json.member("by", dates.by.as_str());
            json.objects("bins", &dates.bins, |json, bin| {
                json.member("from", iso_time(bin.from));
                json.member("to", iso_time(bin.to));
                json.member("count", bin.count);
            });
        });
    }
    json.member("average_place", row.average_place);
    json.member("texts", row.texts);
}

fn write_choices(json: &mut JsonOut, choices: &[ChoiceResult]) {
    json.objects("choices", choices, |json, choice| {
        json.member("id", &choice.design.id);
        json.member("label", &choice.design.label);
        write_share(json, choice.share);
        json.member("base", choice.share.base);
        json.member("weight", choice.design.weight);
        json.member("is_na", choice.design.is_na);
        json.member("deleted", !choice.design.visible);
    });
}

/// A count and its percentage.
pub(super) fn write_share(json: &mut JsonOut, share: Share) {
    json.member("count", share.count);
    json.member("percent", percent(share));
}

/// A share in percent; 0 without a base.
pub(super) fn percent(share: Share) -> f64 {
    if share.base == 0 { 0.0 } else { 100.0 * f64::from(share.count) / f64::from(share.base) }
}

fn write_stats(json: &mut JsonOut, stats: Option<Spread>) {
    json.name("stats");
    write_or_null(json, stats, |json, stats| {
        json.member("n", stats.n);
        json.member("mean", stats.mean);
        json.member("median", stats.median);
        json.member("min", stats.min);
        json.member("max", stats.max);
        json.member("std", stats.std);
    });
}

fn write_bins(json: &mut JsonOut, bins: &[Bin]) {
    if bins.is_empty() {
        return;
    }
    json.objects("bins", bins, |json, bin| {
        json.member("from", bin.from);
        json.member("to", bin.to);
        json.member("min", bin.range.map(|(min, _)| min));
        json.member("max", bin.range.map(|(_, max)| max));
        json.member("count", bin.count);
    });
}

fn write_promoters(json: &mut JsonOut, nps: Option<NetPromoters>) {
    write_or_null(json, nps, |json, nps| {
        json.member("n", nps.n);
        json.member("promoters", nps.promoters);
        json.member("passives", nps.passives);
        json.member("detractors", nps.detractors);
        json.member("score", nps.score());
        json.member("margin", nps.margin());
    });
}

/// An object, or `null`.
pub(super) fn write_or_null<T>(json: &mut JsonOut, value: Option<T>, members: impl FnOnce(&mut JsonOut, T)) {
    match value {
        Some(value) => json.object(|json| members(json, value)),
        None => json.value(None::<u32>),
    }
}
