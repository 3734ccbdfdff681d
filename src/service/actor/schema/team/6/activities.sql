-- Who a former member was, for the record of what the member did in the team.
CREATE TABLE former_members (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  member_type TEXT NOT NULL
);
