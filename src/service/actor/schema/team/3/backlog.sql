-- Rows that count as written, in the order in which they are applied to their tables.
CREATE TABLE backlog (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- The user, the list or the survey to which they belong.
  subject TEXT NOT NULL,
  -- JSON: an array, or for the deletion of texts the code of a language.
  rows TEXT NOT NULL
);
