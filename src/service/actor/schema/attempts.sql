-- What was tried how often, as `service/attempts.rs` counts it.
CREATE TABLE attempts (
  -- Hash of what is limited and of for whom.
  id TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL,
  -- When the next one may be made, once the tolerated ones are made.
  next INTEGER NOT NULL,
  -- When all of this is forgotten.
  expires INTEGER NOT NULL
);
CREATE INDEX attempts_by_end ON attempts (expires);
