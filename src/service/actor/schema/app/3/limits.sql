-- The quota that a review granted, and the requested one with the owner's reason.
ALTER TABLE app ADD COLUMN granted_minute INTEGER;
ALTER TABLE app ADD COLUMN granted_day INTEGER;
ALTER TABLE app ADD COLUMN requested_minute INTEGER;
ALTER TABLE app ADD COLUMN requested_day INTEGER;
ALTER TABLE app ADD COLUMN request_reason TEXT NOT NULL DEFAULT '';
