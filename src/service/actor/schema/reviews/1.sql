-- Apps that wait for their review. What they are stands in their own places.
CREATE TABLE waiting (
  client_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- E-mail address of the owner.
  owner TEXT NOT NULL,
  subject TEXT NOT NULL,
  since INTEGER NOT NULL
);
CREATE INDEX waiting_by_age ON waiting (since, client_id);
