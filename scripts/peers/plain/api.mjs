// The API of the plain service: the user, the list of surveys, a survey's details, its responses in bulk, a new
// response.

import { Invalid, checkAnswers } from "./answers.mjs";
import { Refusal, linkKey, loadDesign, sha256, storeResponse, toTheMinute, withMicroseconds, withOffset } from "./database.mjs";

const PER_PAGE_MAX = 1000;
const PAID = new Set(["advantage", "standard", "premier", "team", "enterprise"]);
/** All scopes in the order of the responses, and whether a scope needs a paid plan. */
const SCOPES = {
  surveys_read: false, surveys_write: false, collectors_read: false, collectors_write: false, contacts_read: false,
  contacts_write: false, responses_read: false, responses_read_detail: true, responses_write: false, webhooks_read: false,
  webhooks_write: false, users_read: false, groups_read: true, library_read: false, workgroups_read: true,
  workgroups_write: true, workgroups_members_read: true, workgroups_members_write: true, roles_read: true,
  roles_write: true, workgroups_shares_read: true, workgroups_shares_write: true, groups_write: true,
};
/** The question types, and whether a type needs a paid plan. */
const QUESTION_TYPES = {
  comment_box: false, file_upload: true, matrix: false, ranking: false, rating: false, slider: true, star_rating: false,
  textbox_multiple: false, video: true,
};

const namesWithin = (table, paid) => Object.keys(table).filter((name) => paid || !table[name]);
const AVAILABLE = { true: namesWithin(SCOPES, true), false: namesWithin(SCOPES, false) };

/** The account of an access token. */
export function account({ db }, authorization) {
  const [, token] = /^bearer +([\w-]+)$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) throw new Refusal(401, "Send the header `Authorization: bearer TOKEN`.");
  const row = db
    .statement(
      `SELECT grants.user_id, grants.client_id, grants.scopes, grants.revoked, grants.expires, users.plan, users.deleted, team.id AS team_id
       FROM grants JOIN users ON users.id = grants.user_id JOIN team WHERE grants.token_hash = ?`,
    )
    .get(sha256(token));
  if (row === undefined || row.revoked !== null || row.deleted !== null || (row.expires !== null && Date.now() >= row.expires)) {
    throw new Refusal(401, "The token is not valid.");
  }
  return { ...row, granted: row.scopes.split(" "), available: AVAILABLE[PAID.has(row.plan)] };
}

const ROUTES = [
  { method: "GET", path: /^\/v3\/users\/me$/, scope: "users_read", run: me },
  { method: "GET", path: /^\/v3\/surveys$/, scope: "surveys_read", run: surveys },
  { method: "GET", path: /^\/v3\/surveys\/(\d+)\/details$/, scope: "surveys_read", run: details },
  { method: "GET", path: /^\/v3\/surveys\/(\d+)\/responses\/bulk$/, scope: "responses_read_detail", run: bulk },
  { method: "POST", path: /^\/v3\/collectors\/(\d+)\/responses$/, scope: "responses_write", run: create },
];

/** Handles a call of the API. */
export function api(context, caller, method, url, body) {
  const route = ROUTES.find((route) => route.method === method && route.path.test(url.pathname));
  if (route === undefined) throw new Refusal(404, "The path does not exist.");
  if (!caller.granted.includes(route.scope) || !caller.available.includes(route.scope)) {
    throw new Refusal(403, `The token lacks the scope ${route.scope}.`);
  }
  return route.run(context, caller, url, body, route.path.exec(url.pathname)[1]);
}

function me({ db, origin }, { user_id, plan, granted, available }) {
  const user = db
    .statement("SELECT username, first_name, last_name, language, email, email_verified, created, last_login FROM users WHERE id = ?")
    .get(user_id);
  const paid = PAID.has(plan);
  const value = {
    id: user_id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    language: user.language,
    email: user.email,
    email_verified: user.email_verified === 1,
    account_type: plan,
    date_created: withOffset(user.created),
    date_last_login: withMicroseconds(user.last_login),
    question_types: Object.fromEntries(Object.entries(QUESTION_TYPES).map(([name, needsPlan]) => [`${name}_question_type`, paid || !needsPlan])),
    scopes: { granted, available },
    sso_connections: [],
    features: {
      collector_create_limit: plan === "standard" ? "100" : paid ? "unlimited" : "3",
      collector_email_enabled: paid,
      collector_thank_you_enabled: paid,
      create_question_limit: paid ? "unlimited" : "10",
      num_free_responses: paid ? "unlimited" : "25",
    },
    href: `${origin}/v3/users/me`,
  };
  return { status: 200, value };
}

