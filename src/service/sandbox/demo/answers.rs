//! Answers of one respondent to one question of the demo world, for every kind of question.

use super::design::{DemoQuestion, Display, Other, QuestionKey};
use super::dice::Dice;
use crate::spec::questions::{DateStyle as Written, Detail, Kind, Parts, Picks, Subtype};
use crate::wire::dates::{DAY, Timestamp};
use serde::Serialize;

/// An answer as it is stored. Its type writes it several times faster than a JSON value would.
#[derive(Debug, Default, Serialize)]
pub struct DemoAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    row_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    col_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice_metadata: Option<DemoWeight>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    download_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_data: Option<[String; 0]>,
}

/// The weight of the choice of an answer.
#[derive(Debug, Serialize)]
struct DemoWeight {
    weight: String,
}

/// How a respondent chooses among what a question offers. Positions count from 1.
pub trait Taste {
    /// The source of all that is left to chance.
    fn dice(&mut self) -> &mut Dice;

    /// The one choice that is picked, in a row if there are rows.
    fn pick_one(&mut self, question: &DemoQuestion, row: u64) -> u64;

    /// The choices that are picked, at least one, in a row if there are rows.
    fn pick_several(&mut self, question: &DemoQuestion, row: u64) -> Vec<u64>;

    /// One of so many choices of a column.
    fn pick_cell(&mut self, choices: &[&str]) -> u64;

    /// The place of every row in a ranking.
    fn rank_rows(&mut self, question: &DemoQuestion) -> Vec<u64>;

    /// A number from 0 to `most`, as text.
    fn write_number(&mut self, question: &DemoQuestion, most: u64) -> String;

    /// A text: an answer, another answer, or a comment.
    fn write_text(&mut self, question: &DemoQuestion) -> String;
}

/// The answers of the respondent; empty if the question takes none.
pub fn make_answers(
    key: QuestionKey,
    question: &DemoQuestion,
    created: Timestamp,
    taste: &mut dyn Taste,
) -> Vec<DemoAnswer> {
    let Some(kind) = Kind::find_kind(question.family, question.subtype) else { return Vec::new() };
    let parts = match question.display {
        Some(Display::Upload(_)) => Parts::File,
        _ => kind.parts,
    };
    match parts {
        Parts::Nothing => Vec::new(),
        Parts::Choice => choice_answers(key, question, kind.picks, taste),
        Parts::RowChoice => row_choice_answers(key, question, kind.picks, taste),
        Parts::RowColumnChoice => cell_answers(key, question, taste),
        Parts::RowText => row_text_answers(key, question, kind, created, taste),
        Parts::Text => {
            let text = Some(text_answer(question, taste));
            vec![DemoAnswer { text, tag_data: Some([]), ..DemoAnswer::default() }]
        }
        Parts::File => {
            let name = format!("photo-{}.jpg", taste.dice().roll(1000));
            let url = format!("https://files.example/{}/{name}", key.id());
            vec![DemoAnswer {
                download_url: Some(url),
                content_type: Some("image/jpeg"),
                text: Some(name),
                ..DemoAnswer::default()
            }]
        }
    }
}

fn choice_answers(key: QuestionKey, question: &DemoQuestion, picks: Picks, taste: &mut dyn Taste) -> Vec<DemoAnswer> {
    if matches!(question.other, Some(Other::Answer(_))) && picks == Picks::One && taste.dice().chance(15) {
        return vec![other_answer(key, question, taste)];
    }
    let picked = if picks == Picks::Many { taste.pick_several(question, 0) } else { vec![taste.pick_one(question, 0)] };
    let answer = |position| DemoAnswer { choice_id: Some(key.choice_id(position)), ..DemoAnswer::default() };
    let mut answers: Vec<DemoAnswer> = picked.into_iter().map(answer).collect();
    // Where one choice is allowed, "other" replaces it (see above); otherwise it is added to the choices.
    let adds_other = match question.other {
        Some(Other::Answer(_)) => picks == Picks::Many && taste.dice().chance(15),
        Some(_) => taste.dice().chance(25),
        None => false,
    };
    if adds_other {
        answers.push(other_answer(key, question, taste));
    }
    answers
}

fn row_choice_answers(
    key: QuestionKey,
    question: &DemoQuestion,
    picks: Picks,
    taste: &mut dyn Taste,
) -> Vec<DemoAnswer> {
    let mut answers = Vec::new();
    let ranks = (question.subtype == Subtype::Ranking).then(|| taste.rank_rows(question));
    for (position, _) in (1_u64..).zip(question.rows) {
        if ranks.is_none() && taste.dice().chance(10) {
            continue;
        }
        let picked = match &ranks {
            Some(_) if taste.dice().chance(8) => not_applicable(question),
            Some(ranks) => nth(ranks, position).copied().into_iter().collect(),
            None if picks == Picks::ManyPerRow => taste.pick_several(question, position),
            None => vec![taste.pick_one(question, position)],
        };
        for choice in picked {
            let weight = nth(question.choices, choice).and_then(|choice| choice.weight);
            answers.push(DemoAnswer {
                row_id: Some(key.row_id(position)),
                choice_id: Some(key.choice_id(choice)),
                choice_metadata: weight.map(|weight| DemoWeight { weight: weight.to_string() }),
                ..DemoAnswer::default()
            });
        }
        if matches!(question.other, Some(Other::EveryRow(_))) && taste.dice().chance(20) {
            let row_id = Some(key.row_id(position));
            answers.push(DemoAnswer { row_id, ..other_answer(key, question, taste) });
        }
    }
    if matches!(question.other, Some(Other::Comment(_))) && taste.dice().chance(20) {
        answers.push(other_answer(key, question, taste));
    }
    answers
}

