-- An address is freed by the job of its team, not at a time that the directory stores.
ALTER TABLE addresses DROP COLUMN free_from;
