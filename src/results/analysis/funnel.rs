//! The funnel: how far respondents came, and how long a whole response took.

use super::write::{percent, write_or_null};
use crate::results::arguments::Arguments;
use crate::results::json::JsonOut;
use crate::results::statistics::{Share, Spread};
use crate::results::store::{Bits, Field, Store};
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::failure::Failure;

/// Limits of the histogram of times in seconds. The last class is open.
const TIMES: &[u32] = &[0, 30, 60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 86_400];

/// Runs `{rule?}`. Every respondent has completed, was disqualified, met a full quota, has left on a page, or has
/// left before the first page that is known: `began` is the sum.
pub(super) fn run(store: &Store, arguments: Arguments) -> Result<String, Box<Failure>> {
    let rows = arguments.rows(store)?;
    let began = rows.count();
    let groups = store.groups(&Field::Status, &rows, usize::MAX);
    let with_status = |status: ResponseStatus| {
        let own = groups.iter().filter(|group| group.value == status.as_str());
        own.fold(Bits::new(), |all, group| all.or(&group.rows))
    };
    let (completed, partial) = (with_status(ResponseStatus::Completed), with_status(ResponseStatus::Partial));
    let [disqualified, overquota] =
        [ResponseStatus::Disqualified, ResponseStatus::Overquota].map(|status| with_status(status).count());
    let (design, paths) = (store.design(), store.paths());
    let left = paths.last.counts(&partial, design.pages.len().saturating_add(1));
    let left_on = |page: usize| left.get(page.saturating_add(1)).copied().unwrap_or(0);
    let ends = (0..design.pages.len()).map(left_on).fold(completed.count(), u32::saturating_add);
    let other = began.saturating_sub(ends).saturating_sub(disqualified).saturating_sub(overquota);
    let mut times: Vec<u32> =
        completed.iter().filter_map(|row| store.seconds(row)).filter(|seconds| *seconds > 0).collect();
    times.sort_unstable();
    Ok(JsonOut::document(|json| {
        json.member("began", began);
        json.member("completed", completed.count());
        json.member("disqualified", disqualified);
        json.member("overquota", overquota);
        json.member("other", other);
        json.objects("pages", design.pages.iter().enumerate(), |json, (position, page)| {
            let count = paths.reached.get(position).map_or(0, |reached| reached.count_and(&rows));
            json.member("id", &page.id);
            json.member("number", position.saturating_add(1));
            json.member("title", &page.title);
            json.member("reached", count);
            json.member("left", left_on(position));
            json.member("percent", percent(Share { count, base: began }));
        });
        json.name("seconds");
        let counted: Vec<(f64, u32)> = times.iter().map(|seconds| (f64::from(*seconds), 1)).collect();
        let quantiles = Spread::quantile(&counted, 0.5).zip(Spread::quantile(&counted, 0.9));
        write_or_null(json, quantiles, |json, (median, p90)| {
            json.member("n", times.len());
            json.member("median", median);
            json.member("p90", p90);
        });
        json.member("paths", paths.known.count_and(&rows) > 0);
        json.objects("histogram", histogram(&times), |json, (from, to, count)| {
            json.member("from", from);
            json.member("to", to);
            json.member("count", count);
        });
    }))
}

/// The classes from the first to the last that has a time: from, to (`None` for the open class) and count.
fn histogram(sorted: &[u32]) -> Vec<(u32, Option<u32>, usize)> {
    let before = |limit: u32| sorted.partition_point(|seconds| *seconds < limit);
    let limits = TIMES.iter().copied();
    let ends = TIMES.iter().copied().skip(1).map(Some).chain([None]);
    let class =
        |(from, to): (u32, Option<u32>)| (from, to, to.map_or(sorted.len(), before).saturating_sub(before(from)));
    let mut classes: Vec<(u32, Option<u32>, usize)> = limits.zip(ends).map(class).collect();
    let filled = |class: &(u32, Option<u32>, usize)| class.2 > 0;
    let end = classes.iter().rposition(filled).map_or(0, |last| last.saturating_add(1));
    let start = classes.iter().position(filled).unwrap_or(0);
    classes.truncate(end);
    classes.drain(..start.min(end));
    classes
}