/** The page of a list that a query asks for. */
function paging({ searchParams }) {
  const number = (name, otherwise) => {
    const text = searchParams.get(name) ?? String(otherwise);
    if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, `\`${name}\` must be a number.`);
    return Math.max(Number(text), 1);
  };
  return { page: number("page", 1), per_page: Math.min(number("per_page", 50), PER_PAGE_MAX) };
}

/** The envelope of a list. Its links keep the other parameters of the query. */
function envelope(origin, url, { page, per_page }, total, data) {
  const others = [...url.searchParams].filter(([name]) => name !== "page" && name !== "per_page");
  const rest = others.map(([name, value]) => `&${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("");
  const link = (page) => `${origin}${url.pathname}?page=${page}&per_page=${per_page}${rest}`;
  const pages = Math.max(Math.ceil(total / per_page), 1);
  const links = {
    self: link(page),
    prev: page > 1 ? link(Math.min(page - 1, pages)) : undefined,
    next: page < pages ? link(page + 1) : undefined,
    first: page > 1 ? link(1) : undefined,
    last: page < pages ? link(pages) : undefined,
  };
  return { status: 200, value: { data, per_page, page, total, links } };
}

/** The surveys of the workgroups in which a user is an active member. */
const SHARED = `SELECT shares.resource_id FROM workgroup_members
  JOIN shares ON shares.workgroup_id = workgroup_members.workgroup_id
  WHERE workgroup_members.user_id = @user AND workgroup_members.status = 'active' AND shares.resource_type = 'survey'`;
const OWN_SURVEYS = "FROM surveys WHERE owner_id = @user";
const SHARED_SURVEYS = `FROM surveys WHERE id IN (${SHARED}) AND owner_id <> @user`;

function surveys({ db, origin }, { user_id }, url) {
  const slice = paging(url);
  const { total } = db.statement(`SELECT (SELECT COUNT(*) ${OWN_SURVEYS}) + (SELECT COUNT(*) ${SHARED_SURVEYS}) AS total`).get({ user: user_id });
  const rows = db
    .statement(
      `SELECT id, title, nickname, modified ${OWN_SURVEYS} UNION ALL SELECT id, title, nickname, modified ${SHARED_SURVEYS}
       ORDER BY modified DESC, id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ user: user_id, limit: slice.per_page, offset: (slice.page - 1) * slice.per_page });
  const data = rows.map(({ id, title, nickname }) => ({ id, title, nickname, href: `${origin}/v3/surveys/${id}` }));
  return envelope(origin, url, slice, total, data);
}

/** The row of a survey that the caller can see. */
function visibleSurvey(db, user, id) {
  const row = db.statement(`SELECT * FROM surveys WHERE id = @id AND (owner_id = @user OR id IN (${SHARED}))`).get({ id, user });
  if (row === undefined) throw new Refusal(404, "There is no such survey.");
  return row;
}

function details({ db, origin, key }, { user_id, team_id }, _url, _body, id) {
  const row = visibleSurvey(db, user_id, id);
  const body = JSON.parse(row.body);
  const site = `${origin}/#/surveys/${id}`;
  const href = `${origin}/v3/surveys/${id}`;
  const pages = loadDesign(db, id).map((page) => {
    const pageHref = `${href}/pages/${page.id}`;
    return {
      title: page.title,
      description: page.description,
      position: page.position,
      id: page.id,
      href: pageHref,
      question_count: page.questions.length,
      questions: page.questions.map((question) => ({ ...question, href: `${pageHref}/questions/${question.id}` })),
    };
  });
  const value = {
    title: row.title,
    nickname: row.nickname,
    language: row.language,
    folder_id: row.folder_id,
    category: row.category,
    template_id: body.template_id,
    theme_id: body.theme_id,
    question_count: row.question_count,
    page_count: row.page_count,
    response_count: row.response_count,
    date_created: toTheMinute(row.created),
    date_modified: toTheMinute(row.modified),
    id,
    buttons_text: body.buttons_text,
    is_owner: row.owner_id === user_id,
    footer: body.footer,
    custom_variables: body.custom_variables,
    href,
    analyze_url: site,
    edit_url: site,
    collect_url: site,
    summary_url: site,
    preview: `${origin}/r/${linkKey(key, `${team_id}.preview.${id}.${user_id}`)}`,
    pages,
  };
  return { status: 200, value };
}

