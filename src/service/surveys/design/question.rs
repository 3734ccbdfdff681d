//! Questions as they are stored: checked by the kind of question, and completed with defaults.

use super::answer_options::build_answers;
use super::display::{self, build_display};
use super::field::FieldPath;
use super::headings::build_headings;
use super::options::ChoiceRules;
use super::settings::{build_layout, build_required, build_scoring, build_sorting, build_validation, check_ranks};
use crate::service::actor::call_context::CallContext;
use crate::service::surveys::library::bank;
use crate::spec::errors::Error;
use crate::spec::plans::QuestionType;
use crate::spec::questions::{Display, DisplayType, Family, Kind, Subtype};
use crate::spec::resources::questions::{Question, QuestionNew};
use crate::spec::types::{Id, Integer, Nullable};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value};

/// The survey that a question belongs to.
#[derive(Debug, Clone, Copy)]
pub struct QuestionContext {
    /// Whether it is a quiz.
    pub is_quiz: bool,
    /// Whether the survey has responses. Parts that are removed are then hidden instead, since answers may refer to
    /// them; to find out would take reading all responses.
    pub has_answers: bool,
}

/// Builds the question, without id, position and URL. `previous` is the stored question that it replaces.
///
/// # Errors
///
/// 1000 or 1002 name the invalid field, 1005 a type of question that the plan does not include, 1020 an unknown
/// question of the bank, 1025 a kind that does not fit existing answers.
pub fn build_question(
    context: &CallContext,
    at: FieldPath,
    new: QuestionNew,
    setting: QuestionContext,
    previous: Option<&Question>,
) -> Result<Question, ApiError> {
    let new = from_bank(context, new)?;
    let missing =
        |name: &str| ApiError::with_detail(Error::BadBody, format!("`{}` must be given.", at.name(name).path()));
    let family = new.family.ok_or_else(|| missing("family"))?;
    let subtype = new.subtype.ok_or_else(|| missing("subtype"))?;
    let kind =
        Kind::find_kind(family, subtype).ok_or_else(|| at.name("subtype").must_error("be a subtype of the family"))?;
    if let Some(old) = previous.and_then(|previous| Kind::find_kind(previous.family, previous.subtype)) {
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
        previous.and_then(|previous| previous.display_options.as_ref()),
    )?;
    let display_type = display_options.as_ref().and_then(|options| options.display_type);
    check_plan(context, kind, display_type)?;
    let nickname = at.name("nickname").check_title(new.nickname)?;
    let is_presentation = family == Family::Presentation;
    at.name("nickname")
        .check_that(is_presentation || nickname.is_none(), "be left out: only presentation questions have one")?;
    let forced_ranking = new.forced_ranking.unwrap_or(false);
    let can_force = family == Family::Matrix && matches!(subtype, Subtype::Single | Subtype::Rating);
    at.name("forced_ranking")
        .check_that(can_force || !forced_ranking, "be false: it is for matrix questions that rate or pick one")?;
    let submitted = new.answers.as_ref().and_then(|answers| answers.choices.as_deref());
    let quiz_options = build_scoring(at.name("quiz_options"), new.quiz_options, kind, setting.is_quiz, submitted)?;
    let rates = family == Family::Matrix && subtype == Subtype::Rating;
    let pictures = display_type == Some(DisplayType::ImageChoice);
    let rules = ChoiceRules {
        matrix: family == Family::Matrix,
        rates,
        wordless: pictures || display_type == Some(DisplayType::Emoji),
        pictures,
        scored: quiz_options.is_some(),
    };
    let answers = build_answers(
        at.name("answers"),
        new.answers,
        kind,
        rules,
        previous.map(|previous| previous.answers.as_ref().unwrap_or(NO_ANSWERS)),
        setting.has_answers,
    )?;
    let required_now =
        new.required.map(|submitted| build_required(at.name("required"), submitted, kind, answers.as_ref()));
    let required_now = required_now.transpose()?;
    if let Some(required) = required_now.as_ref().filter(|_| forced_ranking) {
        check_ranks(at.name("answers").name("choices"), required, answers.as_ref())?;
    }
    let validated = new
        .validation
        .map(|submitted| build_validation(at.name("validation"), submitted, kind, display_type, answers.as_ref()));
    let sorted = new.sorting.map(|submitted| build_sorting(at.name("sorting"), submitted, kind));
    let previous_headings = previous.map(|previous| previous.headings.as_slice());
    Ok(Question {
        id: Id(String::new()),
        position: Integer::saturating(0),
        visible: new.visible.unwrap_or(true),
        family,
        subtype,
        layout: Some(new.layout.map(|submitted| build_layout(at.name("layout"), submitted)).transpose()?.into()),
        nickname: is_presentation.then(|| nickname.unwrap_or_default()),
        headings: build_headings(
            at.name("headings"),
            new.headings.ok_or_else(|| missing("headings"))?,
            kind,
            previous_headings,
        )?,
        sorting: Nullable::from(sorted.transpose()?),
        required: Nullable::from(required_now),
        validation: Nullable::from(validated.transpose()?),
        forced_ranking,
        quiz_options,
        display_options,
        answers,
        href: String::new(),
    })
}

/// The submitted fields over those of the question of the bank that is named.
fn from_bank(context: &CallContext, mut new: QuestionNew) -> Result<QuestionNew, ApiError> {
    let Some(pick) = new.question_bank.take() else { return Ok(new) };
    let mut merged = payload::to_value(&bank::question_from_pick(context.sql, &pick)?);
    overlay_members(&mut merged, payload::to_value(&new));
    payload::from_value(merged).ok_or(Error::Internal.into())
}

