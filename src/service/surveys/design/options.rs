//! The options of a question: choices, rows, columns, and the "other" option.

use super::field::FieldPath;
use super::option_order::{OptionIds, QuestionOption, option_ids, order_options, resolve_id};
use crate::spec::limits::{INTEGER_MAX, OPTIONS_MAX};
use crate::spec::questions::Detail;
use crate::spec::resources::questions::{
    Choice, ChoiceNew, ChoiceQuiz, Column, ColumnChoice, ColumnNew, OtherNew, OtherOption, Row, RowNew,
};
use crate::spec::types::{Id, Integer};
use crate::wire::error::ApiError;
use crate::wire::order;
use serde_json::Number;

/// Fields that the choices of a question may have in addition to those of all choices.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChoiceRules {
    /// A description, and one choice for "not applicable".
    pub matrix: bool,
    /// A weight.
    pub rates: bool,
    /// The text may be empty, because the number or the picture is enough.
    pub wordless: bool,
    /// A picture each.
    pub pictures: bool,
    /// A score.
    pub scored: bool,
}

/// The stored options of a list that is replaced, and whether answers may refer to them.
#[derive(Debug, Clone, Copy)]
pub struct PreviousOptions<'a, T> {
    /// The stored options; `None` for a new question.
    pub options: Option<&'a [T]>,
    /// Whether the survey has responses.
    pub has_answers: bool,
}

/// Builds a list of choices.
///
/// # Errors
///
/// 1000 names the first choice that is invalid.
pub fn build_choices(
    at: FieldPath,
    submitted: Vec<ChoiceNew>,
    rules: ChoiceRules,
    previous: PreviousOptions<Choice>,
) -> Result<Vec<Choice>, ApiError> {
    check_option_count(at, submitted.len())?;
    let (ids, mut built) = (option_ids(previous.options), Vec::with_capacity(submitted.len()));
    for (index, new) in submitted.into_iter().enumerate() {
        let at = at.item(index);
        built.push((new.position, build_choice(at, new, rules, &ids)?));
    }
    let mut choices = order_listed(at, built, previous)?;
    at.check_that(
        choices.iter().filter(|choice| choice.is_na == Some(true) && choice.visible).count() <= 1,
        "have at most one item with `is_na`",
    )?;
    if rules.rates {
        for choice in choices.iter_mut().filter(|choice| choice.weight.is_none() && choice.is_na != Some(true)) {
            choice.weight = Some(choice.position.into());
        }
    }
    Ok(choices)
}

fn build_choice(at: FieldPath, new: ChoiceNew, rules: ChoiceRules, known: &OptionIds) -> Result<Choice, ApiError> {
    let id = resolve_id(at, new.id, known)?;
    let text = at.name("text").check_text(new.text)?.unwrap_or_default();
    if !rules.wordless {
        at.name("text").check_not_blank(&text)?;
    }
    let description = at.name("description").check_text(new.description)?.unwrap_or_default();
    at.name("description")
        .check_that(rules.matrix || description.is_empty(), "be left out: only choices of a matrix have one")?;
    let is_na = new.is_na.unwrap_or(false);
    at.name("is_na").check_that(rules.matrix || !is_na, "be left out: only choices of a matrix have it")?;
    at.name("weight")
        .check_that(rules.rates || new.weight.is_none(), "be left out: only choices that rate have one")?;
    let max = f64::from(INTEGER_MAX);
    let is_weight = |weight: &Number| weight.as_f64().is_some_and(|weight| weight.abs() <= max);
    at.name("weight")
        .check_that(new.weight.as_ref().is_none_or(is_weight), &format!("be a number from -{max} to {max}"))?;
    let score_at = at.name("quiz_options");
    let score = score_at.name("score").check_whole(new.quiz_options.as_ref().map(|quiz| &quiz.score), 0)?;
    score_at.name("score").check_that(rules.scored || score.get() == 0, "be 0 in a question without `quiz_options`")?;
    at.name("image").check_that(
        rules.pictures == new.image.is_some(),
        match rules.pictures {
            true => "be given: the question is an image choice",
            false => "be left out: the question is not an image choice",
        },
    )?;
    if let Some(image) = &new.image {
        at.name("image").name("url").check_url(&image.url)?;
    }
    Ok(Choice {
        id,
        text,
        position: Integer::saturating(0),
        visible: new.visible.unwrap_or(true),
        quiz_options: Some(ChoiceQuiz { score: score.into() }),
        description: rules.matrix.then_some(description),
        weight: new.weight.filter(|_| !is_na),
        is_na: rules.matrix.then_some(is_na),
        image: new.image,
    })
}

