-- Those who have finished a fully anonymous survey, which is forgotten when the collector is cleared.
CREATE INDEX recipients_who_finished ON recipients (collector_id) WHERE response_status IS NOT NULL;
