//! The review of apps: those who are named as reviewers see which apps wait, and approve or decline each.
//!
//! | Request | Walk |
//! |---|---|
//! | `GET /account/reviews` | door → team (is it a reviewer?) → reviews |
//! | `GET /account/reviews/CLIENT_ID` | door → team → reviews → app |
//! | a decision | door → team → app (decides) → the owner's team (writes a mail) → reviews (strikes it off) |
//!
//! The app decides last whether it still waits, and for what: a decision holds for the app as the reviewer saw it. A
//! walk that ends early leaves an app in the queue that waits no more; whoever opens it next strikes it off.
//! For everybody else these pages are not there.

pub mod page;
pub mod queue;

use super::session::{self, Visitor, at_home, me, to};
use super::{Outcome, notice as asked_notice};
use crate::crypto::secret::same;
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::account::outcome::stale_form;
use crate::service::identity::app;
use crate::service::identity::app_id;
use crate::service::identity::app_life;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS, app_page};
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::account::{REASON_MAX, SENDER};
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use page::{OUTCOME, REASON, SEEN};
use queue::Waiting;
use serde::{Deserialize, Serialize};

/// Where a request stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The team: is the visitor a reviewer?
    Admit(Wish),
    /// The place of the reviews: the list.
    List(Option<Notice>),
    /// The place of the reviews: does the app wait?
    Find(Opened),
    /// The app: the page about it.
    Present(Opened, Waiting),
    /// The app: decides.
    Judge(Decision),
    /// The owner's team: writes the mail.
    Tell(Told),
    /// The place of the reviews: the app waits no more.
    Strike(String, Notice),
}

/// What a reviewer wants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Wish {
    /// To see which apps wait.
    List(Option<Notice>),
    /// To see one of them.
    Open(Opened),
    /// To decide; false if the form is not one of the session's.
    Decide(Decision, bool),
}

/// An app that is opened, with what was typed about it before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Client id.
    pub client_id: String,
    /// What is said first.
    pub notice: Option<Notice>,
    /// The reason so far.
    pub reason: String,
}

/// A decision about an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    client_id: String,
    outcome: Option<ReviewOutcome>,
    reason: String,
    /// The fingerprint of what the reviewer saw.
    seen: String,
}

/// What an owner is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    client_id: String,
    app: String,
    user_id: String,
    subject: ReviewSubject,
    outcome: ReviewOutcome,
    reason: String,
}

/// At the door: the list or an app.
pub fn see(service: &Service, request: &Request, now: Moment, id: Option<&str>) -> Outcome {
    let visitor = session::visitor(service, request, now).ok_or_else(|| Refusal::NoPage.page())?;
    let notice = asked_notice(request);
    let wish = match id {
        None => Wish::List(notice),
        Some(id) => Wish::Open(Opened { client_id: client_id(id)?, notice, reason: String::new() }),
    };
    Ok(at_home(&visitor, super::Step::Review(visitor.clone(), Step::Admit(wish))))
}

/// At the door: a decision. Whether the form is the session's own is looked at once it is known who asks.
pub fn read(service: &Service, request: &Request, now: Moment, id: &str) -> Outcome {
    let nothing = || Refusal::NoPage.page();
    let fields = read_form(request).map_err(|_| nothing())?;
    let visitor = session::visitor(service, request, now).ok_or_else(nothing)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let genuine = same(&text(CSRF_FIELD), &visitor.mark);
    let decision = Decision {
        client_id: client_id(id)?,
        outcome: ReviewOutcome::parse(&text(OUTCOME)),
        reason: text(REASON),
        seen: text(SEEN),
    };
    Ok(at_home(&visitor, super::Step::Review(visitor.clone(), Step::Admit(Wish::Decide(decision, genuine)))))
}

fn client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(Refusal::NoPage.page()) }
}

fn go(visit: &Visit<'_>, place: Place, visitor: Visitor, step: Step) -> Turn {
    visit.go(place, Note::from(super::Step::Review(visitor, step)))
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, visitor: Visitor, step: Step) -> Result<Turn, Response> {
    match step {
        Step::Admit(wish) => admit(visit, visitor, wish),
        Step::List(notice) => Ok(page::list(&queue::list(visit).map_err(internal_error)?, notice).into()),
        Step::Find(opened) => {
            let Some(waiting) = queue::find(visit, &opened.client_id).map_err(internal_error)? else {
                return Ok(to(&notice::at(REVIEWS, Notice::ReviewOver)).into());
            };
            Ok(go(visit, Place::App(opened.client_id.clone()), visitor, Step::Present(opened, waiting)))
        }
        Step::Present(opened, waiting) => present(visit, visitor, &opened, &waiting),
        Step::Judge(decision) => judge(visit, visitor, decision),
        Step::Tell(told) => {
            atomically(visit.sql, || Ok(tell(visit, &told)?)).map_err(|_| Refusal::Broken.page())?;
            let notice = match told.outcome {
                ReviewOutcome::Approved => Notice::Approved,
                ReviewOutcome::Declined => Notice::Declined,
            };
            Ok(go(visit, Place::Reviews, visitor, Step::Strike(told.client_id, notice)))
        }
        Step::Strike(client_id, notice) => {
            queue::put(visit, &client_id, None).map_err(internal_error)?;
            Ok(to(&notice::at(REVIEWS, notice)).into())
        }
    }
}

