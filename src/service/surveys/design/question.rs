//! Questions as they are stored: checked by the kind of question, and completed with defaults.

use super::answers::build_answers;
use super::display::build_display;
use super::field::FieldPath;
use super::headings::build_headings;
use super::options::ChoiceRules;
use super::settings::{build_layout, build_required, build_scoring, build_sorting, build_validation};
use crate::service::actor::context::Context;
use crate::service::surveys::library::bank;
use crate::spec::errors::Error;
use crate::spec::plans::QuestionType;
use crate::spec::questions::{Display, DisplayType, Family, Kind, Subtype};
use crate::spec::resources::questions::{Question, QuestionNew};
use crate::spec::types::{Id, Integer, Nullable};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::Value;

/// The survey that a question belongs to.
#[derive(Debug, Clone, Copy)]
pub struct QuestionContext {
    /// Whether it is a quiz.
    pub is_quiz: bool,
    /// Whether the survey has responses. Parts that are removed are then hidden instead, since answers may refer to
    /// them; to find out would take reading all responses.
    pub has_answers: bool,
}

/// Builds the question, without id, position and URL. `kept` is the stored question that it replaces.
///
/// # Errors
///
/// 1000 or 1002 name the invalid field, 1005 a type of question that the plan does not include, 1020 an unknown
/// question of the bank, 1025 a kind that does not fit existing answers.
pub fn build_question(
    context: &Context,
    at: FieldPath,
    new: QuestionNew,
    setting: QuestionContext,
    kept: Option<&Question>,
) -> Result<Question, ApiError> {
    let new = from_bank(context, new)?;
    let missing =
        |name: &str| ApiError::with_detail(Error::BadBody, format!("`{}` must be given.", at.name(name).path()));
    let family = new.family.ok_or_else(|| missing("family"))?;
    let subtype = new.subtype.ok_or_else(|| missing("subtype"))?;
    let kind =
        Kind::find_kind(family, subtype).ok_or_else(|| at.name("subtype").must_error("be one of the family's"))?;
    if let Some(old) = kept.and_then(|kept| Kind::find_kind(kept.family, kept.subtype)) {
        let same = !setting.has_answers || old.parts == kind.parts;
        if !same {
            let detail = "`family`: the survey has responses, whose answers would no longer fit the question.";
            return Err(ApiError::with_detail(Error::Conflict, detail));
        }
    }
    let display_options = build_display(
        at.name("display_options"),
        new.display_options,
        kind,
        kept.and_then(|kept| kept.display_options.as_ref()),
    )?;
    let shown = display_options.as_ref().map(|options| options.display_type);
    check_plan(context, kind, shown)?;
    let nickname = at.name("nickname").check_title(new.nickname)?;
    let presents = family == Family::Presentation;
    at.name("nickname")
        .check_that(presents || nickname.is_none(), "be left out: only presentation questions have one")?;
    let forced = new.forced_ranking.unwrap_or(false);
    let forcible = family == Family::Matrix && matches!(subtype, Subtype::Single | Subtype::Rating);
    at.name("forced_ranking")
        .check_that(forcible || !forced, "be false: it is for matrix questions that rate or pick one")?;
    let given = new.answers.as_ref().and_then(|answers| answers.choices.as_deref());
    let quiz_options = build_scoring(at.name("quiz_options"), new.quiz_options, kind, setting.is_quiz, given)?;
    let rates = family == Family::Matrix && subtype == Subtype::Rating;
    let pictures = shown == Some(DisplayType::ImageChoice);
    let rules = ChoiceRules {
        matrix: family == Family::Matrix,
        rates,
        wordless: pictures || shown == Some(DisplayType::Emoji),
        pictures,
        scored: quiz_options.is_some(),
    };
    let answers = build_answers(
        at.name("answers"),
        new.answers,
        kind,
        rules,
        kept.map(|kept| kept.answers.as_ref().unwrap_or(NO_ANSWERS)),
        setting.has_answers,
    )?;
    let required_now = new.required.map(|given| build_required(at.name("required"), given, kind, answers.as_ref()));
    let validated =
        new.validation.map(|given| build_validation(at.name("validation"), given, kind, shown, answers.as_ref()));
    let sorted = new.sorting.map(|given| build_sorting(at.name("sorting"), given, kind));
    let kept_headings = kept.map(|kept| kept.headings.as_slice());
    Ok(Question {
        id: Id(String::new()),
        position: Integer::saturating(0),
        visible: new.visible.unwrap_or(true),
        family,
        subtype,
        layout: Nullable::from(new.layout.map(|given| build_layout(at.name("layout"), given)).transpose()?),
        nickname: presents.then(|| nickname.unwrap_or_default()),
        headings: build_headings(
            at.name("headings"),
            new.headings.ok_or_else(|| missing("headings"))?,
            kind,
            kept_headings,
        )?,
        sorting: Nullable::from(sorted.transpose()?),
        required: Nullable::from(required_now.transpose()?),
        validation: Nullable::from(validated.transpose()?),
        forced_ranking: forced,
        quiz_options,
        display_options,
        answers,
        href: String::new(),
    })
}

