//! The component of the Leptos app: sign-in, the surveys of the user, sign-out.

use canvass::client::{Canvass, Cause, Error, SignIn, SignOut, TryStreamExt};
use canvass::spec::endpoints::surveys::ListSurveys;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What the page shows.
#[derive(Clone)]
enum Shown {
    Loading,
    /// With the reason, if a sign-in has failed.
    SignedOut(Option<String>),
    Surveys(Vec<String>),
    Failed(String),
}

/// The app.
#[component]
pub fn App() -> impl IntoView {
    let shown = RwSignal::new(Shown::Loading);
    spawn_local(async move { show(shown, load().await) });
    view! {
        <h1>"Your surveys"</h1>
        {move || match shown.get() {
            Shown::Loading => view! { <p id="status">"Loading"</p> }.into_any(),
            Shown::SignedOut(reason) => {
                view! {
                    {reason.map(|reason| view! { <p id="status" role="alert">{reason}</p> })}
                    <button id="sign-in" on:click=move |_| begin_sign_in(shown)>"Sign in"</button>
                }
                    .into_any()
            }
            Shown::Surveys(titles) => {
                view! {
                    <ul id="surveys">{titles.into_iter().map(|title| view! { <li>{title}</li> }).collect_view()}</ul>
                    <button id="sign-out" on:click=move |_| sign_out(shown)>"Sign out"</button>
                }
                    .into_any()
            }
            Shown::Failed(message) => view! { <p id="status" role="alert">{message}</p> }.into_any(),
        }}
    }
}

/// Completes a sign-in if this page is its callback, and loads the surveys if somebody is signed in.
async fn load() -> Result<Shown, Error> {
    let location = window().location();
    if location.pathname().is_ok_and(|path| path.starts_with("/callback")) {
        let return_to = Canvass::gateway().complete_sign_in().await?;
        let _ = location.replace(&return_to);
        return Ok(Shown::Loading);
    }
    // All clients of a gateway share its session and what they know about the quota.
    let canvass = Canvass::gateway();
    if !canvass.session().await?.is_signed_in() {
        return Ok(Shown::SignedOut(None));
    }
    let titles = canvass.list(ListSurveys::new()).map_ok(|survey| survey.title).try_collect().await?;
    Ok(Shown::Surveys(titles))
}

fn begin_sign_in(shown: RwSignal<Shown>) {
    spawn_local(async move {
        // The browser leaves the page, unless the sign-in fails.
        if let Err(error) = Canvass::gateway().sign_in(SignIn::default().return_to("/")).await {
            show(shown, Err(error));
        }
    });
}

fn sign_out(shown: RwSignal<Shown>) {
    spawn_local(async move {
        let result = Canvass::gateway().sign_out(SignOut::Current).await;
        show(shown, result.map(|()| Shown::SignedOut(None)));
    });
}

fn show(shown: RwSignal<Shown>, result: Result<Shown, Error>) {
    shown.set(result.unwrap_or_else(|error| match error.kind {
        Cause::SignedOut => Shown::SignedOut(None),
        _ if error.remedy.action == "sign_in" => Shown::SignedOut(Some(error.to_string())),
        _ => Shown::Failed(error.to_string()),
    }));
}
