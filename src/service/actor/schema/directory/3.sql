-- When an address becomes free, null while its account exists.
ALTER TABLE addresses RENAME COLUMN until TO free_from;
