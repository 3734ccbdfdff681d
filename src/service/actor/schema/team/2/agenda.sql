-- What the place does later, at a time of its own.
CREATE TABLE agenda (
  work TEXT NOT NULL,
  subject TEXT NOT NULL,
  due INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (work, subject)
);
CREATE INDEX agenda_by_time ON agenda (due);
