//! The library: templates, the question bank, and languages that the service provides.
//!
//! These tables are the same for every account. A team's own templates and bank are in the team's database.

mod all_templates;
pub mod bank;
pub mod categories;
pub mod languages;
pub mod preview;

use crate::spec::plans::Plan;
use crate::spec::questions::{Detail, Family, Subtype};
use crate::spec::resources::pages::SurveyPageNew;
use crate::spec::resources::questions::{
    AnswersNew, ChoiceNew, Heading, OneOrFirst, OtherNew, QuestionNew, Required, RequiredType, RowNew,
};
use crate::spec::types::Written;

/// A template of the library.
#[derive(Debug)]
pub struct LibraryTemplate {
    /// The id of the template.
    pub id: &'static str,
    /// The language of its texts.
    pub language: &'static str,
    /// Id of its category.
    pub category: &'static str,
    /// Whether it requires a paid plan.
    pub paid: bool,
    /// The name, which is also the title of a survey created from it.
    pub name: &'static str,
    /// The purpose.
    pub description: &'static str,
    /// The pages in order.
    pub pages: &'static [TemplatePage],
}

/// A page of a template: its title and its questions in order.
#[derive(Debug)]
pub struct TemplatePage {
    /// The title; empty if there is none.
    pub title: &'static str,
    /// The questions.
    pub questions: &'static [LibraryQuestion],
}

/// A question of a template or of the bank.
#[derive(Debug, Clone, Copy)]
pub struct LibraryQuestion {
    /// The family.
    pub family: Family,
    /// The subtype.
    pub subtype: Subtype,
    /// The text.
    pub heading: &'static str,
    /// The texts of the choices. Those of a rating have their positions as weights.
    pub choices: &'static [&'static str],
    /// The texts of the rows.
    pub rows: &'static [&'static str],
    /// The details that a demographic question asks for, each with the text of its row.
    pub details: &'static [(Detail, &'static str)],
    /// The text of the choice for "not applicable" of a rating; empty if there is none.
    pub not_applicable: &'static str,
    /// The text of the "other" option; empty if there is none.
    pub other: &'static str,
    /// The message for respondents who do not answer; empty if the question is not required.
    pub required: &'static str,
}

/// A question without answer options.
const fn blank_question(family: Family, subtype: Subtype, heading: &'static str) -> LibraryQuestion {
    LibraryQuestion {
        family,
        subtype,
        heading,
        choices: &[],
        rows: &[],
        details: &[],
        not_applicable: "",
        other: "",
        required: "",
    }
}

/// A page.
const fn template_page(title: &'static str, questions: &'static [LibraryQuestion]) -> TemplatePage {
    TemplatePage { title, questions }
}

/// Every template, in the order in which they are listed.
pub fn templates() -> impl Iterator<Item = &'static LibraryTemplate> {
    all_templates::ALL.iter().flat_map(|list| list.iter())
}

/// The template with this id.
pub fn find_template(id: &str) -> Option<&'static LibraryTemplate> {
    templates().find(|template| template.id == id)
}

impl LibraryTemplate {
    /// Its questions in order.
    pub fn questions(&self) -> impl Iterator<Item = &'static LibraryQuestion> {
        self.pages.iter().flat_map(|page| page.questions)
    }

    /// Whether a plan includes it: a paid plan if required, and one that permits as many questions. Our choice.
    pub fn is_available(&self, plan: Plan) -> bool {
        let row = plan.row();
        let most = row.questions.and_then(|most| usize::try_from(most).ok());
        (row.paid || !self.paid) && most.is_none_or(|most| self.questions().count() <= most)
    }

    /// The pages as a caller would submit them to create a survey.
    pub fn to_pages(&self) -> Vec<SurveyPageNew> {
        self.pages
            .iter()
            .map(|page| SurveyPageNew {
                title: Some(page.title.to_owned()),
                description: None,
                questions: Some(page.questions.iter().map(|question| question.to_question(question.heading)).collect()),
            })
            .collect()
    }
}

impl LibraryQuestion {
    /// The question as a caller would submit it, with this heading.
    pub fn to_question(self, heading: &str) -> QuestionNew {
        let heading = Heading { heading: heading.to_owned(), description: None, image: None, random_assignment: None };
        QuestionNew {
            headings: Some(vec![heading]),
            position: None,
            visible: None,
            family: Some(self.family),
            subtype: Some(self.subtype),
            layout: None,
            nickname: None,
            sorting: None,
            required: (!self.required.is_empty()).then(|| Required {
                text: self.required.to_owned(),
                r#type: Some(RequiredType::All),
                amount: Some(Written("0".to_owned())),
            }),
            validation: None,
            forced_ranking: None,
            quiz_options: None,
            display_options: None,
            answers: self.to_answers(),
            question_bank: None,
        }
    }

