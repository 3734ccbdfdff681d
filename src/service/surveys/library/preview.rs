//! The preview of a template, as the survey that would be created from it; nothing is stored.

use super::{LibraryQuestion, LibraryTemplate};
use crate::service::surveys::answers::DesignPage;
use crate::spec::resources::questions::{
    Answers, AnswersNew, Choice, ChoiceNew, OtherNew, OtherOption, Question as PreviewQuestion, Row, RowNew,
};
use crate::spec::types::{Id, Integer, Nullable};

/// The pages, with ids that are unique within the preview.
pub fn preview_pages(template: &LibraryTemplate) -> Vec<DesignPage> {
    let mut number = 0_u64;
    let mut page = |page: &super::TemplatePage| {
        number = number.saturating_add(1);
        let questions = (1_u64..).zip(page.questions);
        DesignPage {
            id: Id(number.to_string()),
            title: page.title.to_owned(),
            description: String::new(),
            questions: questions
                .filter_map(|(at, question)| preview_question(question, &format!("{number}-{at}"), at))
                .collect(),
        }
    };
    template.pages.iter().map(&mut page).collect()
}

fn preview_question(question: &LibraryQuestion, id: &str, at: u64) -> Option<PreviewQuestion> {
    let new = question.to_question(question.heading);
    Some(PreviewQuestion {
        id: Id(id.to_owned()),
        position: Integer::saturating(at),
        visible: true,
        family: new.family?,
        subtype: new.subtype?,
        layout: Some(Nullable::Null),
        nickname: None,
        headings: new.headings?,
        sorting: Nullable::Null,
        required: Nullable::from(new.required),
        validation: Nullable::Null,
        forced_ranking: false,
        quiz_options: None,
        display_options: None,
        answers: new.answers.map(|new| preview_answers(new, id)),
        href: String::new(),
    })
}

fn preview_answers(new: AnswersNew, id: &str) -> Answers {
    let choices = |list: Vec<ChoiceNew>| {
        let numbered = (1_u64..).zip(list).map(|(at, choice)| Choice {
            id: Id(format!("{id}-c{at}")),
            text: choice.text.unwrap_or_default(),
            position: Integer::saturating(at),
            visible: true,
            quiz_options: None,
            description: None,
            weight: choice.weight,
            is_na: choice.is_na,
            image: None,
        });
        numbered.collect()
    };
    let rows = |list: Vec<RowNew>| {
        let numbered = (1_u64..).zip(list).map(|(at, row)| Row {
            id: Id(format!("{id}-r{at}")),
            text: row.text.unwrap_or_default(),
            position: Integer::saturating(at),
            visible: true,
            r#type: row.r#type,
            required: None,
        });
        numbered.collect()
    };
    Answers {
        choices: new.choices.map(choices),
        rows: new.rows.map(rows),
        cols: None,
        other: new.other.map(|other| preview_other(other.0, id)),
    }
}

/// The "other" option.
fn preview_other(other: OtherNew, id: &str) -> OtherOption {
    OtherOption {
        id: Id(format!("{id}-o")),
        text: other.text.unwrap_or_default(),
        visible: true,
        is_answer_choice: Some(true),
        apply_all_rows: None,
        position: Integer::saturating(0),
        num_chars: None,
        num_lines: None,
        error_text: None,
    }
}
