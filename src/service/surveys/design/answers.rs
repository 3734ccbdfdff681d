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
    given: Option<AnswersNew>,
    kind: &Kind,
    rules: ChoiceRules,
    kept: Option<&Answers>,
    answered: bool,
) -> Result<Option<Answers>, ApiError> {
    let given = given.unwrap_or(AnswersNew { choices: None, rows: None, cols: None, other: None });
    let mut made = Answers { choices: None, rows: None, cols: None, other: None };
    let ranking = kind.subtype == Subtype::Ranking;
    let [takes_rows, takes_choices, takes_columns] = kind.design.lists();
    let absent =
        |name: &str, given: bool| at.name(name).check_that(!given, "be left out: the kind of question has none");
    let needed = |name: &str| at.name(name).must_error("be given: the kind of question needs them");
    if takes_rows {
        let details = kind.design == Design::Details;
        let list = given.rows.or_else(|| details.then(every_detail)).ok_or_else(|| needed("rows"))?;
        let before = kept.map(|kept| kept.rows.as_deref().unwrap_or_default());
        made.rows = Some(build_rows(
            at.name("rows"),
            list,
            details,
            PreviousOptions { options: before, has_answers: answered },
        )?);
    } else {
        absent("rows", given.rows.is_some_and(|rows| !rows.is_empty()))?;
    }
    let before = kept.map(|kept| kept.choices.as_deref().unwrap_or_default());
    if takes_choices && ranking {
        let rows = made.rows.as_deref().unwrap_or_default();
        made.choices = Some(build_ranks(at, given.choices, rows, before, answered)?);
    } else if takes_choices {
        let list = given.choices.ok_or_else(|| needed("choices"))?;
        made.choices = Some(build_choices(
            at.name("choices"),
            list,
            rules,
            PreviousOptions { options: before, has_answers: answered },
        )?);
    } else {
        absent("choices", given.choices.is_some_and(|choices| !choices.is_empty()))?;
    }
    if takes_columns {
        let list = given.cols.ok_or_else(|| needed("cols"))?;
        let before = kept.map(|kept| kept.cols.as_deref().unwrap_or_default());
        made.cols =
            Some(build_columns(at.name("cols"), list, PreviousOptions { options: before, has_answers: answered })?);
    } else {
        absent("cols", given.cols.is_some_and(|columns| !columns.is_empty()))?;
    }
    let before = kept.and_then(|kept| kept.other.as_ref());
    let length = made.choices.as_ref().map_or(0, Vec::len);
    made.other = build_other(at.name("other"), given.other, kind, length, before, answered)?;
    Ok((kind.design != Design::Nothing).then_some(made))
}

/// Builds the "other" option. If it is removed from a survey with responses, it is hidden instead, since answers may
/// refer to it.
fn build_other(
    at: FieldPath,
    given: Option<OneOrFirst<OtherNew>>,
    kind: &Kind,
    choices: usize,
    kept: Option<&OtherOption>,
    answered: bool,
) -> Result<Option<OtherOption>, ApiError> {
    match given {
        Some(OneOrFirst(new)) => {
            at.check_that(kind.other == Other::Allowed, "be left out: the kind of question has none")?;
            build_other_option(at, new, kind.family == Family::Matrix, choices, kept).map(Some)
        }
        None => Ok(kept.filter(|_| answered).map(|kept| OtherOption { visible: false, ..kept.clone() })),
    }
}

/// Builds the choices of a ranking: a rank for every row, and one for "not applicable".
///
/// The caller may send them only as the service would build them, as in a design that is sent back as it was read.
fn build_ranks(
    at: FieldPath,
    given: Option<Vec<ChoiceNew>>,
    rows: &[Row],
    kept: Option<&[Choice]>,
    answered: bool,
) -> Result<Vec<Choice>, ApiError> {
    let visible = rows.iter().filter(|row| row.visible).count();
    at.name("rows").check_that(visible >= 2, "have two items or more: one alone has no rank")?;
    let wanted: Vec<String> = (1..=visible).map(|rank| rank.to_string()).collect();
    if let Some(given) = given {
        let shown = given.iter().filter(|choice| choice.visible != Some(false) && choice.is_na != Some(true));
        let fits = shown.map(|choice| choice.text.as_deref().unwrap_or_default()).eq(wanted.iter().map(String::as_str));
        at.name("choices").check_that(fits || given.is_empty(), "be left out: a ranking takes rows alone")?;
    }
    let kept = kept.unwrap_or_default();
    let old = |na: bool| kept.iter().filter(move |choice| (choice.is_na == Some(true)) == na);
    let mut before = old(false);
    let mut made: Vec<Choice> = Vec::with_capacity(visible.saturating_add(1));
    for (rank, text) in (1_u64..).zip(wanted) {
        made.push(rank_choice(before.next(), text, Some(Integer::saturating(rank))));
    }
    made.push(rank_choice(old(true).next(), "N/A".to_owned(), None));
    if answered {
        made.extend(before.map(|gone| Choice { visible: false, ..gone.clone() }));
    }
    assign_positions(&mut made);
    Ok(made)
}

/// Builds a rank, or without a weight the choice for "not applicable".
fn rank_choice(kept: Option<&Choice>, text: String, weight: Option<Integer>) -> Choice {
    Choice {
        id: kept.map_or(Id(String::new()), |kept| kept.id.clone()),
        text,
        position: Integer::saturating(0),
        visible: true,
        quiz_options: Some(ChoiceQuiz { score: Integer::saturating(0) }),
        description: Some(String::new()),
        weight,
        is_na: Some(weight.is_none()),
        image: None,
    }
}