/// The submitted fields over those of the question of the bank that is named.
fn from_bank(context: &Context, mut new: QuestionNew) -> Result<QuestionNew, ApiError> {
    let Some(pick) = new.question_bank.take() else { return Ok(new) };
    let mut merged = payload::to_value(&bank::question_from_pick(context.sql, &pick)?);
    overlay_members(&mut merged, payload::to_value(&new));
    payload::from_value(merged).ok_or(Error::Internal.into())
}

/// Fails if the plan does not include this display.
fn check_plan(context: &Context, kind: &Kind, display: Option<DisplayType>) -> Result<(), ApiError> {
    let question_type = match (kind.family, kind.subtype, display) {
        (_, _, Some(DisplayType::Slider)) => QuestionType::Slider,
        (_, _, Some(DisplayType::FileUpload)) => QuestionType::FileUpload,
        _ => return Ok(()),
    };
    if context.account.plan.includes(question_type) {
        return Ok(());
    }
    let detail = format!("The plan does not include {}.", question_type.as_str());
    Err(ApiError::with_detail(Error::PaymentRequired, detail))
}

/// The question after a PATCH: submitted fields replace the stored ones; in `answers` each list is replaced separately.
/// If the kind changes to one with other options, only headings and layout stay.
///
/// # Errors
///
/// 1000 if the patch names a question of the bank, which would be another question.
pub fn apply_patch(old: &Question, patch: &QuestionNew) -> Result<QuestionNew, ApiError> {
    let bank = FieldPath::BODY.name("question_bank");
    bank.check_that(patch.question_bank.is_none(), "be left out: it makes another question")?;
    let mut merged = payload::to_value(old);
    let kind = Kind::find_kind(patch.family.unwrap_or(old.family), patch.subtype.unwrap_or(old.subtype));
    let before = Kind::find_kind(old.family, old.subtype);
    let alike = match (before, kind) {
        (Some(before), Some(kind)) if before.family == Family::Matrix || kind.family == Family::Matrix => {
            before == kind
        }
        (Some(before), Some(kind)) => before.design == kind.design,
        _ => true,
    };
    let shows = |kind: &Kind| {
        old.display_options.as_ref().is_none_or(|old| Display::find_display(old.display_type, kind).is_some())
    };
    if let Some(fields) = merged.as_object_mut() {
        fields.remove("position");
        if !alike {
            fields.retain(|name, _| matches!(name.as_str(), "visible" | "family" | "subtype" | "layout" | "headings"));
        }
        if !kind.is_some_and(shows) {
            fields.remove("display_options");
        }
        if patch.family.is_some_and(|family| family != Family::Presentation) {
            fields.remove("nickname");
        }
    }
    let unranked = patch.answers.as_ref().is_some_and(|answers| answers.choices.is_none());
    if unranked && kind.is_some_and(|kind| kind.subtype == Subtype::Ranking) {
        // The ranks are built again from the rows.
        merged.pointer_mut("/answers/choices").map(Value::take);
    }
    overlay_members(&mut merged, payload::to_value(patch));
    payload::from_value(merged).ok_or(Error::Internal.into())
}

/// Replaces members of the stored object; those of `answers` one by one.
fn overlay_members(old: &mut Value, given: Value) {
    let (Value::Object(old), Value::Object(given)) = (old, given) else { return };
    for (name, value) in given {
        match old.get_mut(&name) {
            Some(lists @ Value::Object(_)) if name == "answers" => overlay_members(lists, value),
            _ => {
                old.insert(name, value);
            }
        }
    }
}

/// The options of a question without options.
const NO_ANSWERS: &crate::spec::resources::questions::Answers =
    &crate::spec::resources::questions::Answers { choices: None, rows: None, cols: None, other: None };
