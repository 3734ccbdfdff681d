-- The lists of surveys with all that they are filtered by: what does not match is passed over within the index.
DROP INDEX surveys_by_change;
DROP INDEX surveys_by_title;
DROP INDEX surveys_by_responses;
CREATE INDEX surveys_by_change ON surveys (owner_id, modified, id, title, folder_id);
CREATE INDEX surveys_by_title ON surveys (owner_id, title, id, modified, folder_id);
CREATE INDEX surveys_by_responses ON surveys (owner_id, response_count, id, title, modified, folder_id);
