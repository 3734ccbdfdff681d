//! What follows a sign-in: consent, the account pages, or an invitation that is accepted.

use super::OAuthStep;
use super::sign_in::page::SignInError;
use super::sign_in::{self, SignInForm, SignInPurpose, unnamed_page};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::identity::account::{accept_invitation, session};
use crate::service::identity::person::SignInResult;
use crate::spec::regions::Region;
use crate::wire::http::Response;

/// At the shard of the client: on to the directory, unless the client tries too many accounts.
pub fn count_client(visit: &ActorContext<'_>, sign_in: SignInForm) -> Result<ActorReply, Response> {
    match sign_in::client_wait(visit)? {
        Some(next) => continue_flow(visit, sign_in, SignInResult::RateLimited(next)),
        None => Ok(visit.forward_to(ActorId::of_email(&sign_in.email), OAuthStep::FindTeam(sign_in))),
    }
}

/// At the team: checks the password, and goes on.
pub fn verify_sign_in(visit: &ActorContext<'_>, sign_in: SignInForm, region: Region) -> Result<ActorReply, Response> {
    let who = sign_in::verify_password(visit, &sign_in, region)?;
    continue_flow(visit, sign_in, who)
}

fn continue_flow(visit: &ActorContext<'_>, sign_in: SignInForm, who: SignInResult) -> Result<ActorReply, Response> {
    match sign_in.purpose {
        SignInPurpose::App(asked)
            if !matches!(who, SignInResult::Active(_)) && !asked.is_proven(&visit.service.config) =>
        {
            Err(unnamed_page(&asked, &sign_in.email, SignInError::from_result(&who, visit.now)))
        }
        SignInPurpose::App(asked) => {
            Ok(visit.forward_to(asked.app_actor(), OAuthStep::ShowConsent(asked, sign_in.email, who)))
        }
        SignInPurpose::Join(link) => accept_invitation::old_account::leave_account(visit, link, who),
        SignInPurpose::Account => session::begin_session(visit, &sign_in.email, who).map(ActorReply::from),
    }
}
