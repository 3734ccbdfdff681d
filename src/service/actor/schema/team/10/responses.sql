-- Most responses have no recipient, and none is looked up by that.
DROP INDEX responses_of_recipient;
CREATE INDEX responses_of_recipient ON responses (recipient_id, status) WHERE recipient_id <> '';
-- Progress with a response is deleted with it: only the other rows are looked up by survey.
DROP INDEX respondent_progress_of_survey;
CREATE INDEX respondent_progress_of_survey ON respondent_progress (survey_id, collector_id) WHERE response_id IS NULL;
