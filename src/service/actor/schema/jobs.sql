-- Scheduled work of the actor.
CREATE TABLE jobs (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  due INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX jobs_by_due ON jobs (due);
