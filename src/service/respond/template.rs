//! A template of the library to look at: its questions as respondents would see them, and nothing to send.
//!
//! The library is the same for everybody, so that the door answers and no place is asked.

use super::order::Seed;
use super::pages::Asked;
use super::pages::ending::Refusal;
use super::pages::frame::Frame;
use super::pages::template as page;
use super::pages::template::Sheet;
use super::picked::Picked;
use crate::service::actor::service::Service;
use crate::service::surveys::answers::{DesignPage, parts};
use crate::service::surveys::library::{self, Template, preview};
use crate::service::surveys::words::{Tongue, Word};
use crate::spec::questions::Parts;
use crate::wire::http::{Request, Response};

/// The page of the template with an id.
pub fn show(service: &Service, request: &Request, id: &str) -> Result<Response, Refusal> {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(Refusal::Method);
    }
    let template = library::template(id).ok_or(Refusal::Nothing)?;
    let answer = shown(service, template);
    Ok(if request.method == "HEAD" { Response { body: Vec::new(), ..answer } } else { answer })
}

fn shown(service: &Service, template: &Template) -> Response {
    let tongue = Tongue::of([template.language]);
    let pages = preview::pages(template);
    let mut number = 0_usize;
    let mut asked = |page: &DesignPage| {
        page.questions
            .iter()
            .map(|question| {
                let counts = parts(question) != Parts::Nothing;
                number = number.saturating_add(usize::from(counts));
                counts.then_some(number)
            })
            .collect::<Vec<_>>()
    };
    let numbers: Vec<Vec<Option<usize>>> = pages.iter().map(&mut asked).collect();
    let seed = Seed(template.id.to_owned());
    let sheets: Vec<Sheet> = pages
        .iter()
        .zip(numbers)
        .map(|(page, numbers)| Sheet {
            title: &page.title,
            questions: page
                .questions
                .iter()
                .zip(numbers)
                .map(|(question, number)| Asked { number, ..seed.asked(question, &Picked::default(), tongue) })
                .collect(),
        })
        .collect();
    let frame = Frame {
        language: template.language.to_owned(),
        title: tongue.tell(Word::Preview, &[template.name]),
        home: Some(format!("{}/", service.config.auth_origin)),
        ..Frame::plain(tongue, Word::Preview)
    };
    frame.page(200, page::content(template.name, template.description, &sheets, tongue))
}
