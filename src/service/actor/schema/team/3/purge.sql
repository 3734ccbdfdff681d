-- When the data of the actor was purged, null while it has a user.
ALTER TABLE team ADD COLUMN purged INTEGER;
CREATE INDEX activities_of_user ON activities (user_id);
CREATE INDEX outbox_of_recipient ON outbox (recipient_id);
-- Accounts that were deleted before there was a purge: thirty days after their deletion.
INSERT OR IGNORE INTO jobs (kind, subject, due, attempts)
SELECT 'purge', id, deleted + 2592000000, 0
FROM users
WHERE deleted IS NOT NULL;
