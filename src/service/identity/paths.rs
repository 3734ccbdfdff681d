//! Paths of the account pages, and names of fields that several pages have.

use crate::spec::account::ACCOUNT_PATH;

/// The URL of the sign-in form.
pub const SIGN_IN: &str = "/account/sign-in";

/// Page that the link of a confirmation mail leads to.
pub const VERIFY: &str = "/account/verify";

/// Page that the link of an invitation leads to.
pub const JOIN: &str = "/account/join";

/// Page of the team's members.
pub const PEOPLE: &str = "/account/people";

/// Page of the team's templates.
pub const TEMPLATES: &str = "/account/templates";

/// Queue of the apps under review; an app's page is below it.
pub const REVIEWS: &str = "/account/reviews";

/// Last path segment of the form of a new app.
pub const NEW_APP: &str = "new";

/// Name of the hidden field with the session's CSRF token.
pub const CSRF_FIELD: &str = "mark";

/// Name of the parameter and the field with the key of a mailed link.
pub const KEY_FIELD: &str = "key";

/// Name of the field with the action of a form of an app.
pub const VERB_FIELD: &str = "verb";

/// Path of an app's page.
pub fn app_page(client_id: &str) -> String {
    format!("{ACCOUNT_PATH}apps/{client_id}")
}
