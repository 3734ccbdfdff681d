//! What a choice is worth: values for means, places of a ranking, points of a net promoter score, boxes of a scale.

use crate::results::statistics::NetPromoters;
use crate::results::store::{AnswerKind, DesignChoice, DesignQuestion};
use crate::spec::questions::{Picks, Subtype};

/// Choices of a net promoter score: 0 to 10 points.
const POINTS: usize = 11;

/// Different values below which a scale has no boxes.
const LEAST_OF_SCALE: usize = 3;

/// Shares of the highest two and of the lowest two values in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Boxes {
    pub(super) top2: f64,
    pub(super) bottom2: f64,
}

/// Whether a response has at most one choice for the question or for each row, so that choices have a mean.
pub(super) fn has_values(question: &DesignQuestion) -> bool {
    matches!(question.picks, Picks::One | Picks::OnePerRow) && question.columns.is_empty()
}

/// Whether the choices are a scale: each has a weight, "not applicable" apart.
pub(super) fn is_scale(question: &DesignQuestion) -> bool {
    let mut scored = question.choices.iter().filter(|choice| choice.visible && !choice.is_na).peekable();
    has_values(question) && scored.peek().is_some() && scored.all(|choice| choice.weight.is_some())
}

/// Whether the choices are places.
pub(super) fn is_ranking(question: &DesignQuestion) -> bool {
    question.subtype == Subtype::Ranking.as_str()
}

/// Whether a mean says something: of entered numbers, of a scale, of places.
pub(super) fn has_mean(question: &DesignQuestion) -> bool {
    question.kind == AnswerKind::Numbers || is_scale(question) || (is_ranking(question) && has_values(question))
}

/// The points of each choice, if the question asks for a net promoter score: eleven choices whose labels, otherwise
/// weights, are 0 to 10. A matrix has one if it has one row.
pub(super) fn points_of(question: &DesignQuestion) -> Option<Vec<Option<f64>>> {
    let rows = question.rows.iter().filter(|row| row.visible).count();
    if !has_values(question) || rows > 1 {
        return None;
    }
    let by_label = |choice: &DesignChoice| number_in(&choice.label);
    complete_points(&question.choices, &by_label)
        .or_else(|| complete_points(&question.choices, &|choice| choice.weight))
}

fn complete_points(
    choices: &[DesignChoice],
    points: &dyn Fn(&DesignChoice) -> Option<f64>,
) -> Option<Vec<Option<f64>>> {
    let counts = |choice: &DesignChoice| choice.visible && !choice.is_na;
    let all: Vec<Option<f64>> = choices.iter().map(|choice| points(choice).filter(|_| counts(choice))).collect();
    let complete = (0..POINTS).all(|wanted| all.iter().flatten().filter(|found| **found == wanted as f64).count() == 1);
    let scored = choices.iter().filter(|choice| counts(choice)).count();
    (complete && scored == POINTS).then_some(all)
}

/// The one number in a label such as `10 - Extremely likely`.
fn number_in(label: &str) -> Option<f64> {
    let mut numbers = label.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let digits = numbers.next().filter(|digits| digits.len() <= 2)?;
    numbers.next().is_none().then(|| digits.parse::<u8>().ok().map(f64::from))?
}

/// The net promoter score of counted choices.
pub(super) fn promoters(points: &[Option<f64>], counts: &[u32]) -> NetPromoters {
    NetPromoters::from_points(points.iter().zip(counts).filter_map(|(points, count)| Some(((*points)?, *count))))
}

/// The boxes of values with their counts, which may repeat a value; `None` without answers or for a short scale.
/// Deleted choices are not part of the scale, but those who picked one are counted by its value.
pub(super) fn boxes_of(choices: &[DesignChoice], values: &[(f64, u32)]) -> Option<Boxes> {
    let mut scale: Vec<f64> = Vec::new();
    for value in choices.iter().filter(|choice| choice.visible).filter_map(DesignChoice::value) {
        let place = scale.partition_point(|lower| *lower < value);
        if scale.get(place) != Some(&value) {
            scale.insert(place, value);
        }
    }
    if scale.len() < LEAST_OF_SCALE {
        return None;
    }
    let (low, high) = (*scale.get(1)?, *scale.get(scale.len().checked_sub(2)?)?);
    let sum = |counts: &dyn Fn(f64) -> bool| -> f64 {
        values.iter().filter(|(value, _)| counts(*value)).map(|(_, count)| f64::from(*count)).sum()
    };
    let all = sum(&|_| true);
    let share = |part: f64| 100.0 * part / all;
    (all > 0.0).then(|| Boxes { top2: share(sum(&|value| value >= high)), bottom2: share(sum(&|value| value <= low)) })
}
