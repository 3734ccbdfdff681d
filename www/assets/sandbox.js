// The page that shows and drives the sandbox. Everything goes through its addresses; no rule lives here.

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

const ask = async (...request) => (await send(...request)).json();

/** Does something, shows everything anew, and says what came of it. */
async function act(done, work) {
  const outcome = await work().then(
    () => ({ text: done, name: "" }),
    (error) => ({ text: error.message, name: "failed" }),
  );
  await show();
  const message = $("message");
  message.textContent = outcome.text;
  message.className = outcome.name;
}

/** The filled-in fields of a form; those of numbers as numbers. */
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
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

/** A line that shows more when it is opened; what it shows is made only then. */
function entry(line, content) {
  const details = element("details", {}, element("summary", {}, ...line));
  details.addEventListener("toggle", () => details.append(...content()), { once: true });
  return details;
}

const tag = (text, kind = "") => element("span", { className: `tag ${kind}` }, text);
const json = (value) => element("pre", {}, JSON.stringify(value, null, 2));

function fault({ id, fault, seen, left, until }) {
  const button = element("button", { type: "button", className: "button" }, "Take away");
  button.addEventListener("click", () => act("The fault is gone.", () => ask("DELETE", `/faults/${id}`)));
  const given = Object.entries(fault).filter(([, value]) => value !== null && value !== false);
  const state = [`${seen} calls seen`, left === null ? "no end of calls" : `${left} calls left`];
  state.push(until === null ? "for ever" : `until ${moment(until)}`);
  const wish = element("span", {}, given.map(([name, value]) => `${name}: ${value}`).join(", "));
  return element("li", {}, element("div", {}, wish, element("p", { className: "hint" }, state.join(" · "))), button);
}

/** A date without what nobody reads. */
const moment = (date) => date.replace("T", " ").replace(/\..*/, "");

/** A text whose addresses of this machine can be followed. */
function linked(text) {
  const parts = text.split(/(http:\/\/(?:127\.0\.0\.1|localhost)[^\s<>"]*)/);
  const shown = parts.map((part, at) => (at % 2 === 1 ? element("a", { href: part, rel: "noreferrer" }, part) : part));
  return element("pre", {}, ...shown);
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

function request(one) {
  const kind = one.status >= 500 ? "bad" : one.status >= 400 ? "warn" : "good";
  const decision = one.quota.decision === "counted" ? "" : ` · ${one.quota.decision}`;
  const rest = ({ left }) => (left === null ? "no limit" : `${left} left`);
  const left = one.quota.minute ? ` · ${rest(one.quota.minute)} this minute, ${rest(one.quota.day)} today` : "";
  const who = one.account?.email ?? "";
  const line = [
    tag(`${one.status}`, kind),
    ` ${one.method} `,
    element("code", {}, one.path + (one.query ? `?${one.query}` : "")),
    ...(one.error ? [" ", tag(one.error, kind)] : []),
    ...(one.fault === null ? [] : [" ", tag("fault", "warn")]),
    element("span", { className: "hint" }, `${moment(one.at)} · ${one.duration} ms${who && ` · ${who}`}${decision}${left}`),
  ];
  return entry(line, () => [json(one)]);
}

/** A table: the names of the columns, and rows of texts and buttons. */
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
  button.addEventListener("click", () => act("The token is copied.", () => navigator.clipboard.writeText(text)));
  return button;
}

/** People who can sign in, and tokens to call with. They stay the same. */
async function world() {
  const { people, tokens } = await ask("GET", "");
  const known = people.filter(({ password }) => password);
  table("people", ["Person", "Password", "Plan", "Region", ""], known.map((one) => [one.email, one.password, one.plan, one.region, one.note]));
  table("tokens", ["Token", "Region", "", ""], tokens.map((one) => [one.name, one.region, copyButton(one.token), one.note ?? ""]));
}

/** What somebody looks for. */
const reader = () => {
  const { to } = fields($("reader"));
  return to === undefined ? "/outbox" : `/outbox?to=${encodeURIComponent(to)}`;
};

async function show() {
  const [clock, { faults }, { mails }, { requests }] = await Promise.all(
    ["/clock", "/faults", reader(), "/journal"].map((path) => ask("GET", path)),
  );
  const { text = "" } = fields($("find"));
  const found = requests.filter((one) => JSON.stringify(one).toLowerCase().includes(text.toLowerCase()));
  $("now").textContent = `${moment(clock.now)} UTC${clock.frozen ? ", standing still" : ""}`;
  $("faults").replaceChildren(...faults.map(fault));
  $("outbox").replaceChildren(...(mails.length > 0 ? mails.map(mail) : ["No mail."]));
  $("found").textContent = `${found.length} of the last ${requests.length} requests, the newest first.`;
  $("journal").replaceChildren(...found.map(request));
}

/** Reads the lines of progress while they come. */
async function seed(wish) {
  const response = await send("POST", "/seed", wish);
  const all = wish.surveys + wish.responses;
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
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
  $(id).addEventListener(event, (happened) => {
    happened.preventDefault();
    handler(happened.currentTarget);
  });
}

on("set", "submit", (form) => act("The clock is set.", () => ask("POST", "/clock", fields(form))));
on("advance", "submit", (form) => {
  const { amount, unit } = fields(form);
  return act("The clock has moved.", () => ask("POST", "/clock", { advance: `${amount}${unit}` }));
});
on("freeze", "click", () => act("The clock stands still.", () => ask("POST", "/clock", { freeze: true })));
on("run", "click", () => act("The clock runs.", () => ask("POST", "/clock", { run: true })));
on("reset", "click", () => act("This is the demo world again.", () => ask("POST", "/reset")));
on("seed", "submit", (form) => act("They are made.", () => seed(fields(form))));
on("fault", "submit", (form) => act("The fault is there.", () => ask("POST", "/faults", fields(form))));
on("clear-faults", "click", () => act("There are no faults.", () => ask("DELETE", "/faults")));
on("reader", "submit", () => act("These are the mails.", async () => {}));
on("clear-outbox", "click", () => act("They are thrown away.", () => ask("DELETE", reader())));
on("find", "submit", () => act("This is the journal now.", async () => {}));
on("clear-journal", "click", () => act("The journal is empty.", () => ask("DELETE", "/journal")));

await world();
await show();
