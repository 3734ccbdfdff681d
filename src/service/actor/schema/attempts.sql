-- How often something was attempted, as `service/store/attempts.rs` counts it.
CREATE TABLE attempts (
  -- Hash of the limit's name and of its subject.
  id TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL,
  -- When the next attempt is permitted, once the tolerated ones are made.
  next_allowed INTEGER NOT NULL,
  -- When the row is deleted.
  expires INTEGER NOT NULL
);
CREATE INDEX attempts_by_end ON attempts (expires);
