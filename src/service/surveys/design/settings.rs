//! The settings of a question: required answers, validation, sorting, layout, scoring.

use super::field::FieldPath;
use crate::service::surveys::answers::parse_limit;
use crate::service::surveys::page_texts::{Locale, PageText};
use crate::spec::param::Param as _;
use crate::spec::questions::{Design, DisplayType, Family, Kind, Subtype};
use crate::spec::resources::questions::{
    Answers, Choice, ChoiceNew, Layout, QuestionQuiz, Required, RequiredType, Sorting, Validation, ValidationNew,
    ValidationType,
};
use crate::spec::types::{Integer as Whole, Nullable, Written};
use crate::wire::error::ApiError;

/// Builds the rule for required answers. Its amount counts visible choices for a question that takes several, visible
/// rows for others.
///
/// # Errors
///
/// 1000 if the kind of question takes no answers, or the amount is invalid.
pub fn build_required(
    at: FieldPath,
    submitted: Required,
    kind: &Kind,
    answers: Option<&Answers>,
) -> Result<Required, ApiError> {
    let takes_answers = !matches!(kind.family, Family::Presentation | Family::ClickMap);
    at.check_that(takes_answers, "be left out: there is nothing to answer")?;
    at.name("text").check_text(Some(submitted.text.clone()))?;
    let how = submitted.r#type.unwrap_or(RequiredType::All);
    if how == RequiredType::All {
        return Ok(Required { r#type: Some(how), amount: Some(Written("0".to_owned())), ..submitted });
    }
    let max = count_options(kind, answers);
    at.name("type").check_that(max > 0, "be `all`: the question takes one answer")?;
    let amount = submitted.amount.map(|Written(text)| text).unwrap_or_default();
    let numbers: Vec<Option<usize>> = amount.split(',').map(|number| number.trim().parse().ok()).collect();
    let at = at.name("amount");
    let within = |number: usize| (1..=max).contains(&number);
    let amount = match (how, numbers.as_slice()) {
        (RequiredType::Range, [Some(least), Some(largest)]) => {
            at.check_that(within(*least) && within(*largest), &format!("lie between 1 and {max}"))?;
            at.check_that(least <= largest, "name the smaller number first")?;
            format!("{least},{largest}")
        }
        (RequiredType::Range, _) => return Err(at.must_error("be two numbers with a comma between, such as 1,3")),
        (_, [Some(number)]) => {
            at.check_that(within(*number), &format!("lie between 1 and {max}"))?;
            number.to_string()
        }
        _ => return Err(at.must_error("be a number")),
    };
    Ok(Required { text: submitted.text, r#type: Some(how), amount: Some(Written(amount)) })
}

/// Checks that each row which needs an answer can have another choice than the other rows.
///
/// # Errors
///
/// 1000 if there are too few choices.
pub fn check_ranks(at: FieldPath, required: &Required, answers: Option<&Answers>) -> Result<(), ApiError> {
    let rows = answers.and_then(|answers| answers.rows.as_ref()).into_iter().flatten();
    let choices = answers.and_then(|answers| answers.choices.as_ref()).into_iter().flatten();
    let choices: Vec<&Choice> = choices.filter(|choice| choice.visible).collect();
    let least = required.amount.as_ref().and_then(|Written(text)| text.split(',').next()?.parse().ok());
    let needed = match required.r#type {
        None | Some(RequiredType::All) => rows.filter(|row| row.visible).count(),
        Some(RequiredType::AtMost) => 1,
        Some(RequiredType::AtLeast | RequiredType::Exactly | RequiredType::Range) => least.unwrap_or(1),
    };
    let fits = choices.len() >= needed || choices.iter().any(|choice| choice.is_na == Some(true));
    let reason = "each row that is required needs another one, because of `forced_ranking`";
    at.check_that(fits, &format!("have {needed} items or more, or one with `is_na`: {reason}"))
}

/// The number of answers that an amount can count; 0 if the question takes one answer.
fn count_options(kind: &Kind, answers: Option<&Answers>) -> usize {
    let Some(answers) = answers else { return 0 };
    match kind.design {
        Design::Choices if kind.family == Family::MultipleChoice => {
            let choices = answers.choices.iter().flatten().filter(|choice| choice.visible).count();
            let other_counts = answers.other.as_ref().is_some_and(|other| other.visible && other.is_choice());
            choices.saturating_add(usize::from(other_counts))
        }
        Design::Choices | Design::Nothing => 0,
        _ => answers.rows.iter().flatten().filter(|row| row.visible).count(),
    }
}

/// Builds the validation of a text.
///
/// # Errors
///
/// 1000 if the question takes no text, or a limit does not fit the type of check.
pub fn build_validation(
    at: FieldPath,
    submitted: ValidationNew,
    kind: &Kind,
    display: Option<DisplayType>,
    answers: Option<&Answers>,
) -> Result<Validation, ApiError> {
    use ValidationType::{Any, DateInternational, DateUs, Decimal, Email, Integer, Regex, TextLength};
    let own_text = answers.is_some_and(|answers| answers.other.is_some());
    let numerical = (kind.family, kind.subtype) == (Family::OpenEnded, Subtype::Numerical);
    let checks: &[ValidationType] = match (kind.family, display) {
        (_, Some(DisplayType::Slider)) => &[Integer],
        (_, Some(DisplayType::FileUpload)) => &[],
        (Family::OpenEnded, _) if numerical => &[Any, Integer, Decimal],
        (Family::OpenEnded, _) => ValidationType::ALL,
        (Family::Datetime, _) => &[Any, DateUs, DateInternational],
        (Family::SingleChoice | Family::MultipleChoice | Family::Matrix, _) if own_text => ValidationType::ALL,
        _ => &[],
    };
    at.check_that(!checks.is_empty(), "be left out: the question takes no text")?;
    at.name("type").check_that(checks.contains(&submitted.r#type), "fit the family and subtype of the question")?;
    let text = at.name("text").check_text(submitted.text)?;
    let sum_text = at.name("sum_text").check_text(submitted.sum_text)?.unwrap_or_default();
    let [min, max, sum] =
        [submitted.min, submitted.max, submitted.sum].map(|limit| limit.filter(|limit| !limit.0.is_empty()));
    let shape = match submitted.r#type {
        Integer | TextLength => "be a whole number",
        Decimal => "be a number",
        DateUs => "be a date such as 12/31/2026",
        DateInternational => "be a date such as 31/12/2026",
        Any | Regex | Email => "be left out: the check has no limits",
    };
    let measure = |name: &str, limit: &Option<Written>| match limit {
        None => Ok(None),
        Some(limit) => parse_limit(submitted.r#type, &limit.0).map(Some).ok_or_else(|| at.name(name).must_error(shape)),
    };
    if let (Some(least), Some(largest)) = (measure("min", &min)?, measure("max", &max)?) {
        at.name("max").check_that(least <= largest, "not be less than `min`")?;
    }
    let adds = numerical && matches!(submitted.r#type, Integer | Decimal);
    at.name("sum").check_that(adds || sum.is_none(), "be left out: only numbers of a numerical question add up")?;
    let sum = sum.map(|sum| Whole::parse(&sum.0).map_err(|kind| at.name("sum").must_error(&format!("be {kind}"))));
    let sum = sum.transpose()?;
    at.name("sum_text").check_that(sum.is_some() || sum_text.is_empty(), "be left out: there is no `sum`")?;
    let default_text = sum
        .filter(|_| sum_text.is_empty())
        .map(|sum| Locale::English.format_text(PageText::NeedsSum, &[&sum.get().to_string()]));
    Ok(Validation {
        r#type: submitted.r#type,
        text: text.unwrap_or_else(|| PageText::NeedsForm.as_str().to_owned()),
        min: Nullable::from(min),
        max: Nullable::from(max),
        sum: Nullable::from(sum),
        sum_text: default_text.unwrap_or(sum_text),
    })
}

/// Builds the sorting of a question with choices.
///
/// # Errors
///
/// 1000 if there is nothing to sort.
pub fn build_sorting(at: FieldPath, submitted: Sorting, kind: &Kind) -> Result<Sorting, ApiError> {
    let sorted = matches!(kind.design, Design::Choices | Design::RowsAndChoices | Design::RowsAndColumns);
    at.check_that(sorted, "be left out: there is nothing to sort")?;
    Ok(Sorting { ignore_last: Some(submitted.ignore_last.unwrap_or(false)), ..submitted })
}

/// Builds the layout of the question on its page.
///
/// # Errors
///
/// 1000 if a text is too long.
pub fn build_layout(at: FieldPath, submitted: Layout) -> Result<Layout, ApiError> {
    at.name("col_width_format").check_title(submitted.col_width_format.clone())?;
    at.name("position").check_title(submitted.position.clone())?;
    at.name("width_format").check_title(submitted.width_format.clone())?;
    Ok(submitted)
}

/// Builds the scoring of a question in a quiz; `None` if it is disabled.
///
/// # Errors
///
/// 1000 if the survey is not a quiz, or no choice has a score.
pub fn build_scoring(
    at: FieldPath,
    submitted: Option<QuestionQuiz>,
    kind: &Kind,
    is_quiz: bool,
    choices: Option<&[ChoiceNew]>,
) -> Result<Option<QuestionQuiz>, ApiError> {
    let Some(submitted) = submitted.filter(|submitted| submitted.scoring_enabled) else { return Ok(None) };
    at.check_that(kind.design == Design::Choices, "be left out: only questions with choices give points")?;
    at.check_that(is_quiz, "be left out: the survey is not a quiz")?;
    let scored = choices.into_iter().flatten().any(|choice| {
        let score = choice.quiz_options.as_ref().and_then(|quiz| quiz.score.as_f64());
        choice.visible != Some(false) && score.is_some_and(|score| score > 0.0)
    });
    at.name("scoring_enabled").check_that(scored, "come with a choice whose `quiz_options.score` is above 0")?;
    if let Some(feedback) = &submitted.feedback {
        let at = at.name("feedback");
        at.name("correct_text").check_text(feedback.correct_text.clone())?;
        at.name("incorrect_text").check_text(feedback.incorrect_text.clone())?;
        at.name("partial_text").check_text(feedback.partial_text.clone())?;
    }
    Ok(Some(submitted))
}
