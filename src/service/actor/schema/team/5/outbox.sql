-- The job that deletes old mails, for the mails that are there.
INSERT OR IGNORE INTO jobs (kind, subject, due, attempts)
SELECT 'prune_outbox', '', created + 2592000000, 0
FROM outbox
ORDER BY created
LIMIT 1;
