//! The preview of a library template: its questions as respondents would see them, in disabled fields.
//!
//! The library is part of the program, so the router responds and no actor is involved.

use super::choice_counts::ChoiceCounts;
use super::pages::frame::PageFrame;
use super::pages::status_pages::RespondError;
use super::pages::template as page;
use super::pages::template::PreviewPage;
use super::pages::{PageTexts, QuestionView};
use crate::service::actor::service::Service;
use crate::service::surveys::answers::{DesignPage, answer_parts};
use crate::service::surveys::library::{self, LibraryTemplate, preview};
use crate::service::surveys::page_texts::{Locale, PageText};
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::questions::Parts;
use crate::wire::http::{Request, Response};

/// The preview of the template with an id.
///
/// # Errors
///
/// [`RespondError::NotFound`] or [`RespondError::MethodNotAllowed`].
pub fn show_template(service: &Service, request: &Request, id: &str) -> Result<Response, RespondError> {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(RespondError::MethodNotAllowed);
    }
    let template = library::find_template(id).ok_or(RespondError::NotFound)?;
    let response = render_template(service, template);
    Ok(if request.method == "HEAD" { Response { body: Vec::new(), ..response } } else { response })
}

fn render_template(service: &Service, template: &LibraryTemplate) -> Response {
    let locale = Locale::from_codes([template.language]);
    let texts = PageTexts::on_page(locale, template.language);
    let pages = preview::preview_pages(template);
    let mut number = 0_usize;
    let mut view = |page: &DesignPage| {
        page.questions
            .iter()
            .map(|question| {
                let counts = answer_parts(question) != Parts::Nothing;
                number = number.saturating_add(usize::from(counts));
                counts.then_some(number)
            })
            .collect::<Vec<_>>()
    };
    let numbers: Vec<Vec<Option<usize>>> = pages.iter().map(&mut view).collect();
    let seed = ShuffleSeed(template.id.to_owned());
    let views: Vec<PreviewPage> = pages
        .iter()
        .zip(numbers)
        .map(|(page, numbers)| PreviewPage {
            title: &page.title,
            questions: page
                .questions
                .iter()
                .zip(numbers)
                .map(|(question, number)| QuestionView {
                    number,
                    ..seed.build_question(question, &ChoiceCounts::default(), texts)
                })
                .collect(),
        })
        .collect();
    let frame = PageFrame {
        language: template.language.to_owned(),
        title: locale.format_text(PageText::Preview, &[template.name]),
        home: Some(format!("{}/", service.config.auth_origin)),
        ..PageFrame::without_survey(locale, PageText::Preview)
    };
    frame.render_page(200, &page::template_content(template.name, template.description, &views, texts))
}