/** A response as JSON. Its answers are undefined unless they are asked for. */
function responseOf(origin, href, row, body, pages) {
  const site = `${origin}/#/surveys/${row.survey_id}/results?tab=responses&response=${row.id}`;
  return {
    id: row.id,
    survey_id: row.survey_id,
    collector_id: row.collector_id,
    recipient_id: row.recipient_id,
    response_status: row.status,
    collection_mode: row.mode,
    total_time: row.total_time,
    custom_value: row.custom_value,
    first_name: row.first_name,
    last_name: row.last_name,
    email_address: row.email,
    ip_address: row.ip,
    custom_variables: body.custom_variables,
    logic_path: body.logic_path,
    page_path: body.page_path,
    metadata: body.metadata,
    pages,
    edit_url: site,
    analyze_url: site,
    href: `${origin}${href}/${row.id}`,
    date_created: withOffset(row.created),
    date_modified: withOffset(row.modified),
  };
}

function bulk({ db, origin }, { user_id }, url, _body, id) {
  visibleSurvey(db, user_id, id);
  const slice = paging(url);
  const { total } = db.statement("SELECT COUNT(*) AS total FROM responses WHERE survey_id = ?").get(id);
  const rows = db
    .statement("SELECT * FROM responses WHERE survey_id = ? ORDER BY created, id LIMIT ? OFFSET ?")
    .all(id, slice.per_page, (slice.page - 1) * slice.per_page);
  const href = `/v3/surveys/${id}/responses`;
  return envelope(origin, url, slice, total, rows.map((row) => responseOf(origin, href, row, JSON.parse(row.body), JSON.parse(row.pages))));
}

function create({ db, origin }, { user_id }, url, text, id) {
  let input;
  try {
    input = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
  const collector = db.statement("SELECT id, survey_id, status, response_count, body FROM collectors WHERE id = ?").get(id);
  if (collector === undefined) throw new Refusal(404, "There is no such collector.");
  const survey = visibleSurvey(db, user_id, collector.survey_id);
  if (survey.owner_id !== user_id) throw new Refusal(403, "Only the owner of the survey can do this.");
  const { response_limit, close_date, anonymous_type } = JSON.parse(collector.body);
  const isFull = response_limit !== null && collector.response_count >= response_limit;
  if (collector.status === "closed" || isFull || (close_date && Date.parse(close_date) <= Date.now())) {
    throw new Refusal(409, "The collector is closed.");
  }
  const status = input.response_status ?? "completed";
  const now = Date.now();
  let pages;
  try {
    pages = checkAnswers(loadDesign(db, collector.survey_id), input.pages, status === "completed");
  } catch (error) {
    throw error instanceof Invalid ? new Refusal(400, error.problems.map(({ message }) => message).join(" ")) : error;
  }
  const record = {
    survey_id: collector.survey_id,
    collector_id: id,
    status,
    ip: anonymous_type === "not_anonymous" ? (input.ip_address ?? "") : "",
    custom_value: input.custom_value ?? "",
    total_time: 0,
    body: { custom_variables: input.custom_variables ?? {}, logic_path: {}, page_path: [], metadata: { contact: {}, respondent: {} } },
    pages,
    created: now,
    modified: now,
  };
  const stored = db.atomically(() => storeResponse(db, record));
  const row = { ...record, id: stored, recipient_id: "", mode: "default", first_name: "", last_name: "", email: "" };
  return { status: 201, value: responseOf(origin, url.pathname, row, record.body) };
}
