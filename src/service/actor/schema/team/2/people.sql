-- The name by which somebody signs in, which stays when the e-mail address changes.
CREATE INDEX users_by_username ON users (username);
