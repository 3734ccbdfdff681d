-- How often each option of a survey was picked, for questions that are sorted by it.
CREATE TABLE picked (
  survey_id TEXT PRIMARY KEY,
  -- JSON: the number for the id of each choice and of each row.
  times TEXT NOT NULL,
  -- When it was counted.
  counted INTEGER NOT NULL
);
