-- The cost of a question to show and to count. Both columns are null until it is measured.
ALTER TABLE questions ADD COLUMN cells INTEGER;
-- The same number of cells, or 0 if the question is hidden.
ALTER TABLE questions ADD COLUMN visible_cells INTEGER;
-- The questions of a survey in order, with their cost: both are read from the index alone.
DROP INDEX questions_of_survey;
CREATE INDEX questions_of_survey ON questions (survey_id, page_id, position, cells, visible_cells);
CREATE INDEX questions_unmeasured ON questions (survey_id) WHERE cells IS NULL;
-- The lists of surveys with all that they show by default: a page is read from its index alone.
DROP INDEX surveys_by_change;
DROP INDEX surveys_by_title;
DROP INDEX surveys_by_responses;
CREATE INDEX surveys_by_change ON surveys (owner_id, modified, id, title, nickname, folder_id);
CREATE INDEX surveys_by_title ON surveys (owner_id, title, id, nickname, modified, folder_id);
CREATE INDEX surveys_by_responses ON surveys (owner_id, response_count, id, title, nickname, modified, folder_id);
