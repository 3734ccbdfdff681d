-- A respondent's way through a survey. Its id is that of a recipient, or the hash of a device's word.
CREATE TABLE takings (
  id TEXT PRIMARY KEY,
  -- Nothing once nothing may lead from the respondent to the answers.
  response_id TEXT REFERENCES responses (id) ON DELETE CASCADE,
  -- The page on which the respondent stands, empty at the end.
  page_id TEXT NOT NULL,
  -- JSON: what was typed and could not be saved, by page.
  drafts TEXT NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX takings_of_response ON takings (response_id);
-- Files that respondents sent.
CREATE TABLE files (
  -- A word that nobody guesses.
  id TEXT PRIMARY KEY,
  collector_id TEXT NOT NULL,
  response_id TEXT NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  -- Base64 of the file.
  content TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX files_of_response ON files (response_id);
