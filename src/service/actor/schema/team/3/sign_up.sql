-- When the account ends unless its address is confirmed, null if it is confirmed or need not be.
ALTER TABLE team ADD COLUMN unconfirmed_until INTEGER
