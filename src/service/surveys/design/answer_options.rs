//! The answer options of a question as a whole: which lists its kind has, and the ranks of a ranking.

use super::field::FieldPath;
use super::option_order::assign_positions;
use super::options::{
    ChoiceRules, PreviousOptions, build_choices, build_columns, build_other_option, build_rows, every_detail,
};
use crate::spec::questions::{Design, Family, Kind, Other, Subtype};
use crate::spec::resources::questions::{
    Answers, AnswersNew, Choice, ChoiceNew, ChoiceQuiz, OneOrFirst, OtherNew, OtherOption, Row,
};
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;

/// Builds the answer options of a question of this kind; `None` if the kind has none.
///
/// # Errors
///
/// 1000 names the first field that is missing, not permitted, or invalid.
pub fn build_answers(
    at: FieldPath,
    submitted: Option<AnswersNew>,
    kind: &Kind,
    rules: ChoiceRules,
    previous: Option<&Answers>,
    has_answers: bool,
) -> Result<Option<Answers>, ApiError> {
    let submitted = submitted.unwrap_or(AnswersNew { choices: None, rows: None, cols: None, other: None });
    let mut built = Answers { choices: None, rows: None, cols: None, other: None };
    let ranking = kind.subtype == Subtype::Ranking;
    let [has_rows, has_choices, has_columns] = kind.design.lists();
    let absent =
        |name: &str, present: bool| at.name(name).check_that(!present, "be left out: the kind of question has none");
    let needed = |name: &str| at.name(name).must_error("be given: the kind of question needs them");
    if has_rows {
        let details = kind.design == Design::Details;
        let list = submitted.rows.or_else(|| details.then(every_detail)).ok_or_else(|| needed("rows"))?;
        let before = previous.map(|previous| previous.rows.as_deref().unwrap_or_default());
        built.rows =
            Some(build_rows(at.name("rows"), list, details, PreviousOptions { options: before, has_answers })?);
    } else {
        absent("rows", submitted.rows.is_some_and(|rows| !rows.is_empty()))?;
    }
    let before = previous.map(|previous| previous.choices.as_deref().unwrap_or_default());
    if has_choices && ranking {
        let rows = built.rows.as_deref().unwrap_or_default();
        built.choices = Some(build_ranks(at, submitted.choices, rows, before, has_answers)?);
    } else if has_choices {
        let list = submitted.choices.ok_or_else(|| needed("choices"))?;
        built.choices =
            Some(build_choices(at.name("choices"), list, rules, PreviousOptions { options: before, has_answers })?);
    } else {
        absent("choices", submitted.choices.is_some_and(|choices| !choices.is_empty()))?;
    }
    if has_columns {
        let list = submitted.cols.ok_or_else(|| needed("cols"))?;
        let before = previous.map(|previous| previous.cols.as_deref().unwrap_or_default());
        built.cols = Some(build_columns(at.name("cols"), list, PreviousOptions { options: before, has_answers })?);
    } else {
        absent("cols", submitted.cols.is_some_and(|columns| !columns.is_empty()))?;
    }
    let before = previous.and_then(|previous| previous.other.as_ref());
    let length = built.choices.as_ref().map_or(0, Vec::len);
    built.other = build_other(at.name("other"), submitted.other, kind, length, before, has_answers)?;
    Ok((kind.design != Design::Nothing).then_some(built))
}

/// Builds the "other" option. If it is removed from a survey with responses, it is hidden instead, since answers may
/// refer to it.
fn build_other(
    at: FieldPath,
    submitted: Option<OneOrFirst<OtherNew>>,
    kind: &Kind,
    choices: usize,
    previous: Option<&OtherOption>,
    has_answers: bool,
) -> Result<Option<OtherOption>, ApiError> {
    match submitted {
        Some(OneOrFirst(new)) => {
            at.check_that(kind.other == Other::Allowed, "be left out: the kind of question has none")?;
            build_other_option(at, new, kind.family == Family::Matrix, choices, previous).map(Some)
        }
        None => Ok(previous.filter(|_| has_answers).map(|previous| OtherOption { visible: false, ..previous.clone() })),
    }
}

/// Builds the choices of a ranking: a rank for every row, and one for "not applicable".
///
/// The caller may send them only as the service would build them, as in a design that is sent back as it was read.
fn build_ranks(
    at: FieldPath,
    submitted: Option<Vec<ChoiceNew>>,
    rows: &[Row],
    previous: Option<&[Choice]>,
    has_answers: bool,
) -> Result<Vec<Choice>, ApiError> {
    let visible = rows.iter().filter(|row| row.visible).count();
    at.name("rows").check_that(visible >= 2, "have two items or more to rank")?;
    let wanted: Vec<String> = (1..=visible).map(|rank| rank.to_string()).collect();
    if let Some(submitted) = submitted {
        let shown = submitted.iter().filter(|choice| choice.visible != Some(false) && choice.is_na != Some(true));
        let fits = shown.map(|choice| choice.text.as_deref().unwrap_or_default()).eq(wanted.iter().map(String::as_str));
        at.name("choices").check_that(fits || submitted.is_empty(), "be left out: a ranking has rows only")?;
    }
    let previous = previous.unwrap_or_default();
    let old = |na: bool| previous.iter().filter(move |choice| (choice.is_na == Some(true)) == na);
    let mut before = old(false);
    let mut built: Vec<Choice> = Vec::with_capacity(visible.saturating_add(1));
    for (rank, text) in (1_u64..).zip(wanted) {
        built.push(rank_choice(before.next(), text, Some(Integer::saturating(rank))));
    }
    built.push(rank_choice(old(true).next(), "N/A".to_owned(), None));
    if has_answers {
        built.extend(before.map(|gone| Choice { visible: false, ..gone.clone() }));
    }
    assign_positions(&mut built);
    Ok(built)
}

/// Builds a rank, or without a weight the choice for "not applicable".
fn rank_choice(previous: Option<&Choice>, text: String, weight: Option<Integer>) -> Choice {
    Choice {
        id: previous.map_or(Id(String::new()), |previous| previous.id.clone()),
        text,
        position: Integer::saturating(0),
        visible: true,
        quiz_options: Some(ChoiceQuiz { score: 0.into() }),
        description: Some(String::new()),
        is_na: Some(weight.is_none()),
        weight: weight.map(Into::into),
        image: None,
    }
}