/// Whether somebody with this address decides about apps: the address must be confirmed.
pub fn is_reviewer(service: &Service, email: &str, verified: bool) -> bool {
    verified && service.config.reviewers.iter().any(|reviewer| reviewer == email)
}

fn admit(visit: &Visit<'_>, visitor: Visitor, wish: Wish) -> Result<Turn, Response> {
    let me = me(visit, &visitor).map_err(|_| Refusal::NoPage.page())?;
    if !is_reviewer(visit.service, &me.email, me.row.truth("email_verified")) {
        return Err(Refusal::NoPage.page());
    }
    match wish {
        Wish::List(notice) => Ok(go(visit, Place::Reviews, visitor, Step::List(notice))),
        Wish::Open(opened) => Ok(go(visit, Place::Reviews, visitor, Step::Find(opened))),
        Wish::Decide(_, false) => Err(stale_form()),
        Wish::Decide(decision, true) => {
            let Decision { client_id, outcome, reason, .. } = &decision;
            let notice = match outcome {
                None => return Err(Refusal::NoPage.page()),
                Some(_) if reason.chars().count() > REASON_MAX => Some(Notice::LongReason),
                Some(ReviewOutcome::Declined) if reason.is_empty() => Some(Notice::NoReason),
                Some(_) => None,
            };
            if notice.is_some() {
                let opened = Opened { client_id: client_id.clone(), notice, reason: reason.clone() };
                return Ok(go(visit, Place::Reviews, visitor, Step::Find(opened)));
            }
            Ok(go(visit, Place::App(client_id.clone()), visitor, Step::Judge(decision)))
        }
    }
}

fn present(visit: &Visit<'_>, visitor: Visitor, opened: &Opened, waiting: &Waiting) -> Result<Turn, Response> {
    let app = app::load(visit.sql, &opened.client_id).map_err(|_| Refusal::Broken.page())?;
    match app.filter(|app| app.review.is_some()) {
        Some(app) => {
            let state = app.state_at(visit.now).unwrap_or(AppState::Disabled);
            let quota = app.permits(&visit.service.config, state);
            Ok(page::page(&page::View {
                app: &app,
                notice: opened.notice,
                reason: &opened.reason,
                waiting,
                quota,
                mark: &visitor.mark,
            })
            .into())
        }
        None => Ok(go(visit, Place::Reviews, visitor, Step::Strike(opened.client_id.clone(), Notice::ReviewOver))),
    }
}

/// A decision holds once, and for the app as it was when the reviewer looked at it.
fn judge(visit: &Visit<'_>, visitor: Visitor, decision: Decision) -> Result<Turn, Response> {
    let Decision { client_id, outcome, reason, seen } = decision;
    let app = app::load(visit.sql, &client_id).map_err(|_| Refusal::Broken.page())?;
    let over = |client_id| go(visit, Place::Reviews, visitor.clone(), Step::Strike(client_id, Notice::ReviewOver));
    let (Some(app), Some(outcome)) = (app.filter(|app| app.review.is_some()), outcome) else {
        return Ok(over(client_id));
    };
    if app.fingerprint() != seen {
        let opened = Opened { client_id, notice: Some(Notice::AppChanged), reason };
        return Ok(go(visit, Place::Reviews, visitor, Step::Find(opened)));
    }
    let possible = atomically(visit.sql, || Ok(app_life::judge(visit, &app, outcome, &reason)?));
    if !possible.map_err(|_| Refusal::Broken.page())? {
        return Ok(over(client_id));
    }
    let subject = app.review_of.unwrap_or(ReviewSubject::Publication);
    let told = Told { client_id, app: app.name, user_id: app.owner_user, subject, outcome, reason };
    Ok(go(visit, Place::Team(app.owner_team), visitor, Step::Tell(told)))
}

/// Puts a mail to the owner into the outbox, if the owner is still there.
fn tell(visit: &Visit<'_>, told: &Told) -> Result<(), SqlError> {
    let owner = "SELECT email FROM users WHERE id = ? AND deleted IS NULL";
    let Some(owner) = first(visit.sql, owner, values![told.user_id.as_str()])? else { return Ok(()) };
    let (end, next) = match (told.outcome, told.subject) {
        (ReviewOutcome::Approved, ReviewSubject::Publication) => ("approved", "It works with every account now."),
        (ReviewOutcome::Approved, ReviewSubject::Extension) => ("approved", "Its draft window has begun anew."),
        (ReviewOutcome::Approved, ReviewSubject::Limits) => ("approved", "It has the limits that you asked for."),
        (ReviewOutcome::Approved, ReviewSubject::Scopes) => ("approved", "It may ask for every scope that you named."),
        (ReviewOutcome::Declined, _) => ("declined", "You can change it and ask for the review again."),
    };
    let what = if told.subject == ReviewSubject::Limits { "your request for higher limits" } else { "it" };
    let reason =
        if told.reason.is_empty() { String::new() } else { format!("The reviewer says:\n\n{}\n\n", told.reason) };
    let Told { app, client_id, .. } = told;
    let text = format!(
        "We have looked at your app {app} and {end} {what}. {next}\n\n{reason}The app’s page:\n\n{}{}\n",
        visit.service.config.auth_origin,
        app_page(client_id),
    );
    let mail = Mail {
        kind: MailKind::Account,
        to: &owner.text("email"),
        from: SENDER,
        subject: &format!("{app} was {end}"),
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::post(visit.ground(), &mail).map(drop)
}