/// Fails if the plan does not include this display.
fn check_plan(context: &CallContext, kind: &Kind, display: Option<DisplayType>) -> Result<(), ApiError> {
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

/// The question after a PATCH: submitted fields replace the stored ones; in `answers`, `layout` and `quiz_options` each
/// member separately. A submitted list replaces the stored one, but an item that names a stored option keeps the fields
/// that it leaves out. Its position is that in the list, and it is visible again. If the kind changes to one with other
/// options, only headings and layout stay.
///
/// # Errors
///
/// 1000 if the patch names a question of the bank, which would be another question.
pub fn apply_patch(old: &Question, patch: &QuestionNew) -> Result<QuestionNew, ApiError> {
    let bank = FieldPath::BODY.name("question_bank");
    bank.check_that(patch.question_bank.is_none(), "be left out: it names another question")?;
    let mut merged = payload::to_value(old);
    let kind = Kind::find_kind(patch.family.unwrap_or(old.family), patch.subtype.unwrap_or(old.subtype));
    let old_kind = Kind::find_kind(old.family, old.subtype);
    let same_options = match (old_kind, kind) {
        (Some(old_kind), Some(kind)) if old_kind.family == Family::Matrix || kind.family == Family::Matrix => {
            old_kind == kind
        }
        (Some(old_kind), Some(kind)) => old_kind.design == kind.design,
        _ => true,
    };
    let has_display = |kind: &Kind| old.display_type().is_none_or(|old| Display::find_display(old, kind).is_some());
    if let Some(fields) = merged.as_object_mut() {
        fields.remove("position");
        if !same_options {
            fields.retain(|name, _| matches!(name.as_str(), "visible" | "family" | "subtype" | "layout" | "headings"));
        }
        if !kind.is_some_and(has_display) {
            fields.remove("display_options");
        }
        if patch.family.is_some_and(|family| family != Family::Presentation) {
            fields.remove("nickname");
        }
    }
    let without_ranks = patch.answers.as_ref().is_some_and(|answers| answers.choices.is_none());
    if without_ranks && kind.is_some_and(|kind| kind.subtype == Subtype::Ranking) {
        // The ranks are built again from the rows.
        merged.pointer_mut("/answers/choices").map(Value::take);
    }
    let new_display = patch.display_options.as_ref().and_then(|display| display.display_type);
    let shows_images = new_display.or(old.display_type()) == Some(DisplayType::ImageChoice);
    let quiz = patch.quiz_options.as_ref().or(old.quiz_options.as_ref());
    let is_scored = quiz.is_some_and(|quiz| quiz.scoring_enabled);
    if patch.answers.as_ref().is_some_and(|answers| answers.choices.is_some()) {
        // What the changed question does not permit is not kept.
        let stored = merged.pointer_mut("/answers/choices").and_then(Value::as_array_mut);
        for choice in stored.into_iter().flatten().filter_map(Value::as_object_mut) {
            choice.retain(|name, _| match name.as_str() {
                "image" => shows_images,
                "quiz_options" => is_scored,
                _ => true,
            });
        }
    }
    let mut submitted = payload::to_value(patch);
    if patch.display_options.as_ref().is_some_and(display::is_empty)
        && let Some(fields) = submitted.as_object_mut()
    {
        fields.remove("display_options");
    }
    overlay_members(&mut merged, submitted);
    payload::from_value(merged).ok_or(Error::Internal.into())
}

/// Replaces members of the stored object; those of some members one by one.
fn overlay_members(old: &mut Value, submitted: Value) {
    let (Value::Object(old), Value::Object(submitted)) = (old, submitted) else { return };
    for (name, mut value) in submitted {
        match (name.as_str(), old.get_mut(&name), &mut value) {
            ("answers" | "other" | "layout" | "quiz_options", Some(stored @ Value::Object(_)), _) => {
                if name == "other" {
                    forget_place(stored);
                }
                overlay_members(stored, value);
            }
            ("choices" | "rows" | "cols", Some(Value::Array(stored)), Value::Array(items)) => {
                complete_options(items, std::mem::take(stored));
                old.insert(name, value);
            }
            _ => {
                old.insert(name, value);
            }
        }
    }
}

/// Completes the items that name a stored option with the fields of that option.
fn complete_options(items: &mut [Value], stored: Vec<Value>) {
    let id_of = |option: &Value| option.get("id").and_then(Value::as_str).map(str::to_owned);
    let mut by_id: Map<String, Value> =
        stored.into_iter().filter_map(|option| Some((id_of(&option)?, option))).collect();
    for item in items {
        let Some(mut option) = id_of(item).and_then(|id| by_id.remove(&id)) else { continue };
        forget_place(&mut option);
        overlay_members(&mut option, item.take());
        *item = option;
    }
}

/// Removes what an option does not keep when it is listed again: its position, and that it was deleted.
fn forget_place(option: &mut Value) {
    if let Some(fields) = option.as_object_mut() {
        fields.retain(|name, _| !matches!(name.as_str(), "position" | "visible"));
    }
}

/// The options of a question without options.
const NO_ANSWERS: &crate::spec::resources::questions::Answers =
    &crate::spec::resources::questions::Answers { choices: None, rows: None, cols: None, other: None };
