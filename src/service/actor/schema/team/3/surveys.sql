-- What a question costs to show and to count. Both are null until it is measured.
ALTER TABLE questions ADD COLUMN cells INTEGER;
-- As many cells, or none where respondents do not see the question.
ALTER TABLE questions ADD COLUMN shown INTEGER;
-- The questions of a survey in order, with what they cost: both are found within the index.
DROP INDEX questions_of_survey;
CREATE INDEX questions_of_survey ON questions (survey_id, page_id, position, cells, shown);
CREATE INDEX questions_unmeasured ON questions (survey_id) WHERE cells IS NULL;
