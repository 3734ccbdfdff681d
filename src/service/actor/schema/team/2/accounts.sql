-- When the user deleted the account, null while it stands.
ALTER TABLE users ADD COLUMN deleted INTEGER;
-- Sessions of the account pages that began at or before this moment are over.
ALTER TABLE users ADD COLUMN sessions_after INTEGER NOT NULL DEFAULT 0;
-- When the token ends, null for never.
ALTER TABLE grants ADD COLUMN expires INTEGER;
-- The apps that users of the team have registered.
CREATE TABLE own_apps (
  client_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- How many own-account tokens it had before this one.
  token_round INTEGER NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX own_apps_of_user ON own_apps (user_id, created, client_id);
-- Failed attempts to sign in, whether the address is known or not.
CREATE TABLE sign_in_failures (
  email TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  failures INTEGER NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (since);
