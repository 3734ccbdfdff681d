-- Where a respondent's progress belongs. It is deleted with these, also when nothing leads from it to a response any more.
-- Nothing says where those belong who had finished a fully anonymous survey by a web link before: they stay without.
ALTER TABLE respondent_progress ADD COLUMN collector_id TEXT;
ALTER TABLE respondent_progress ADD COLUMN survey_id TEXT;
UPDATE respondent_progress
SET collector_id = CASE instr(id, '.')
      WHEN 0 THEN (SELECT collector_id FROM responses WHERE responses.id = response_id)
      ELSE substr(id, 1, instr(id, '.') - 1)
    END,
    survey_id = coalesce(
      (SELECT survey_id FROM responses WHERE responses.id = response_id),
      (SELECT survey_id FROM collectors WHERE collectors.id = substr(respondent_progress.id, 1, instr(respondent_progress.id, '.') - 1))
    );
CREATE INDEX respondent_progress_of_survey ON respondent_progress (survey_id, collector_id);
