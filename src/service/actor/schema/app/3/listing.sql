-- The number of the app's last change that the public list must get. An app that was never public has no row, and a
-- deleted one keeps it until the list has been updated.
CREATE TABLE listing (
  client_id TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
);
-- Apps that were public before there was a list.
INSERT INTO listing (client_id, revision) SELECT client_id, 1 FROM app WHERE state = 'public';
INSERT INTO jobs (kind, subject, due, attempts) SELECT 'list_app', revision, 0, 0 FROM listing;
