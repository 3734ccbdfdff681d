-- People whom a user can write to. Texts are empty where nothing is known.
CREATE TABLE contacts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  first_name TEXT NOT NULL COLLATE NOCASE,
  last_name TEXT NOT NULL COLLATE NOCASE,
  email TEXT NOT NULL COLLATE NOCASE,
  phone_number TEXT NOT NULL,
  custom_1 TEXT NOT NULL COLLATE NOCASE,
  custom_2 TEXT NOT NULL COLLATE NOCASE,
  custom_3 TEXT NOT NULL COLLATE NOCASE,
  custom_4 TEXT NOT NULL COLLATE NOCASE,
  custom_5 TEXT NOT NULL COLLATE NOCASE,
  custom_6 TEXT NOT NULL COLLATE NOCASE,
  status TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE UNIQUE INDEX contacts_by_address ON contacts (user_id, email) WHERE email <> '';
CREATE UNIQUE INDEX contacts_by_number ON contacts (user_id, phone_number) WHERE email = '';
CREATE INDEX contacts_of_address ON contacts (email);
CREATE INDEX contacts_of_number ON contacts (phone_number);
CREATE INDEX contacts_by_email ON contacts (user_id, status, email, id);
CREATE INDEX contacts_by_first_name ON contacts (user_id, status, first_name, id);
CREATE INDEX contacts_by_last_name ON contacts (user_id, status, last_name, id);
CREATE INDEX contacts_by_custom_1 ON contacts (user_id, status, custom_1, id);
CREATE INDEX contacts_by_custom_2 ON contacts (user_id, status, custom_2, id);
CREATE INDEX contacts_by_custom_3 ON contacts (user_id, status, custom_3, id);
CREATE INDEX contacts_by_custom_4 ON contacts (user_id, status, custom_4, id);
CREATE INDEX contacts_by_custom_5 ON contacts (user_id, status, custom_5, id);
CREATE INDEX contacts_by_custom_6 ON contacts (user_id, status, custom_6, id);
CREATE TABLE contact_lists (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL
);
CREATE INDEX contact_lists_of_user ON contact_lists (user_id, id);
CREATE TABLE contact_list_members (
  list_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (list_id, contact_id)
);
CREATE INDEX contact_list_members_by_contact ON contact_list_members (contact_id);
-- What a user calls the custom fields that have been renamed.
CREATE TABLE contact_fields (
  user_id TEXT NOT NULL,
  field TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (user_id, field)
);
-- How many contacts a user has made on a day.
CREATE TABLE contact_days (
  user_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  made INTEGER NOT NULL,
  PRIMARY KEY (user_id, day)
);
-- Addresses and numbers to which the team must not write: the person wants nothing, or the address takes nothing.
CREATE TABLE refusals (
  address TEXT PRIMARY KEY COLLATE NOCASE,
  -- A contact's status: optout or bounced.
  status TEXT NOT NULL,
  at INTEGER NOT NULL
);