/// Builds a list of rows; in a demographic question each row requires a different detail.
///
/// # Errors
///
/// 1000 names the first row that is invalid.
pub fn build_rows(
    at: FieldPath,
    submitted: Vec<RowNew>,
    details: bool,
    previous: PreviousOptions<Row>,
) -> Result<Vec<Row>, ApiError> {
    check_option_count(at, submitted.len())?;
    let ids = option_ids(previous.options);
    let mut built: Vec<(Option<Integer>, Row)> = Vec::with_capacity(submitted.len());
    for (index, new) in submitted.into_iter().enumerate() {
        let at = at.item(index);
        let text = at.name("text").check_text(new.text)?;
        let (detail_type, required) = if details {
            let detail =
                new.r#type.ok_or_else(|| at.name("type").must_error("be given: it says what the row asks for"))?;
            let is_repeated = built.iter().any(|(_, row)| row.r#type == Some(detail));
            at.name("type").check_that(!is_repeated, "differ from those of the other rows")?;
            (Some(detail), Some(new.required.unwrap_or(false)))
        } else {
            at.name("type")
                .check_that(new.r#type.is_none(), "be left out: only rows of a demographic question have it")?;
            at.name("required")
                .check_that(new.required.is_none(), "be left out: only rows of a demographic question have it")?;
            (None, None)
        };
        let row = Row {
            id: resolve_id(at, new.id, &ids)?,
            text: text.unwrap_or_else(|| detail_type.map(detail_text).unwrap_or_default().to_owned()),
            position: Integer::saturating(0),
            visible: new.visible.unwrap_or(true),
            r#type: detail_type,
            required,
        };
        built.push((new.position, row));
    }
    order_listed(at, built, previous)
}

/// A row for every detail, for a demographic question without rows. Our choice.
pub fn every_detail() -> Vec<RowNew> {
    let row = |detail: &Detail| RowNew {
        id: None,
        text: None,
        position: None,
        visible: None,
        r#type: Some(*detail),
        required: None,
    };
    Detail::ALL.iter().map(row).collect()
}

/// The default text of a detail's row. Our choice.
fn detail_text(detail: Detail) -> &'static str {
    match detail {
        Detail::Name => "Name",
        Detail::Company => "Company",
        Detail::Address => "Address",
        Detail::Address2 => "Address 2",
        Detail::City => "City/Town",
        Detail::State => "State/Province",
        Detail::Zip => "ZIP/Postal Code",
        Detail::Country => "Country",
        Detail::Email => "Email Address",
        Detail::Phone => "Phone Number",
    }
}

/// Builds a list of columns, each with its own choices.
///
/// # Errors
///
/// 1000 names the first column that is invalid.
pub fn build_columns(
    at: FieldPath,
    submitted: Vec<ColumnNew>,
    previous: PreviousOptions<Column>,
) -> Result<Vec<Column>, ApiError> {
    let rules = ChoiceRules { matrix: true, ..ChoiceRules::default() };
    check_option_count(at, submitted.len())?;
    let ids = option_ids(previous.options);
    let columns =
        previous.options.map(|columns| order::collect_list_map(columns.iter().map(|column| (&column.id, column))));
    let mut built = Vec::with_capacity(submitted.len());
    for (index, new) in submitted.into_iter().enumerate() {
        let at = at.item(index);
        let id = resolve_id(at, new.id, &ids)?;
        at.name("text").check_text(Some(new.text.clone()))?;
        at.name("text").check_not_blank(&new.text)?;
        let before: Option<Vec<Choice>> = columns.as_ref().map(|columns| {
            columns.get(&id).map(|column| column.choices.iter().map(as_choice).collect()).unwrap_or_default()
        });
        let previous = PreviousOptions { options: before.as_deref(), has_answers: previous.has_answers };
        let choices = build_choices(at.name("choices"), new.choices, rules, previous)?;
        let column = Column {
            id,
            text: new.text,
            position: Integer::saturating(0),
            visible: new.visible.unwrap_or(true),
            choices: choices.into_iter().map(as_column_choice).collect(),
        };
        built.push((new.position, column));
    }
    order_listed(at, built, previous)
}

fn as_choice(choice: &ColumnChoice) -> Choice {
    Choice {
        id: choice.id.clone(),
        text: choice.text.clone(),
        position: choice.position,
        visible: choice.visible,
        quiz_options: None,
        description: None,
        weight: None,
        is_na: choice.is_na,
        image: None,
    }
}

fn as_column_choice(choice: Choice) -> ColumnChoice {
    let is_na = Some(choice.is_na == Some(true));
    ColumnChoice { id: choice.id, text: choice.text, position: choice.position, visible: choice.visible, is_na }
}

/// Checks the length of a list before any item is checked, so that a huge list costs nothing.
fn check_option_count(at: FieldPath, count: usize) -> Result<(), ApiError> {
    at.check_that(count <= OPTIONS_MAX, &format!("have at most {OPTIONS_MAX} items"))
}

/// Orders a list that must have a visible option.
fn order_listed<T: QuestionOption>(
    at: FieldPath,
    built: Vec<(Option<Integer>, T)>,
    previous: PreviousOptions<T>,
) -> Result<Vec<T>, ApiError> {
    at.check_that(built.iter().any(|(_, part)| part.is_visible()), "have an item that is visible")?;
    order_options(at, built, previous.options, previous.has_answers)
}

/// Builds the "other" option of a question with this many choices. A question has at most one, so it keeps its id in
/// any case. Our choice.
///
/// # Errors
///
/// 1000 names the first field that is invalid.
pub fn build_other_option(
    at: FieldPath,
    new: OtherNew,
    matrix: bool,
    choices: usize,
    previous: Option<&OtherOption>,
) -> Result<OtherOption, ApiError> {
    let is_answer_choice = new.is_answer_choice.unwrap_or(false);
    let apply_all_rows = new.apply_all_rows.unwrap_or(false);
    at.name("is_answer_choice").check_that(!(matrix && is_answer_choice), "be false in a matrix")?;
    at.name("apply_all_rows").check_that(matrix || !apply_all_rows, "be false outside a matrix")?;
    let size = |name: &str, submitted: Option<Integer>, default: u64| {
        let size = submitted.unwrap_or(Integer::saturating(default));
        at.name(name).check_that((1..=1000).contains(&size.get()), "be a number from 1 to 1000").map(|()| Some(size))
    };
    let last = u64::try_from(choices).unwrap_or(u64::MAX).saturating_add(1);
    let position = new.position.unwrap_or(Integer::saturating(last));
    at.name("position").check_that(position.get() > 0, "be 1 or more")?;
    let text = at.name("text").check_text(new.text)?;
    let error_text = at.name("error_text").check_text(new.error_text)?;
    Ok(OtherOption {
        id: previous.map_or(Id(String::new()), |previous| previous.id.clone()),
        text: text.unwrap_or_else(|| "Other (please specify)".to_owned()),
        visible: new.visible.unwrap_or(true),
        is_answer_choice: Some(is_answer_choice),
        apply_all_rows: Some(apply_all_rows),
        position,
        num_chars: size("num_chars", new.num_chars, 50)?,
        num_lines: size("num_lines", new.num_lines, if is_answer_choice { 1 } else { 3 })?,
        error_text: Some(error_text.unwrap_or_else(|| "Please write something.".to_owned())),
    })
}
