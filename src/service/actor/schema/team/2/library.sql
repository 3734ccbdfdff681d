-- Surveys of the team that others of it may begin with.
CREATE TABLE team_templates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX team_templates_by_age ON team_templates (created, id);
CREATE INDEX team_templates_of_survey ON team_templates (survey_id);
-- The team's own question bank.
CREATE TABLE bank_questions (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  -- JSON: a QuestionNew.
  body TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX bank_questions_by_age ON bank_questions (created, id);
