-- What the public list of apps is told of this one: the number of its last change. An app that was never public has none,
-- and one that is deleted keeps it until the list knows.
CREATE TABLE listing (
  client_id TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
);
-- Apps that were public before there was a list.
INSERT INTO listing (client_id, revision) SELECT client_id, 1 FROM app WHERE state = 'public';
INSERT INTO agenda (work, subject, due, attempts) SELECT 'list_app', revision, 0, 0 FROM listing;
