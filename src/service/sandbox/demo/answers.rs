//! Answers of one respondent to one question of the demo world, for every kind of question.

use super::design::{DemoQuestion, Display, Other, QuestionKey};
use super::dice::Dice;
use crate::spec::questions::{DateStyle as Written, Detail, Kind, Parts, Picks, Subtype};
use crate::wire::dates::{DAY, Timestamp};
use serde_json::{Value, json};

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
) -> Vec<Value> {
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
        Parts::Text => vec![json!({ "text": text_answer(question, taste), "tag_data": [] })],
        Parts::File => {
            let name = format!("photo-{}.jpg", taste.dice().roll(1000));
            let url = format!("https://files.example/{}/{name}", key.id());
            vec![json!({ "download_url": url, "content_type": "image/jpeg", "text": name })]
        }
    }
}

fn choice_answers(key: QuestionKey, question: &DemoQuestion, picks: Picks, taste: &mut dyn Taste) -> Vec<Value> {
    if matches!(question.other, Some(Other::Answer(_))) && picks == Picks::One && taste.dice().chance(15) {
        return vec![other_answer(key, question, taste)];
    }
    let picked = if picks == Picks::Many { taste.pick_several(question, 0) } else { vec![taste.pick_one(question, 0)] };
    let mut answers: Vec<Value> =
        picked.into_iter().map(|position| json!({ "choice_id": key.choice_id(position) })).collect();
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

fn row_choice_answers(key: QuestionKey, question: &DemoQuestion, picks: Picks, taste: &mut dyn Taste) -> Vec<Value> {
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
            let mut answer = json!({ "row_id": key.row_id(position), "choice_id": key.choice_id(choice) });
            let weight = nth(question.choices, choice).and_then(|choice| choice.weight);
            if let (Some(weight), Some(fields)) = (weight, answer.as_object_mut()) {
                fields.insert("choice_metadata".to_owned(), json!({ "weight": weight.to_string() }));
            }
            answers.push(answer);
        }
        if matches!(question.other, Some(Other::EveryRow(_))) && taste.dice().chance(20) {
            let text = taste.write_text(question);
            answers.push(json!({ "row_id": key.row_id(position), "other_id": key.other_id(), "text": text }));
        }
    }
    if matches!(question.other, Some(Other::Comment(_))) && taste.dice().chance(20) {
        answers.push(other_answer(key, question, taste));
    }
    answers
}

fn cell_answers(key: QuestionKey, question: &DemoQuestion, taste: &mut dyn Taste) -> Vec<Value> {
    let mut answers = Vec::new();
    for (row, _) in (1_u64..).zip(question.rows) {
        for (column, (_, choices)) in (1_u64..).zip(question.cols) {
            if taste.dice().chance(85) {
                let choice = taste.pick_cell(choices);
                answers.push(json!({
                    "row_id": key.row_id(row),
                    "col_id": key.column_id(column),
                    "choice_id": key.column_choice_id(column, choice),
                }));
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
) -> Vec<Value> {
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
        answers.push(json!({ "row_id": key.row_id(position), "text": text }));
    }
    answers
}

fn text_answer(question: &DemoQuestion, taste: &mut dyn Taste) -> String {
    match question.display {
        Some(Display::Slider(..)) => taste.write_number(question, 100),
        _ => taste.write_text(question),
    }
}

fn other_answer(key: QuestionKey, question: &DemoQuestion, taste: &mut dyn Taste) -> Value {
    json!({ "other_id": key.other_id(), "text": taste.write_text(question) })
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
