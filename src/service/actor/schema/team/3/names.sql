-- Tables and columns of released steps get the terms that the code uses. Their rows stay.
DROP INDEX agenda_by_time;
ALTER TABLE agenda RENAME TO jobs;
ALTER TABLE jobs RENAME COLUMN work TO kind;
CREATE INDEX jobs_by_due ON jobs (due);
DROP INDEX mailings_by_status;
DROP INDEX mailings_of_recipient;
ALTER TABLE mailings RENAME TO message_recipients;
CREATE INDEX message_recipients_by_status ON message_recipients (message_id, status, recipient_id);
CREATE INDEX message_recipients_of_recipient ON message_recipients (recipient_id);
DROP INDEX sendings_of_user;
ALTER TABLE sendings RENAME TO message_sends;
CREATE INDEX message_sends_of_user ON message_sends (user_id, at);
ALTER TABLE refusals RENAME TO suppressions;
DROP INDEX takings_of_response;
ALTER TABLE takings RENAME TO respondent_progress;
CREATE INDEX respondent_progress_of_response ON respondent_progress (response_id);
ALTER TABLE contact_days RENAME COLUMN made TO created;
ALTER TABLE deliveries RENAME COLUMN happened TO event_at;
