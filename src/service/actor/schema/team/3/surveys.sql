-- The cost of a question to show and to count. Both columns are null until it is measured.
ALTER TABLE questions ADD COLUMN cells INTEGER;
-- The same number of cells, or 0 if the question is hidden.
ALTER TABLE questions ADD COLUMN visible_cells INTEGER;
-- The questions of a survey in order, with their cost: both are read from the index alone.
DROP INDEX questions_of_survey;
CREATE INDEX questions_of_survey ON questions (survey_id, page_id, position, cells, visible_cells);
CREATE INDEX questions_unmeasured ON questions (survey_id) WHERE cells IS NULL;
