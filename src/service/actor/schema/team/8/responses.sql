-- The previews of a survey, which are counted when one is opened.
CREATE INDEX previews_of_survey ON responses (survey_id) WHERE collector_id = '';
