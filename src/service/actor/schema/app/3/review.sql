-- What the review that the app waits for is about, empty while it waits for none.
ALTER TABLE app ADD COLUMN review_of TEXT NOT NULL DEFAULT '';
-- How the last review ended and why, empty if there was none.
ALTER TABLE app ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
ALTER TABLE app ADD COLUMN reason TEXT NOT NULL DEFAULT '';
