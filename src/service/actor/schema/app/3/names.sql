-- Columns of released steps get the terms that the code uses.
ALTER TABLE codes RENAME COLUMN ticket TO consent_id;
ALTER TABLE app RENAME COLUMN extended TO draft_renewed;
ALTER TABLE app RENAME COLUMN review TO review_since;
