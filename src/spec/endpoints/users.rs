//! TABLE. Users: who the token speaks for. Heading "Users and teams".

use crate::spec::resources::users::User;

macro_rules! users {
    ($then:ident) => { $then! {
        /// Returns the user whom the token speaks for.
        GET "/v3/users/me" GetMe() as "users.me"
            needs(UsersRead) -> 200 User;
    } };
}
users!(endpoints);
