-- When the draft window last began anew, null if it never did.
ALTER TABLE app ADD COLUMN extended INTEGER;
-- Since when the app waits for its review, null if it does not.
ALTER TABLE app ADD COLUMN review INTEGER;
-- Names of scopes with a space between. Apps that were there before this step have what they asked for.
ALTER TABLE app ADD COLUMN approved TEXT NOT NULL DEFAULT 'surveys_write responses_write';
ALTER TABLE app ADD COLUMN secret_round INTEGER NOT NULL DEFAULT 0;
ALTER TABLE codes ADD COLUMN challenge TEXT;
