//! The paths of the account's pages, and the names of fields that several of them have.

use crate::spec::account::ACCOUNT_PATH;

/// Where the sign-in form goes.
pub const SIGN_IN: &str = "/account/sign-in";

/// Page that the link of a confirmation mail leads to.
pub const VERIFY: &str = "/account/verify";

/// Page that the link of an invitation leads to.
pub const JOIN: &str = "/account/join";

/// Page of the team's people.
pub const PEOPLE: &str = "/account/people";

/// Page of the team's templates.
pub const TEMPLATES: &str = "/account/templates";

/// List of the apps to review; an app's page lies below it.
pub const REVIEWS: &str = "/account/reviews";

/// Last part of the path of the form of a new app.
pub const NEW_APP: &str = "new";

/// Name of the hidden field with the token that ties a form to its session.
pub const CSRF_FIELD: &str = "mark";

/// Name of the parameter and the field with the key of a mailed link.
pub const KEY_FIELD: &str = "key";

/// Name of the field that says what a form of an app does.
pub const VERB_FIELD: &str = "verb";

/// Path of an app's page.
pub fn app_page(client_id: &str) -> String {
    format!("{ACCOUNT_PATH}apps/{client_id}")
}
