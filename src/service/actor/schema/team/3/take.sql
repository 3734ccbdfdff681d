-- How often each option of a survey was picked, for questions that are sorted by it.
CREATE TABLE picked (
  survey_id TEXT PRIMARY KEY,
  -- JSON: the number for the id of each choice and of each row.
  times TEXT NOT NULL,
  -- When it was counted.
  counted INTEGER NOT NULL
);
-- What shows that a respondent has an address: a link that was sent there, then the device on which it was followed.
CREATE TABLE proofs (
  -- Hash of the word in the link, or of that in the cookie of the device.
  id TEXT PRIMARY KEY,
  collector_id TEXT NOT NULL,
  -- The respondent's way through the survey, which may not have begun.
  taking TEXT NOT NULL,
  address TEXT NOT NULL,
  is_device INTEGER NOT NULL,
  expires INTEGER NOT NULL
);
CREATE INDEX proofs_by_end ON proofs (expires);
CREATE INDEX proofs_of_collector ON proofs (collector_id);
