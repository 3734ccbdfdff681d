//! The preview of a template: all questions on one page, in disabled fields.

use super::page_texts::PageTexts;
use super::question::render_question;
use super::question_view::QuestionView;
use crate::service::surveys::page_texts::PageText;
use crate::wire::form::Form;
use maud::{Markup, html};

/// A page of the template.
pub struct PreviewPage<'a> {
    /// Its title; empty if it has none.
    pub title: &'a str,
    /// Its questions.
    pub questions: Vec<QuestionView<'a>>,
}

/// The content of the preview.
pub fn template_content(name: &str, description: &str, pages: &[PreviewPage<'_>], texts: PageTexts) -> Markup {
    let fields = Form::default();
    html! {
        header {
            h1 { (name) }
            p.lead { (description) }
        }
        @for (number, page) in (1_usize..).zip(pages) {
            @if pages.len() > 1 {
                p.progress { (texts.render_with(PageText::PageOf, &[number, pages.len()].map(|number| html! { (number) }))) }
            }
            @if !page.title.is_empty() { h2 { (page.title) } }
            fieldset disabled {
                @for view in &page.questions { (render_question(view, &fields)) }
            }
        }
    }
}
