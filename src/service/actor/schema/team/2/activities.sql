-- What members did, for the team's administrators.
CREATE TABLE activities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- Name of the thing that it was done to, as plain text.
  subject TEXT NOT NULL,
  -- Address of the network from which it was done, empty if unknown.
  ip TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX activities_by_time ON activities (at, id);
CREATE INDEX activities_by_kind ON activities (kind, at, id);
