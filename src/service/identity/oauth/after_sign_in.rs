//! The step after a sign-in: consent, the account pages, or an invitation.

use super::OAuthStep;
use super::sign_in::page::SignInError;
use super::sign_in::{self, SignInForm, SignInPurpose, unnamed_page};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::identity::account::{accept_invitation, session};
use crate::service::identity::person::SignInResult;
use crate::spec::regions::Region;
use crate::wire::http::Response;

/// Directory shard of the client's network: forwards to the address's shard, unless the client tries too many accounts.
///
/// # Errors
///
/// A page, if the client is limited or a statement fails.
pub fn count_client(context: &ActorContext<'_>, sign_in: SignInForm) -> Result<ActorReply, Response> {
    match sign_in::client_wait(context)? {
        Some(next) => continue_flow(context, sign_in, SignInResult::RateLimited(next)),
        None => Ok(context.forward_to(ActorId::of_email(&sign_in.email), OAuthStep::FindTeam(sign_in))),
    }
}

/// Team: checks the password and continues.
///
/// # Errors
///
/// A page, if the sign-in fails or a statement does. While the password hash is pending, the page is a
/// placeholder that is never sent.
pub fn verify_sign_in(context: &ActorContext<'_>, sign_in: SignInForm, region: Region) -> Result<ActorReply, Response> {
    let result = sign_in::verify_password(context, &sign_in, region)?;
    continue_flow(context, sign_in, result)
}

fn continue_flow(
    context: &ActorContext<'_>,
    sign_in: SignInForm,
    result: SignInResult,
) -> Result<ActorReply, Response> {
    match sign_in.purpose {
        SignInPurpose::App(auth_request)
            if !matches!(result, SignInResult::Active(_)) && !auth_request.is_proven(&context.service.config) =>
        {
            Err(unnamed_page(&auth_request, &sign_in.email, SignInError::from_result(&result, context.now)))
        }
        SignInPurpose::App(auth_request) => {
            Ok(context
                .forward_to(auth_request.app_actor(), OAuthStep::ShowConsent(auth_request, sign_in.email, result)))
        }
        SignInPurpose::Join(link) => accept_invitation::old_account::check_account(context, link, result),
        SignInPurpose::Account => session::begin_session(context, &sign_in.email, result).map(ActorReply::from),
    }
}
