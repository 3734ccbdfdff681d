-- Rows that are as good as written: some in each, in the order in which they are written.
CREATE TABLE backlog (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- The user, the list or the survey to which they belong.
  subject TEXT NOT NULL,
  -- JSON: an array, or for what is taken away the code of a language.
  rows TEXT NOT NULL
);
