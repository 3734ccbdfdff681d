-- The complete responses of a survey that are no previews, which are counted.
CREATE INDEX completed_responses ON responses (survey_id) WHERE status = 'completed' AND collector_id <> '';
