//! The taste of most demo surveys: any choice may be picked, earlier ones more often, and no answer follows from
//! another.

use super::answers::Taste;
use super::design::DemoQuestion;
use super::dice::Dice;

/// A respondent who leaves everything to chance.
#[derive(Debug)]
pub struct EvenTaste(pub Dice);

impl Taste for EvenTaste {
    fn dice(&mut self) -> &mut Dice {
        &mut self.0
    }

    /// It may be a deleted choice, which existed at that time.
    fn pick_one(&mut self, question: &DemoQuestion, _: u64) -> u64 {
        let count = u64::try_from(question.choices.len()).unwrap_or(0);
        self.0.roll(count).min(self.0.roll(count.saturating_add(1))).saturating_add(1)
    }

    fn pick_several(&mut self, question: &DemoQuestion, row: u64) -> Vec<u64> {
        let all = (1_u64..).zip(question.choices);
        let picked: Vec<u64> = all.filter(|_| self.0.chance(35)).map(|(position, _)| position).collect();
        if picked.is_empty() { vec![self.pick_one(question, row)] } else { picked }
    }

    fn pick_cell(&mut self, choices: &[&str]) -> u64 {
        self.0.roll(u64::try_from(choices.len()).unwrap_or(0)).saturating_add(1)
    }

    fn rank_rows(&mut self, question: &DemoQuestion) -> Vec<u64> {
        let mut rest: Vec<u64> = (1..).take(question.rows.len()).collect();
        let mut order = Vec::new();
        while !rest.is_empty() {
            let index = self.0.roll(u64::try_from(rest.len()).unwrap_or(1));
            order.push(rest.swap_remove(usize::try_from(index).unwrap_or(0)));
        }
        order
    }

    fn write_number(&mut self, _: &DemoQuestion, most: u64) -> String {
        self.0.number_between(0, most)
    }

    fn write_text(&mut self, question: &DemoQuestion) -> String {
        self.0.pick(question.texts).unwrap_or("…").to_owned()
    }
}
