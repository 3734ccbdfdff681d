-- The quota that a review granted, and the one that the review is asked for, with the owner's reason.
ALTER TABLE app ADD COLUMN granted_minute INTEGER;
ALTER TABLE app ADD COLUMN granted_day INTEGER;
ALTER TABLE app ADD COLUMN wanted_minute INTEGER;
ALTER TABLE app ADD COLUMN wanted_day INTEGER;
ALTER TABLE app ADD COLUMN wanted_for TEXT NOT NULL DEFAULT '';
