-- The subject of the review that the app waits for, empty while it waits for none.
ALTER TABLE app ADD COLUMN review_of TEXT NOT NULL DEFAULT '';
-- How the last review ended and why, empty if there was none.
ALTER TABLE app ADD COLUMN review_outcome TEXT NOT NULL DEFAULT '';
ALTER TABLE app ADD COLUMN review_reason TEXT NOT NULL DEFAULT '';
