//! A respondent of a lifelike survey: a mood and a segment, which all answers follow, so that they are correlated.

use super::words::write_comment;
use crate::service::sandbox::demo::answers::Taste;
use crate::service::sandbox::demo::day_start;
use crate::service::sandbox::demo::design::{DemoQuestion, Display, Lean, Story, Topic, Turn};
use crate::service::sandbox::demo::dice::Dice;
use crate::wire::dates::Timestamp;

/// The number of moods.
const MOODS: u64 = 1000;

/// The best mood.
const MOOD_MAX: u64 = 999;

/// How much better or worse the rows of a table are rated than the whole, beyond [`ROWS_BELOW`].
const ROWS: [u64; 5] = [80, 130, 20, 100, 50];

/// What is taken off after adding one of [`ROWS`].
const ROWS_BELOW: u64 = 80;

/// A respondent.
#[derive(Debug)]
pub struct DemoRespondent {
    dice: Dice,
    /// From bad to good.
    mood: u64,
    /// Index of the segment.
    pub segment: usize,
    /// Language.
    pub language: &'static str,
    /// What open texts are about.
    topic: Topic,
    /// Whether choices that were deleted later could still be picked.
    is_early: bool,
    /// What happened to the respondent's segment before the response.
    turn: Option<&'static Turn>,
}

impl DemoRespondent {
    /// A respondent who begins at this time.
    pub fn new(story: &'static Story, created: Timestamp, is_early: bool, mut dice: Dice) -> DemoRespondent {
        let segment = dice.pick_weighted(story.segments.iter().copied());
        let language = dice.pick_weighted(story.languages.iter().map(|(_, share)| *share));
        let turn = story.turn.as_ref().filter(|turn| turn.segment == segment && created >= day_start(turn.day));
        let mean = (0..3).map(|_| dice.roll(1000)).fold(0_u64, u64::saturating_add) / 3;
        let usual = mean.saturating_add(280).min(MOOD_MAX);
        DemoRespondent {
            dice,
            mood: usual.saturating_sub(turn.map_or(0, |turn| turn.fall)),
            segment,
            language: story.languages.get(language).map_or("en", |(language, _)| language),
            topic: story.topic,
            is_early,
            turn,
        }
    }

    /// The mood as it shows in one answer.
    fn show_mood(&mut self, row: u64) -> u64 {
        // What the turn is not about loses only a third.
        let spared = self
            .turn
            .filter(|turn| row > 0 && row != turn.row)
            .map_or(0, |turn| turn.fall.saturating_sub(turn.fall / 3));
        let rows = usize::try_from(row % 5).unwrap_or(0);
        let bias = if row > 0 { ROWS.get(rows).copied().unwrap_or(ROWS_BELOW) } else { ROWS_BELOW };
        let shown = self.mood.saturating_add(spared).saturating_add(bias).saturating_add(self.dice.roll(301));
        shown.saturating_sub(ROWS_BELOW).saturating_sub(150).min(MOOD_MAX)
    }

    /// The positions of the choices that the respondent saw, without "not applicable".
    fn offered(&self, question: &DemoQuestion) -> Vec<u64> {
        let all = (1_u64..).zip(question.choices);
        let seen = all.filter(|(_, choice)| !choice.is_na && (choice.visible || self.is_early));
        seen.map(|(position, _)| position).collect()
    }

    /// How frequent a choice is, from its index among so many.
    fn share(&self, index: usize, count: usize, turned_by: usize) -> u64 {
        let place = index.saturating_add(turned_by).checked_rem(count).unwrap_or(0);
        let usual = 600_u64.checked_div(u64::try_from(place).unwrap_or(0).saturating_add(1)).unwrap_or(0);
        let liked = self.segment.checked_rem(count) == Some(index);
        usual.saturating_add(60).saturating_add(if liked { 250 } else { 0 })
    }

    fn pick_usual(&mut self, count: usize, turned_by: usize) -> usize {
        let shares: Vec<u64> = (0..count).map(|index| self.share(index, count, turned_by)).collect();
        self.dice.pick_weighted(shares.into_iter())
    }
}

/// The index among `count` choices, from bad to good, that belongs to a mood.
fn index_of_mood(mood: u64, count: usize) -> usize {
    let count = u64::try_from(count).unwrap_or(0);
    usize::try_from(mood.saturating_mul(count) / MOODS).unwrap_or(0)
}

impl Taste for DemoRespondent {
    fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    fn pick_one(&mut self, question: &DemoQuestion, row: u64) -> u64 {
        let not_applicable = (1_u64..).zip(question.choices).find(|(_, choice)| choice.is_na);
        if let Some((position, _)) = not_applicable.filter(|_| self.dice.chance(6)) {
            return position;
        }
        let offered = self.offered(question);
        let index = match question.lean {
            Lean::Segment => self.segment,
            Lean::Rising => index_of_mood(self.show_mood(row), offered.len()),
            Lean::Falling => index_of_mood(MOOD_MAX.saturating_sub(self.show_mood(row)), offered.len()),
            Lean::Usual => self.pick_usual(offered.len(), question.heading.len()),
        };
        offered.get(index).or(offered.last()).copied().unwrap_or(1)
    }

    fn pick_several(&mut self, question: &DemoQuestion, row: u64) -> Vec<u64> {
        let offered = self.offered(question);
        let (count, turned_by) = (offered.len(), question.heading.len());
        let picked = offered.into_iter().enumerate().filter(|(index, _)| {
            let share = self.share(*index, count, turned_by);
            self.dice.roll(1000) < share
        });
        let picked: Vec<u64> = picked.map(|(_, position)| position).collect();
        if picked.is_empty() { vec![self.pick_one(question, row)] } else { picked }
    }

    fn pick_cell(&mut self, choices: &[&str]) -> u64 {
        u64::try_from(self.pick_usual(choices.len(), 0)).unwrap_or(0).saturating_add(1)
    }

    fn rank_rows(&mut self, question: &DemoQuestion) -> Vec<u64> {
        let count = question.rows.len();
        let scores: Vec<u64> =
            (0..count).map(|index| self.share(index, count, 0).saturating_add(self.dice.roll(400))).collect();
        let all = || scores.iter().enumerate();
        let ahead = |(index, score)| all().filter(|(other, rival)| (*rival, index) > (score, *other)).count();
        all().map(|each| u64::try_from(ahead(each)).unwrap_or(0).saturating_add(1)).collect()
    }

    fn write_number(&mut self, question: &DemoQuestion, most: u64) -> String {
        if let Some(Display::Slider(..)) = question.display {
            return index_of_mood(self.show_mood(0), usize::try_from(most).unwrap_or(0).saturating_add(1)).to_string();
        }
        // Mostly few, sometimes many.
        let few = (0..4).map(|_| self.dice.roll(most)).min().unwrap_or(0);
        if self.dice.chance(3) { few.saturating_mul(10) } else { few }.to_string()
    }

    fn write_text(&mut self, question: &DemoQuestion) -> String {
        if let Some(text) = self.dice.pick_early(question.texts) {
            return text.to_owned();
        }
        if let Some(turn) = self.turn.filter(|_| self.dice.chance(70)) {
            return self.dice.pick_early(turn.texts).unwrap_or_default().to_owned();
        }
        let is_content = self.show_mood(0) > 600;
        write_comment(self.topic, self.language, is_content, &mut self.dice)
    }
}
