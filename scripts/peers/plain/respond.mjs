// The pages of the plain service on which surveys are taken: who responds, what is stored, and which page follows.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Invalid, checkAnswers, partsOf } from "./answers.mjs";
import { deriveKey, linkKey, loadDesign, sha256, storeResponse } from "./database.mjs";
import { HISTORY_SCRIPT, endPage, messagePage, surveyPage } from "./pages.mjs";

const TOKEN_LIFETIME = 14 * 86_400_000;
const COOKIE_SECONDS = 31_536_000;
const PAGE_PARAM = "survey-page";
const policy = (script = "") =>
  `default-src 'none';${script} style-src 'self'; img-src 'self' https:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
/** The policy of a survey page: its one script is allowed by hash. */
const SURVEY_POLICY = policy(` script-src 'sha256-${createHash("sha256").update(HISTORY_SCRIPT).digest("base64")}';`);
const SECURITY = {
  "Cache-Control": "no-store",
  "content-security-policy": policy(),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

/** Encrypts and authenticates the token of a form. */
function seal(key, value) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(key, "plain form"), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/** Opens the token of a form; null if it is not ours or too old. */
function open(key, text) {
  try {
    const bytes = Buffer.from(text, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(key, "plain form"), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    const token = JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]));
    return Date.now() < token.started + TOKEN_LIFETIME ? token : null;
  } catch {
    return null;
  }
}

/** The secret of the device cookie; undefined without one. */
const deviceOf = ({ headers }) => /(?:^|; *)taking=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? "")?.[1];

const findProgress = `SELECT progress.response_id, progress.page_id, progress.modified, responses.status
  FROM respondent_progress AS progress LEFT JOIN responses ON responses.id = progress.response_id WHERE progress.id = ?`;

const saveProgress = `INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified) VALUES (?, ?, ?, '{}', ?)
  ON CONFLICT (id) DO UPDATE SET response_id = excluded.response_id, page_id = excluded.page_id, drafts = '{}', modified = excluded.modified`;

/** The survey of a link, as a respondent sees it; undefined if there is none. */
function loadSurvey({ db }, collector) {
  const row = db
    .statement(
      `SELECT collectors.survey_id, collectors.status, collectors.response_count, collectors.body AS settings,
              surveys.title, surveys.language, surveys.body
       FROM collectors JOIN surveys ON surveys.id = collectors.survey_id WHERE collectors.id = ?`,
    )
    .get(collector);
  if (row === undefined) return undefined;
  const languages = db.statement("SELECT language FROM translations WHERE survey_id = ? AND enabled ORDER BY language").all(row.survey_id);
  if (languages.length > 0) throw new Error("The plain service shows no translations.");
  return { ...row, settings: JSON.parse(row.settings), body: JSON.parse(row.body), design: loadDesign(db, row.survey_id) };
}

function isClosed({ status, response_count, settings }) {
  const isFull = settings.response_limit !== null && response_count >= settings.response_limit;
  return status === "closed" || isFull || Boolean(settings.close_date && Date.parse(settings.close_date) <= Date.now());
}

/** Handles a request below /r/. */
export function respond(context, request, url, body) {
  const key = url.pathname.slice(3);
  const ids = key.slice(0, Math.max(0, key.lastIndexOf(".")));
  const [team, collector, ...more] = ids.split(".");
  const found = team && collector && more.length === 0 && linkKey(context.key, ids) === key ? loadSurvey(context, collector) : undefined;
  if (found === undefined) return page(404, messagePage(context, "There is nothing here."));
  const survey = { ...found, collector, action: `/r/${key}` };
  if (request.method === "GET") return show(context, survey, request, url.searchParams);
  const site = request.headers["sec-fetch-site"] ?? "same-origin";
  if (request.method !== "POST" || site !== "same-origin") return page(405, messagePage(context, "The form cannot be sent."));
  return submit(context, survey, request, new URLSearchParams(body.toString()));
}

const page = (status, html, headers = {}) => ({ status, html, headers: { ...SECURITY, ...headers } });

const cookie = (device, { action }) => ({
  "Set-Cookie": `taking=${device}; Path=${action}; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`,
});

/** A page of a survey with its form. `params` are those of the link. */
function shown(context, survey, { device, number, form, problems = [], params = new URLSearchParams() }) {
  const { id } = survey.design[number];
  params.set(PAGE_PARAM, id);
  const token = seal(context.key, { collector: survey.collector, device, page: id, started: Date.now() });
  const url = `${survey.action}?${params}`;
  const html = surveyPage(context, survey, { number, token, form: form ?? new URLSearchParams(), problems, url });
  return page(problems.length > 0 ? 422 : 200, html, { ...cookie(device, survey), "content-security-policy": SURVEY_POLICY });
}

function show(context, survey, request, params) {
  if (isClosed(survey)) return page(200, messagePage(context, survey.settings.closed_page_message));
  const device = deviceOf(request);
  const progress = device && context.db.statement(findProgress).get(sha256(device));
  const isDone = progress !== undefined && progress.status !== "partial";
  if (isDone && !survey.settings.allow_multiple_responses) return page(200, endPage(context, survey));
  const number = isDone ? 0 : Math.max(survey.design.findIndex(({ id }) => id === progress?.page_id), 0);
  return shown(context, survey, { device: isDone || !device ? randomBytes(16).toString("base64url") : device, number, params });
}

/** The answers of a page's form. */
function answersOf({ questions }, form) {
  return questions
    .filter((question) => question.visible)
    .map((question) => {
      const field = `q${question.id}`;
      const { choices = [], rows = [], other } = question.answers ?? {};
      const picked = (name) => form.getAll(name).filter((id) => choices.some((choice) => choice.id === id));
      const text = (name) => (form.get(name) ?? "").replaceAll("\r\n", "\n");
      const answers = {
        text: () => [{ text: text(field) }],
        choice: () => picked(field).map((choice_id) => ({ choice_id })),
        "row-choice": () => rows.flatMap(({ id }) => picked(`${field}.${id}`).map((choice_id) => ({ row_id: id, choice_id }))),
        unknown: () => [],
      }[partsOf(question)]();
      const isOther = other && (form.getAll(field).includes(other.id) || text(`${field}.other`).trim() !== "");
      return { id: question.id, answers: isOther ? [...answers, { other_id: other.id, text: text(`${field}.other`) }] : answers };
    });
}

function submit(context, survey, request, form) {
  const { db, key } = context;
  const token = open(key, form.get("ticket") ?? "");
  if (token === null || token.collector !== survey.collector) return page(400, messagePage(context, "Please open the survey again."));
  if (isClosed(survey)) return page(200, messagePage(context, survey.settings.closed_page_message));
  const { design } = survey;
  const number = design.findIndex(({ id }) => id === token.page);
  const respondent = sha256(token.device);
  const progress = db.statement(findProgress).get(respondent);
  if (progress !== undefined && progress.status !== "partial") return page(200, endPage(context, survey), cookie(token.device, survey));
  const before = progress && db.statement("SELECT * FROM responses WHERE id = ?").get(progress.response_id);
  const earlier = before ? JSON.parse(before.pages).filter(({ id }) => id !== token.page) : [];
  const isLast = number === design.length - 1;
  let pages;
  try {
    pages = checkAnswers(design, [...earlier, { id: token.page, questions: answersOf(design[number], form) }], isLast);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return shown(context, survey, { device: token.device, number, form, problems: error.problems });
  }
  const now = Date.now();
  const next = isLast ? "" : design[number + 1].id;
  const typed = (value) => ({ type: "string", value });
  const state = before ? JSON.parse(before.body) : {
    custom_variables: {},
    logic_path: {},
    page_path: [],
    metadata: { contact: {}, respondent: { language: typed(survey.language), user_agent: typed(request.headers["user-agent"] ?? "") } },
  };
  const spent = Math.floor((now - Math.max(token.started, progress?.modified ?? 0)) / 1000);
  const record = {
    id: before?.id,
    survey_id: survey.survey_id,
    collector_id: survey.collector,
    status: isLast ? "completed" : "partial",
    ip: "",
    custom_value: "",
    total_time: (before?.total_time ?? 0) + spent,
    body: { ...state, page_path: [...state.page_path, token.page], current_page_id: next || undefined },
    pages,
    created: before?.created ?? now,
    modified: now,
  };
  db.atomically(() => db.statement(saveProgress).run(respondent, storeResponse(db, record), next, now));
  if (isLast) return page(200, endPage(context, survey), cookie(token.device, survey));
  return shown(context, survey, { device: token.device, number: number + 1 });
}
