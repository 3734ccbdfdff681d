-- Drafts of respondents without a response: counted by collector, and deleted when they are old.
CREATE INDEX respondent_drafts_of_collector ON respondent_progress (collector_id, id) WHERE response_id IS NULL AND page_id <> '';
CREATE INDEX respondent_drafts_by_age ON respondent_progress (response_id, modified) WHERE response_id IS NULL AND page_id <> '';
-- Nothing that was typed is kept with a respondent after the end of a fully anonymous survey.
UPDATE respondent_progress
SET drafts = '{}'
WHERE response_id IS NULL AND page_id = '' AND drafts <> '{}';
