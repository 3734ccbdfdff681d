-- Where a respondent's progress belongs. It is deleted with these, also when nothing leads from it to a response any more.
ALTER TABLE respondent_progress ADD COLUMN collector_id TEXT;
ALTER TABLE respondent_progress ADD COLUMN survey_id TEXT;
UPDATE respondent_progress
SET collector_id = CASE instr(id, '.')
    WHEN 0 THEN (SELECT collector_id FROM responses WHERE responses.id = response_id)
    ELSE substr(id, 1, instr(id, '.') - 1)
  END;
UPDATE respondent_progress
SET survey_id = (SELECT survey_id FROM collectors WHERE collectors.id = respondent_progress.collector_id);
CREATE INDEX respondent_progress_of_survey ON respondent_progress (survey_id, collector_id);