fn cell_answers(key: QuestionKey, question: &DemoQuestion, taste: &mut dyn Taste) -> Vec<DemoAnswer> {
    let mut answers = Vec::new();
    for (row, _) in (1_u64..).zip(question.rows) {
        for (column, (_, choices)) in (1_u64..).zip(question.cols) {
            if taste.dice().chance(85) {
                let choice = taste.pick_cell(choices);
                answers.push(DemoAnswer {
                    row_id: Some(key.row_id(row)),
                    col_id: Some(key.column_id(column)),
                    choice_id: Some(key.column_choice_id(column, choice)),
                    ..DemoAnswer::default()
                });
            }
        }
    }
    if question.other.is_some() && taste.dice().chance(20) {
        answers.push(other_answer(key, question, taste));
    }
    answers
}

fn row_text_answers(
    key: QuestionKey,
    question: &DemoQuestion,
    kind: &Kind,
    created: Timestamp,
    taste: &mut dyn Taste,
) -> Vec<DemoAnswer> {
    let mut answers = Vec::new();
    for (position, row) in (1_u64..).zip(question.rows) {
        if position > 1 && taste.dice().chance(20) {
            continue;
        }
        let text = match (kind.date_style(), row.detail) {
            (Some(written), _) => random_date(written, created, taste.dice()),
            (None, Some(detail)) => detail_text(detail, taste.dice()).to_owned(),
            (None, None) if question.subtype == Subtype::Numerical => taste.write_number(question, 60),
            (None, None) => taste.write_text(question),
        };
        answers.push(DemoAnswer { row_id: Some(key.row_id(position)), text: Some(text), ..DemoAnswer::default() });
    }
    answers
}

fn text_answer(question: &DemoQuestion, taste: &mut dyn Taste) -> String {
    match question.display {
        Some(Display::Slider(..)) => taste.write_number(question, 100),
        _ => taste.write_text(question),
    }
}

fn other_answer(key: QuestionKey, question: &DemoQuestion, taste: &mut dyn Taste) -> DemoAnswer {
    let text = Some(taste.write_text(question));
    DemoAnswer { other_id: Some(key.other_id()), text, ..DemoAnswer::default() }
}

/// The item at a position, counted from 1.
fn nth<T>(list: &[T], position: u64) -> Option<&T> {
    list.get(usize::try_from(position.checked_sub(1)?).ok()?)
}

/// The positions of the choices for "not applicable".
fn not_applicable(question: &DemoQuestion) -> Vec<u64> {
    (1_u64..).zip(question.choices).filter(|(_, choice)| choice.is_na).map(|(position, _)| position).collect()
}

/// A date in US order, within the month before the response.
fn random_date(written: Written, created: Timestamp, dice: &mut Dice) -> String {
    let back = i64::try_from(dice.roll(30)).unwrap_or(0).saturating_mul(DAY);
    let iso = created.saturating_add(back.saturating_neg()).iso_without_offset().0;
    let mut parts = iso.split(['-', 'T']);
    let mut part = || parts.next().unwrap_or_default();
    let (year, month, day) = (part(), part(), part());
    let half = if dice.chance(50) { "AM" } else { "PM" };
    let clock = format!("{:02}:{:02} {half}", dice.roll(12).saturating_add(1), dice.roll(12).saturating_mul(5));
    match written {
        Written::DateTime => format!("{month}/{day}/{year} {clock}"),
        Written::Date => format!("{month}/{day}/{year}"),
        Written::Time => clock,
    }
}

fn detail_text(detail: Detail, dice: &mut Dice) -> &'static str {
    let texts: &[&str] = match detail {
        Detail::Name => &["Ana Almeida", "O'Hara, Finn", "Łucja Łuczak", "Mary \"Mae\" Brown"],
        Detail::Company => &["Ufer GmbH & Co. KG", "Smith, Sons & Daughters", "-"],
        Detail::Address => &["12 High Street", "Hauptstraße 7", "5, rue de l'Église"],
        Detail::Address2 => &["Apt. 4", "2. OG links", "c/o Novak"],
        Detail::City => &["Springfield", "Köln", "Montréal", "São Paulo"],
        Detail::State => &["IL", "QC", "Bayern"],
        Detail::Zip => &["01067", "62704", "H2X 1Y4"],
        Detail::Country => &["Germany", "United States", "Côte d'Ivoire"],
        Detail::Email => &["ana@mail.example", "finn.ohara@mail.example"],
        Detail::Phone => &["+49 30 1234567", "(217) 555-0142", "0045 12 34 56 78"],
    };
    dice.pick(texts).unwrap_or_default()
}
