-- The public list of apps, as each has told of itself last.
CREATE TABLE listed (
  client_id TEXT PRIMARY KEY,
  -- The number of the change that was told: what comes later and is older says nothing.
  revision INTEGER NOT NULL,
  -- The name in lower case, by which the list is ordered. Null for an app that is listed no more.
  position TEXT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Where its redirect addresses lead, with a space between.
  hosts TEXT NOT NULL,
  -- Names of scopes, with a space between.
  required TEXT NOT NULL,
  optional TEXT NOT NULL
);
CREATE INDEX listed_by_name ON listed (position, client_id);
