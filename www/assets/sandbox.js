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
    const { message, title } = await response.json();
    throw new Error(message ?? title ?? `Status ${response.status}.`);
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

function entry(title, value) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = title;
  const text = document.createElement("pre");
  text.textContent = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  details.append(summary, text);
  return details;
}

function fault({ id, fault, seen }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Take away";
  button.addEventListener("click", () => act("The fault is gone.", () => ask("DELETE", `/faults/${id}`)));
  const given = Object.entries(fault).filter(([, value]) => value !== null && value !== false);
  item.append(`${given.map(([name, value]) => `${name}: ${value}`).join(", ")} (seen ${seen} times) `, button);
  return item;
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
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Copy";
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

async function show() {
  const [clock, { faults }, { mails }, { requests }] = await Promise.all(
    ["/clock", "/faults", "/outbox", "/journal"].map((path) => ask("GET", path)),
  );
  $("now").textContent = `${clock.now}${clock.frozen ? ", standing still" : ""}`;
  $("faults").replaceChildren(...faults.map(fault));
  $("outbox").replaceChildren(...mails.map((mail) => entry(`${mail.created} · ${mail.to} · ${mail.subject}`, mail.text)));
  $("journal").replaceChildren(
    ...requests.map((one) => entry(`${one.status} ${one.method} ${one.path} ${one.operation ?? ""}`, one)),
  );
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
on("advance", "submit", (form) => act("The clock has moved.", () => ask("POST", "/clock", { advance: fields(form).seconds })));
on("freeze", "click", () => act("The clock stands still.", () => ask("POST", "/clock", { freeze: true })));
on("run", "click", () => act("The clock runs.", () => ask("POST", "/clock", { run: true })));
on("reset", "click", () => act("This is the demo world again.", () => ask("POST", "/reset")));
on("seed", "submit", (form) => act("They are made.", () => seed(fields(form))));
on("fault", "submit", (form) => act("The fault is there.", () => ask("POST", "/faults", fields(form))));
on("clear-faults", "click", () => act("There are no faults.", () => ask("DELETE", "/faults")));
on("clear-journal", "click", () => act("The journal is empty.", () => ask("DELETE", "/journal")));

await world();
await show();
