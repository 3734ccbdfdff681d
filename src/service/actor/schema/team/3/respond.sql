-- How often each option of a survey was picked, for questions that are sorted by it.
CREATE TABLE choice_counts (
  survey_id TEXT PRIMARY KEY,
  -- JSON: the number for the id of each choice and of each row.
  counts TEXT NOT NULL,
  -- When it was counted.
  counted INTEGER NOT NULL
);
-- Tokens that prove a respondent's e-mail address: first of the link that was sent there, then of the device that followed it.
CREATE TABLE respondent_tokens (
  -- Hash of the token in the link, or in the cookie of the device.
  id TEXT PRIMARY KEY,
  collector_id TEXT NOT NULL,
  -- Id of the row of respondent_progress, which may not exist yet.
  progress_id TEXT NOT NULL,
  address TEXT NOT NULL,
  -- 0: a link that was not followed yet. 1: a device. 2: a link that was followed.
  is_device INTEGER NOT NULL,
  expires INTEGER NOT NULL
);
CREATE INDEX respondent_tokens_by_end ON respondent_tokens (expires);
CREATE INDEX respondent_tokens_of_collector ON respondent_tokens (collector_id);
