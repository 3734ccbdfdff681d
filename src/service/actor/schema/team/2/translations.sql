-- The languages that surveys are translated into.
CREATE TABLE translations (
  survey_id TEXT NOT NULL,
  language TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (survey_id, language)
);
-- Their texts: each with the text that it was translated from, which the survey may have changed since.
CREATE TABLE translated_texts (
  survey_id TEXT NOT NULL,
  language TEXT NOT NULL,
  context TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  source TEXT NOT NULL,
  translation TEXT NOT NULL,
  PRIMARY KEY (survey_id, language, context, resource_id)
);
