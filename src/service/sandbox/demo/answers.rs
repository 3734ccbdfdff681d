//! Answers of one respondent to one question of the demo world, for every kind of question.

use super::design::{DemoChoice, DemoQuestion, Display, Other, QuestionKey};
use crate::spec::questions::{DateStyle as Written, Detail, Kind, Parts, Picks, Subtype};
use crate::wire::dates::{DAY, Timestamp};
use serde_json::{Value, json};

/// A sequence of pseudo-random numbers: splitmix64.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number from 0 to `sides` - 1; 0 if `sides` is 0.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)).checked_rem(sides).unwrap_or(0)
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }

    /// One of the texts.
    pub fn pick(&mut self, texts: &[&'static str]) -> Option<&'static str> {
        let index = self.roll(u64::try_from(texts.len()).unwrap_or(0));
        texts.get(usize::try_from(index).unwrap_or(0)).copied()
    }

    /// A whole number within these bounds, as text.
    fn number_between(&mut self, least: u64, most: u64) -> String {
        self.roll(most.saturating_sub(least).saturating_add(1)).saturating_add(least).to_string()
    }
}

/// The answers of the respondent; empty if the question takes none.
pub fn make_answers(key: QuestionKey, question: &DemoQuestion, created: Timestamp, dice: &mut Dice) -> Vec<Value> {
    let Some(kind) = Kind::find_kind(question.family, question.subtype) else { return Vec::new() };
    let parts = match question.display {
        Some(Display::Upload(_)) => Parts::File,
        _ => kind.parts,
    };
    match parts {
        Parts::Nothing => Vec::new(),
        Parts::Choice => choice_answers(key, question, kind.picks, dice),
        Parts::RowChoice => row_choice_answers(key, question, kind.picks, dice),
        Parts::RowColumnChoice => cell_answers(key, question, dice),
        Parts::RowText => row_text_answers(key, question, kind, created, dice),
        Parts::Text => vec![json!({ "text": text_answer(question, dice), "tag_data": [] })],
        Parts::File => {
            let name = format!("photo-{}.jpg", dice.roll(1000));
            let url = format!("https://files.example/{}/{name}", key.id());
            vec![json!({ "download_url": url, "content_type": "image/jpeg", "text": name })]
        }
    }
}

fn choice_answers(key: QuestionKey, question: &DemoQuestion, picks: Picks, dice: &mut Dice) -> Vec<Value> {
    if matches!(question.other, Some(Other::Answer(_))) && picks == Picks::One && dice.chance(15) {
        return other_answer(key, question, dice).into_iter().collect();
    }
    let picked =
        if picks == Picks::Many { pick_several(question.choices, dice) } else { pick_one(question.choices, dice) };
    let mut answers: Vec<Value> =
        picked.into_iter().map(|position| json!({ "choice_id": key.choice_id(position) })).collect();
    // Where one choice is allowed, "other" replaces it (see above); otherwise it is added to the choices.
    let adds_other = match question.other {
        Some(Other::Answer(_)) => picks == Picks::Many && dice.chance(15),
        Some(_) => dice.chance(25),
        None => false,
    };
    if adds_other {
        answers.extend(other_answer(key, question, dice));
    }
    answers
}

fn row_choice_answers(key: QuestionKey, question: &DemoQuestion, picks: Picks, dice: &mut Dice) -> Vec<Value> {
    let mut answers = Vec::new();
    let ranks = (question.subtype == Subtype::Ranking).then(|| shuffled_positions(question.rows.len(), dice));
    for (position, _) in (1_u64..).zip(question.rows) {
        if ranks.is_none() && dice.chance(10) {
            continue;
        }
        let picked = match &ranks {
            Some(_) if dice.chance(8) => not_applicable(question),
            Some(ranks) => nth(ranks, position).copied().into_iter().collect(),
            None if picks == Picks::ManyPerRow => pick_several(question.choices, dice),
            None => pick_one(question.choices, dice),
        };
        for choice in picked {
            let mut answer = json!({ "row_id": key.row_id(position), "choice_id": key.choice_id(choice) });
            let weight = nth(question.choices, choice).and_then(|choice| choice.weight);
            if let (Some(weight), Some(fields)) = (weight, answer.as_object_mut()) {
                fields.insert("choice_metadata".to_owned(), json!({ "weight": weight.to_string() }));
            }
            answers.push(answer);
        }
        if matches!(question.other, Some(Other::EveryRow(_))) && dice.chance(20) {
            let text = dice.pick(question.texts);
            answers.push(json!({ "row_id": key.row_id(position), "other_id": key.other_id(), "text": text }));
        }
    }
    if matches!(question.other, Some(Other::Comment(_))) && dice.chance(20) {
        answers.extend(other_answer(key, question, dice));
    }
    answers
}

fn cell_answers(key: QuestionKey, question: &DemoQuestion, dice: &mut Dice) -> Vec<Value> {
    let mut answers = Vec::new();
    for (row, _) in (1_u64..).zip(question.rows) {
        for (column, (_, choices)) in (1_u64..).zip(question.cols) {
            if dice.chance(85) {
                let choice = dice.roll(u64::try_from(choices.len()).unwrap_or(0)).saturating_add(1);
                answers.push(json!({
                    "row_id": key.row_id(row),
                    "col_id": key.column_id(column),
                    "choice_id": key.column_choice_id(column, choice),
                }));
            }
        }
    }
    if question.other.is_some() && dice.chance(20) {
        answers.extend(other_answer(key, question, dice));
    }
    answers
}

fn row_text_answers(
    key: QuestionKey,
    question: &DemoQuestion,
    kind: &Kind,
    created: Timestamp,
    dice: &mut Dice,
) -> Vec<Value> {
    let mut answers = Vec::new();
    for (position, row) in (1_u64..).zip(question.rows) {
        if position > 1 && dice.chance(20) {
            continue;
        }
        let text = match (kind.date_style(), row.detail) {
            (Some(written), _) => random_date(written, created, dice),
            (None, Some(detail)) => detail_text(detail, dice).to_owned(),
            (None, None) if question.subtype == Subtype::Numerical => dice.number_between(0, 60),
            (None, None) => dice.pick(question.texts).unwrap_or("…").to_owned(),
        };
        answers.push(json!({ "row_id": key.row_id(position), "text": text }));
    }
    answers
}

fn text_answer(question: &DemoQuestion, dice: &mut Dice) -> String {
    match question.display {
        Some(Display::Slider(..)) => dice.number_between(0, 100),
        _ => dice.pick(question.texts).unwrap_or("…").to_owned(),
    }
}

fn other_answer(key: QuestionKey, question: &DemoQuestion, dice: &mut Dice) -> Option<Value> {
    Some(json!({ "other_id": key.other_id(), "text": dice.pick(question.texts)? }))
}

/// The item at a position, counted from 1.
fn nth<T>(list: &[T], position: u64) -> Option<&T> {
    list.get(usize::try_from(position.checked_sub(1)?).ok()?)
}

/// The positions of the choices for "not applicable".
fn not_applicable(question: &DemoQuestion) -> Vec<u64> {
    (1_u64..).zip(question.choices).filter(|(_, choice)| choice.is_na).map(|(position, _)| position).collect()
}

/// One choice. Earlier ones are more likely. It may be a deleted one, which existed at that time.
fn pick_one(choices: &[DemoChoice], dice: &mut Dice) -> Vec<u64> {
    let count = u64::try_from(choices.len()).unwrap_or(0);
    let position = dice.roll(count).min(dice.roll(count.saturating_add(1))).saturating_add(1);
    vec![position]
}

/// Some of the choices, at least one.
fn pick_several(choices: &[DemoChoice], dice: &mut Dice) -> Vec<u64> {
    let picked: Vec<u64> = (1_u64..).zip(choices).filter(|_| dice.chance(35)).map(|(position, _)| position).collect();
    if picked.is_empty() { pick_one(choices, dice) } else { picked }
}

/// The numbers from 1 to `count` in some order.
fn shuffled_positions(count: usize, dice: &mut Dice) -> Vec<u64> {
    let mut rest: Vec<u64> = (1..).take(count).collect();
    let mut order = Vec::new();
    while !rest.is_empty() {
        let index = dice.roll(u64::try_from(rest.len()).unwrap_or(1));
        order.push(rest.swap_remove(usize::try_from(index).unwrap_or(0)));
    }
    order
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
