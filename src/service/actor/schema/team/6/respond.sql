-- Nothing that was typed is kept with a respondent after the end of a fully anonymous survey.
UPDATE respondent_progress
SET drafts = '{}'
WHERE response_id IS NULL AND page_id = '';
