-- A team, or an account without one: people, workgroups, surveys, collectors, responses, grants.
CREATE TABLE team (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  is_team INTEGER NOT NULL,
  max_invites INTEGER NOT NULL,
  created INTEGER NOT NULL
);
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  member_id TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL,
  password TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  language TEXT NOT NULL,
  plan TEXT NOT NULL,
  member_type TEXT NOT NULL,
  member_status TEXT NOT NULL,
  created INTEGER NOT NULL,
  last_login INTEGER NOT NULL
);
CREATE TABLE grants (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  app_name TEXT NOT NULL,
  -- Names of scopes with a space between.
  scopes TEXT NOT NULL,
  created INTEGER NOT NULL,
  revoked INTEGER
);
CREATE INDEX grants_by_account ON grants (user_id, client_id);
CREATE TABLE roles (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- JSON: an array of dotted names.
  privileges TEXT NOT NULL,
  is_enabled INTEGER NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE TABLE workgroups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  is_visible INTEGER NOT NULL,
  -- JSON: an object, as the app gave it.
  metadata TEXT NOT NULL,
  default_role_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX workgroups_by_age ON workgroups (created, id);
CREATE TABLE workgroup_members (
  workgroup_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  is_owner INTEGER NOT NULL,
  status TEXT NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  PRIMARY KEY (workgroup_id, user_id)
);
CREATE INDEX workgroup_members_by_user ON workgroup_members (user_id, workgroup_id);
CREATE TABLE shares (
  id TEXT PRIMARY KEY,
  workgroup_id TEXT NOT NULL,
  owner_user_id TEXT NOT NULL,
  resource_type TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  created INTEGER NOT NULL
);
CREATE INDEX shares_by_workgroup ON shares (workgroup_id, created, id);
CREATE INDEX shares_by_resource ON shares (resource_type, resource_id, workgroup_id);
CREATE TABLE surveys (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  title TEXT NOT NULL,
  nickname TEXT NOT NULL,
  language TEXT NOT NULL,
  category TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  -- JSON: what a Survey has beside the columns: buttons_text, footer, custom_variables, theme_id, template_id, quiz_options.
  body TEXT NOT NULL,
  page_count INTEGER NOT NULL,
  question_count INTEGER NOT NULL,
  response_count INTEGER NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX surveys_by_change ON surveys (owner_id, modified, id);
CREATE INDEX surveys_by_title ON surveys (owner_id, title, id);
CREATE INDEX surveys_by_responses ON surveys (owner_id, response_count, id);
CREATE TABLE pages (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL
);
CREATE INDEX pages_in_order ON pages (survey_id, position);
CREATE TABLE questions (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  page_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- JSON: a Question without id, position and href.
  body TEXT NOT NULL
);
CREATE INDEX questions_in_order ON questions (page_id, position);
CREATE INDEX questions_of_survey ON questions (survey_id, page_id, position);
CREATE TABLE collectors (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: a Collector without what the columns hold, and without href.
  body TEXT NOT NULL,
  response_count INTEGER NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX collectors_of_survey ON collectors (survey_id, created, id);
CREATE TABLE responses (
  id TEXT PRIMARY KEY,
  survey_id TEXT NOT NULL,
  collector_id TEXT NOT NULL,
  recipient_id TEXT NOT NULL,
  status TEXT NOT NULL,
  mode TEXT NOT NULL,
  email TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  ip TEXT NOT NULL,
  custom_value TEXT NOT NULL,
  total_time INTEGER NOT NULL,
  -- JSON: custom_variables, logic_path, page_path, metadata, quiz_results of a Response.
  body TEXT NOT NULL,
  -- JSON: the pages of a Response with all answers, exactly as bulk gives them.
  pages TEXT NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL
);
CREATE INDEX responses_of_survey ON responses (survey_id, created, id);
CREATE INDEX responses_of_survey_by_change ON responses (survey_id, modified, id);
CREATE INDEX responses_of_collector ON responses (collector_id, created, id);
CREATE INDEX responses_of_collector_by_change ON responses (collector_id, modified, id);
