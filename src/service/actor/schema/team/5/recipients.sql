-- Those who have finished a fully anonymous survey, which is forgotten when the collector is cleared. The index may exist: an
-- earlier build made it in its fourth step.
DROP INDEX IF EXISTS recipients_who_finished;
CREATE INDEX recipients_who_finished ON recipients (collector_id) WHERE response_status IS NOT NULL;
