-- The last lease of each team: calls that are counted already. `ends` is when it ends at the latest, and for an app without
-- a limit until when the team may hold one. `minute_left` and `day_left` are the calls that the team may show as left.
CREATE TABLE leases (
  team TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  minute_began INTEGER NOT NULL,
  minute_left INTEGER NOT NULL,
  day_began INTEGER NOT NULL,
  day_left INTEGER NOT NULL
);
CREATE INDEX leases_by_end ON leases (ends, calls, minute_left, day_left, number);
