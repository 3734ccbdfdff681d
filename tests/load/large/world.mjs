// A team of many responses, computed from fixed seeds: its surveys and the rows of each response. A row depends only on
// its number and its version, so that a copy can be checked against the row as it must be.

import { SURVEYS, design, drawResponses, mix } from "./designs.mjs";

const RESPONSE = 15_400_000_000;
const RECIPIENT = 5_300_000_000;
const EPOCH = Date.UTC(2023, 0, 1);
const YEARS = 3 * 365 * 86_400_000;
/** Parts of the three years. Within a part, the responses of all surveys are mixed. */
const PARTS = 400;

/** Shares of the surveys with 34 questions. The other surveys have 4 to 10 questions. */
const LONG_SHARES = [0.11, 0.1, 0.1];
/** How fast the sizes of the other surveys fall. */
const EXPONENT = 0.9;
/** Surveys with at least this share of the team's responses get a database of their own. */
const THRESHOLD_SHARE = 0.05;

const AGENT = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const FIRST = ["Ana", "Björn", "Chloé", "Dmitri", "Emre", "Fatima", "Günther", "Hye-jin", "Íñigo", "Jo"];
const LAST = ["Almeida", "Brown", "Çelik", "Dubois", "Eriksson", "Fröhlich", "García", "O'Hara", "Łuczak"];

/** The columns of a response, in the order of its values. */
export const RESPONSE_COLUMNS = [
  "id", "survey_id", "collector_id", "recipient_id", "status", "mode", "email", "first_name", "last_name", "ip",
  "custom_value", "total_time", "body", "pages", "created", "modified",
];
export const PROGRESS_COLUMNS = ["id", "response_id", "page_id", "drafts", "modified"];
export const FILE_COLUMNS = ["id", "collector_id", "response_id", "name", "content_type", "content", "created"];
export const RECIPIENT_COLUMNS = [
  "id", "collector_id", "message_id", "address", "contact_id", "first_name", "last_name", "custom_fields", "extra_fields", "created",
];

