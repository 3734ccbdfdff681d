-- When the account that was opened here ends unless its address is confirmed, null once it was or if it need not be.
ALTER TABLE team ADD COLUMN unconfirmed_until INTEGER
