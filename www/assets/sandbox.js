// The sandbox page. It only calls the sandbox's routes and shows the responses.

const $ = (id) => document.getElementById(id);
const HEADERS = { "X-Canvass": "1", "Content-Type": "application/json" };

async function send(method, path, body) {
  const response = await fetch(`/sandbox${path}`, {
    method,
    headers: HEADERS,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) {
    const { detail, title } = await response.json();
    throw new Error(detail ?? title ?? `Status ${response.status}.`);
  }
  return response;
}

const call = async (...request) => (await send(...request)).json();

/** Runs an action, refreshes the page, and shows the message `done` or the error. */
async function act(done, work) {
  const action = await outcomeOf(work, done);
  const refresh = await outcomeOf(show, "");
  say(action.name === "failed" ? action : refresh.name === "failed" ? refresh : action);
}

async function outcomeOf(work, done) {
  return work().then(
    () => ({ text: done, name: "" }),
    (error) => ({ text: error.message, name: "failed" }),
  );
}

function say({ text, name }) {
  const message = $("message");
  message.textContent = text;
  message.className = name;
}

/** The filled-in fields of a form. Number fields become numbers. */
function fields(form) {
  const entries = [...form.elements].filter((field) => field.name).map((field) => {
    if (field.type === "checkbox") {
      return [field.name, field.checked || undefined];
    }
    const value = field.type === "number" && field.value !== "" ? Number(field.value) : field.value;
    return [field.name, value === "" ? undefined : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function element(tag, properties, ...content) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...content);
  return node;
}

/** A line that can be opened. Its content is created when it is opened first. */
function entry(line, content) {
  const details = element("details", {}, element("summary", {}, ...line));
  details.addEventListener("toggle", () => details.append(...content()), { once: true });
  return details;
}

const tag = (text, kind = "") => element("span", { className: `tag ${kind}` }, text);
const json = (value) => element("pre", {}, JSON.stringify(value, null, 2));

function fault({ id, fault, seen, left, until }) {
  const button = element("button", { type: "button", className: "button" }, "Remove");
  button.addEventListener("click", () => act("The fault was removed.", () => call("DELETE", `/faults/${id}`)));
  const conditions = Object.entries(fault).filter(([, value]) => value !== null && value !== false);
  const state = [`${seen} calls matched`, left === null ? "no limit of calls" : `${left} calls left`];
  state.push(until === null ? "no end" : `until ${moment(until)}`);
  const description = element("span", {}, conditions.map(([name, value]) => `${name}: ${value}`).join(", "));
  return element("li", {}, element("div", {}, description, element("p", { className: "hint" }, state.join(" · "))), button);
}

/** A date without `T` and fractions of a second. */
const moment = (date) => date.replace("T", " ").replace(/\..*/, "");

/** A text in which URLs of this machine are links. */
function linked(text) {
  const parts = text.split(/(http:\/\/(?:127\.0\.0\.1|localhost)[^\s<>"]*)/);
  const nodes = parts.map((part, at) => (at % 2 === 1 ? element("a", { href: part, rel: "noreferrer" }, part) : part));
  return element("pre", {}, ...nodes);
}

function mail(mail) {
  const line = [`${moment(mail.created)} `, element("strong", {}, mail.to), ` ${mail.subject || mail.kind}`];
  if (mail.bounced) {
    line.push(" ", tag("bounced", "bad"));
  } else if (!mail.handed_over) {
    line.push(" ", tag("waiting", "warn"));
  }
  const { text, ...rest } = mail;
  return entry(line, () => [linked(text), json(rest)]);
}

function request(record) {
  const kind = record.status >= 500 ? "bad" : record.status >= 400 ? "warn" : "good";
  const decision = record.quota.decision === "counted" ? "" : ` · ${record.quota.decision}`;
  const rest = ({ left }) => (left === null ? "no limit" : `${left} left`);
  const left = record.quota.minute ? ` · ${rest(record.quota.minute)} this minute, ${rest(record.quota.day)} today` : "";
  const who = record.account?.email ?? "";
  const line = [
    tag(`${record.status}`, kind),
    ` ${record.method} `,
    element("code", {}, record.path + (record.query ? `?${record.query}` : "")),
    ...(record.error ? [" ", tag(record.error, kind)] : []),
    ...(record.fault === null ? [] : [" ", tag("fault", "warn")]),
    element("span", { className: "hint" }, `${moment(record.at)} · ${record.duration} ms${who && ` · ${who}`}${decision}${left}`),
  ];
  return entry(line, () => [json(record)]);
}

/** Fills a table: the column names, and rows of texts and buttons. */
function table(id, head, rows) {
  const line = (tag, cells) => {
    const row = document.createElement("tr");
    row.append(
      ...cells.map((content) => {
        const cell = document.createElement(tag);
        cell.append(content);
        return cell;
      }),
    );
    return row;
  };
  $(id).replaceChildren(line("th", head), ...rows.map((cells) => line("td", cells)));
}

function copyButton(text) {
  const button = element("button", { type: "button", className: "button" }, "Copy");
  button.addEventListener("click", () => act("The token was copied.", () => navigator.clipboard.writeText(text)));
  return button;
}

/** Shows the people who can sign in, and the tokens. They never change, so this runs once. */
async function world() {
  const { people, tokens } = await call("GET", "");
  const signable = people.filter(({ password }) => password);
  table("people", ["Person", "Password", "Plan", "Region", "Note"], signable.map(({ email, password, plan, region, note }) => [email, password, plan, region, note]));
  table("tokens", ["Token", "Region", "Value", "Note"], tokens.map(({ name, region, token, note }) => [name, region, copyButton(token), note ?? ""]));
}

/** The outbox route for the address in the search field. */
const outboxPath = () => {
  const { to } = fields($("reader"));
  return to === undefined ? "/outbox" : `/outbox?to=${encodeURIComponent(to)}`;
};

async function show() {
  const [clock, { faults }, { mails }, { requests }] = await Promise.all(
    ["/clock", "/faults", outboxPath(), "/journal"].map((path) => call("GET", path)),
  );
  const { text = "" } = fields($("find"));
  const found = requests.filter((record) => JSON.stringify(record).toLowerCase().includes(text.toLowerCase()));
  $("now").textContent = `${moment(clock.now)} UTC${clock.frozen ? "; stopped" : ""}`;
  $("faults").replaceChildren(...faults.map(fault));
  $("outbox").replaceChildren(...(mails.length > 0 ? mails.map(mail) : ["No mail."]));
  $("found").textContent = `${found.length} of the last ${requests.length} requests, newest first.`;
  $("journal").replaceChildren(...found.map(request));
}

/** Creates data, and shows the progress that the response reports line by line. */
async function seed(options) {
  const response = await send("POST", "/seed", options);
  const { surveys = 0, responses = 0, lifelike = [] } = options;
  const all = lifelike.reduce((sum, count) => sum + 1 + count, surveys + responses);
  // Not every browser iterates over a stream.
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.map((line) => JSON.parse(line))) {
      if (line.done === false) {
        throw new Error(line.message);
      }
      const { surveys = 0, responses = 0 } = line;
      $("progress").value = all > 0 ? (surveys + responses) / all : 1;
      $("made").textContent = `${surveys} surveys, ${responses} responses`;
    }
  }
}

function on(id, event, handler) {
  $(id).addEventListener(event, (fired) => {
    fired.preventDefault();
    handler(fired.currentTarget);
  });
}

on("set", "submit", (form) => act("The clock was set.", () => call("POST", "/clock", fields(form))));
on("advance", "submit", (form) => {
  const { amount, unit } = fields(form);
  return act("The clock was moved.", () => call("POST", "/clock", { advance: `${amount}${unit}` }));
});
on("freeze", "click", () => act("The clock is stopped.", () => call("POST", "/clock", { freeze: true })));
on("run", "click", () => act("The clock is running.", () => call("POST", "/clock", { run: true })));
on("reset", "click", () => act("The demo world was restored.", () => call("POST", "/reset")));
on("seed", "submit", (form) => act("The data was created.", () => seed(fields(form))));
on("lifelike", "submit", (form) => {
  const options = { seed: fields($("seed")).seed, lifelike: [Number(fields(form).size)] };
  return act("The data was created.", () => seed(options));
});
on("fault", "submit", (form) => act("The fault was added.", () => call("POST", "/faults", fields(form))));
on("clear-faults", "click", () => act("All faults were removed.", () => call("DELETE", "/faults")));
on("reader", "submit", () => act("The outbox was refreshed.", async () => {}));
on("clear-outbox", "click", () => act("The mails were deleted.", () => call("DELETE", outboxPath())));
on("find", "submit", () => act("The journal was refreshed.", async () => {}));
on("clear-journal", "click", () => act("The journal was cleared.", () => call("DELETE", "/journal")));

await act("", world);