/** A statement that inserts a row. */
export const insertion = (table, columns) => `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;

export const responseId = (number) => String(RESPONSE + 1 + number);
export const responseNumber = (id) => Number(id) - RESPONSE - 1;

/** A team of so many responses, of which one in `fileEvery` has a file. */
export function makeWorld(total, fileEvery = 5000) {
  const count = Math.min(SURVEYS, Math.max(20, Math.floor(total / 50)));
  const weights = Array.from({ length: count - LONG_SHARES.length }, (_, index) => (index + 1) ** -EXPONENT);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const rest = 1 - LONG_SHARES.reduce((all, share) => all + share, 0);
  const shares = [...LONG_SHARES, ...weights.map((weight) => (weight / sum) * rest)];
  const counts = shares.map((share) => Math.floor(share * total));
  for (let left = total - counts.reduce((all, some) => all + some, 0), index = 3; left > 0; left -= 1, index = index + 1 < count ? index + 1 : 3) {
    counts[index] += 1;
  }
  const surveys = counts.map((responses, index) => {
    // Large surveys collect for most of the time, small ones for a few weeks.
    const length = responses >= total * THRESHOLD_SHARE ? Math.floor(PARTS * 0.8) : 2 + (mix(index, 7) % 30);
    const first = mix(index, 8) % (PARTS - length + 1);
    const { pages, questions } = design(index, index < LONG_SHARES.length);
    return {
      index, responses, first, length, pages, questions,
      id: String(510_000_001 + index),
      weblink: String(560_000_001 + index * 2),
      email: String(560_000_002 + index * 2),
      isLarge: responses >= total * THRESHOLD_SHARE,
      isLong: index < LONG_SHARES.length,
      // Of every ten responses, one is of a recipient, as far as there are recipients.
      recipients: index < LONG_SHARES.length ? 10_000 : index < 50 ? 2000 : 0,
      drawn: drawResponses(index, pages, questions, index < LONG_SHARES.length ? 400 : 16),
    };
  });
  return { total, surveys, fileEvery, threshold: Math.floor(total * THRESHOLD_SHARE) };
}

/** Calls `each` with the survey and the number of every response, in the order in which they were given. */
export function forEachResponse({ total, surveys }, each) {
  const given = new Int32Array(surveys.length);
  let number = 0;
  for (let part = 0; part < PARTS && number < total; part += 1) {
    const active = [];
    for (const { index, responses, first, length } of surveys) {
      if (part < first || part >= first + length) continue;
      const upTo = (parts) => Math.floor((parts * responses) / length);
      const some = upTo(part - first + 1) - upTo(part - first);
      for (let left = some; left > 0; left -= 1) active.push(index);
    }
    for (let at = active.length - 1; at > 0; at -= 1) {
      const other = mix(part * 1_000_003 + at, 9) % (at + 1);
      [active[at], active[other]] = [active[other], active[at]];
    }
    for (const index of active) {
      each(surveys[index], number, given[index]);
      given[index] += 1;
      number += 1;
    }
  }
}

/** When a response was started. */
const begun = (world, number) => EPOCH + Math.floor((number * YEARS) / world.total);

/** A text of 43 characters, such as the hash of a cookie. */
function hashText(number, salt) {
  const bytes = Buffer.allocUnsafe(32);
  for (let at = 0; at < 8; at += 1) bytes.writeUInt32LE(mix(number, salt + at), at * 4);
  return bytes.toString("base64url");
}

/**
 * The rows of a response: itself, the respondent's progress, sometimes a file, and the recipient to whom the survey was
 * sent. `seq` is its number within the survey; each version of a response has other answers.
 */
export function rowsOf(world, survey, number, seq, version = 0) {
  const id = responseId(number);
  const { status, pages, reached } = survey.drawn[mix(number, 100 + version) % survey.drawn.length];
  const isRecipient = seq % 10 === 3 && seq / 10 < survey.recipients;
  const recipientId = isRecipient ? String(RECIPIENT + 1 + number) : "";
  const collector = isRecipient ? survey.email : survey.weblink;
  const [first, last] = isRecipient ? [FIRST[number % FIRST.length], LAST[number % LAST.length]] : ["", ""];
  const email = isRecipient ? `respondent${number}@mail.example` : "";
  const created = begun(world, number);
  const time = 45 + (mix(number, 3) % 900);
  const modified = created + time * 1000 + (number % 9 === 4 ? 86_400_000 : 0) + version * 60_000;
  const isDone = status !== "partial";
  const text = (value) => `{"type":"string","value":"${value}"}`;
  const contact = isRecipient ? `"first_name":${text(first)},"last_name":${text(last)},"email":${text(email)}` : "";
  const current = isDone ? "" : `,"current_page_id":"${survey.pages[Math.min(reached, survey.pages.length - 1)]}"`;
  const path = survey.pages.slice(0, reached).map((page) => `"${page}"`);
  const metadata = `{"contact":{${contact}},"respondent":{"language":${text("en")},"user_agent":${text(AGENT)}}}`;
  const body = `{"custom_variables":{},"logic_path":{},"page_path":[${path}],"metadata":${metadata}${current}}`;
  const custom = number % 6 === 0 ? "spring-2026" : "";
  return {
    response: [
      id, survey.id, collector, recipientId, status, version === 0 ? "default" : "edit", email, first, last,
      `203.0.${number % 114}.${mix(number, 4) % 254}`, custom, time, body, pages, created, modified,
    ],
    progress: [isRecipient ? `${collector}.${recipientId}` : hashText(number, 20), id, isDone ? "" : survey.pages[0], "{}", modified],
    file: number % world.fileEvery === 3 ? [hashText(number, 40), collector, id, "photo.jpg", "image/jpeg", "A".repeat(20_000), created] : null,
    recipient: isRecipient ? [recipientId, collector, String(570_000_001 + survey.index), email, null, first, last, "{}", "{}", created] : null,
  };
}