    fn to_answers(self) -> Option<AnswersNew> {
        let mut choices: Vec<ChoiceNew> =
            (1_u64..).zip(self.choices).map(|(at, text)| self.to_choice(at, text)).collect();
        if !self.not_applicable.is_empty() {
            choices.push(ChoiceNew { is_na: Some(true), weight: None, ..self.to_choice(0, self.not_applicable) });
        }
        let rows = self.rows.iter().map(|text| new_row(text, None));
        let details = self.details.iter().map(|(detail, text)| new_row(text, Some(*detail)));
        let rows: Vec<RowNew> = rows.chain(details).collect();
        let other = (!self.other.is_empty()).then(|| OneOrFirst(new_other(self.other)));
        if choices.is_empty() && rows.is_empty() && other.is_none() {
            return None;
        }
        Some(AnswersNew {
            choices: (!choices.is_empty()).then_some(choices),
            rows: (!rows.is_empty()).then_some(rows),
            cols: None,
            other,
        })
    }

    fn to_choice(self, at: u64, text: &str) -> ChoiceNew {
        ChoiceNew {
            id: None,
            text: Some(text.to_owned()),
            position: None,
            visible: None,
            quiz_options: None,
            description: None,
            weight: (self.subtype == Subtype::Rating).then(|| at.into()),
            is_na: None,
            image: None,
        }
    }
}

fn new_row(text: &str, detail: Option<Detail>) -> RowNew {
    RowNew { id: None, text: Some(text.to_owned()), position: None, visible: None, r#type: detail, required: None }
}

fn new_other(text: &str) -> OtherNew {
    OtherNew {
        id: None,
        text: Some(text.to_owned()),
        visible: None,
        is_answer_choice: Some(true),
        apply_all_rows: None,
        position: None,
        num_chars: None,
        num_lines: None,
        error_text: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::questions::{Design, Kind};
    use std::collections::BTreeSet;

    /// What is wrong with a question's options, given its kind.
    fn faults(question: &LibraryQuestion) -> Vec<&'static str> {
        let Some(kind) = Kind::find_kind(question.family, question.subtype) else { return vec!["no such kind"] };
        let has = [!question.choices.is_empty(), !question.rows.is_empty(), !question.details.is_empty()];
        // A ranking is made of rows alone.
        let expected = match kind.design {
            _ if question.subtype == Subtype::Ranking => [false, true, false],
            Design::Nothing => [false; 3],
            Design::Choices => [true, false, false],
            Design::RowsAndChoices => [true, true, false],
            Design::RowsAndColumns => return vec!["columns cannot be written in these tables"],
            Design::Rows => [false, true, false],
            Design::Details => [false, false, true],
        };
        if has == expected { Vec::new() } else { vec!["options that do not fit the kind"] }
    }

    #[test]
    fn every_template_can_be_made_a_survey() {
        let mut ids = BTreeSet::new();
        for template in templates() {
            assert!(ids.insert(template.id), "{} stands twice", template.id);
            assert!(categories::category_name(template.category, "en").is_some(), "{}", template.category);
            assert!(languages::find_language(template.language).is_some(), "{}", template.language);
            assert!(template.questions().count() >= 3, "{}", template.name);
            for question in template.questions() {
                assert_eq!(faults(question), Vec::<&str>::new(), "{}: {}", template.name, question.heading);
            }
        }
        assert!(ids.len() >= 12);
    }

    #[test]
    fn every_question_of_the_bank_can_be_asked() {
        let mut ids = BTreeSet::new();
        for entry in bank::QUESTIONS {
            assert!(ids.insert(entry.id), "{} stands twice", entry.id);
            assert_eq!(faults(&entry.question), Vec::<&str>::new(), "{}", entry.question.heading);
            assert_eq!(
                entry.question.heading.matches(bank::PLACEHOLDER).count(),
                entry.modifiers.len(),
                "{}",
                entry.id
            );
            assert!(!entry.locales.is_empty());
        }
        assert!(ids.len() >= 30);
    }
}
