-- When a recipient was deleted: the address is deleted a year later. Of the earlier ones only now is known.
ALTER TABLE former_recipients ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
UPDATE former_recipients SET deleted = unixepoch() * 1000;
CREATE INDEX former_recipients_by_age ON former_recipients (deleted);
-- Activities whose network address is still stored.
CREATE INDEX activities_with_ip ON activities (at) WHERE ip <> '';
-- The proofs of a recipient's address, which are deleted with the recipient.
CREATE INDEX respondent_tokens_of_progress ON respondent_tokens (progress_id);
-- The job that deletes what has expired, for what is there.
INSERT INTO jobs (kind, subject, due, attempts)
SELECT 'expire', '', 0, 0
FROM team;
