-- Titles are sorted without regard to case, as names are.
DROP INDEX surveys_by_title;
CREATE INDEX surveys_by_title ON surveys (owner_id, title COLLATE NOCASE, id, nickname, modified, folder_id);
