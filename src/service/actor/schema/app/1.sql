-- An app: its registration, its quota ledger, its authorization codes.
CREATE TABLE app (
  client_id TEXT PRIMARY KEY,
  secret_hash TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  state TEXT NOT NULL,
  owner_team TEXT NOT NULL,
  owner_user TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE TABLE windows (
  period INTEGER PRIMARY KEY,
  began INTEGER NOT NULL,
  spent INTEGER NOT NULL,
  violated INTEGER NOT NULL
);
CREATE TABLE violations (
  at INTEGER NOT NULL
);
CREATE INDEX violations_by_age ON violations (at);
CREATE TABLE codes (
  code_hash TEXT PRIMARY KEY,
  ticket TEXT NOT NULL UNIQUE,
  redirect_uri TEXT NOT NULL,
  region TEXT NOT NULL,
  team TEXT NOT NULL,
  user_id TEXT NOT NULL,
  scopes TEXT NOT NULL,
  expires INTEGER NOT NULL,
  token_hash TEXT
);
CREATE INDEX codes_by_age ON codes (expires);
