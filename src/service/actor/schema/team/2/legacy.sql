-- The order in which the legacy operation lists respondents if no other is asked for.
CREATE INDEX responses_of_survey_by_id ON responses (survey_id, id);
CREATE INDEX responses_of_collector_by_id ON responses (collector_id, id);
