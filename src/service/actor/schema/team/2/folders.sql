-- Folders that a user keeps surveys in.
CREATE TABLE folders (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  title TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX folders_of_owner ON folders (owner_id, created, id);
CREATE INDEX surveys_by_folder ON surveys (owner_id, folder_id);
