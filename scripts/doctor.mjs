// `npm run doctor -- https://host`: checks the security statements that are visible from outside, at any deployment.
//
// It signs in nowhere and changes nothing: each request must be refused, or reads public data.

import { request as send } from "node:http";
import { request as sendSecurely } from "node:https";
import { Failure, isMain, main, say } from "./run.mjs";

const HELP = `npm run doctor -- https://host [https://eu.host https://ca.host]

Checks a deployment against the security statements that are visible from outside (docs/SECURITY.md), without signing in
and without changing anything. More URLs are the other origins of the survey service: each must answer. The exit code is
1 if a statement does not hold or an origin does not work.`;

const OURS = { "X-Canvass": "1" };
const CALL = "/api/v3/users/me";
const WRITE = "/api/v3/surveys";
const CHANGES = ["/auth/switch", "/auth/sign-out", "/auth/sign-out-everywhere"];
const EVIL = "https://evil.example";
const TIMEOUT = 15_000;
const PAGES = ["/", "/callback/", "/mcp/authorize/", "/mcp/plan/", "/pricing/", "/sign-up/"];
const TEXTS = ["/pricing.md", "/signup.md"];

/** Directives of the security policy of a page that must allow nothing. */
const CLOSED = ["default-src", "frame-ancestors", "base-uri"];
/** Directives that say which scripts run. */
const SCRIPTS = ["script-src", "script-src-elem", "script-src-attr", "worker-src"];
/** Sources of scripts that are the page's own, and `'report-sample'`, which is none. */
const OWN_SCRIPTS = /^'(self|none|wasm-unsafe-eval|report-sample|(sha256|sha384|sha512|nonce)-.+)'$/;
/** Sources that are every site. */
const EVERYWHERE = /^((https?:\/\/)?\*(:(\*|\d+))?|https?:)$/;

/**
 * The statements, by number, each with its check. A check returns a sentence for each violation, and false for others.
 */
export const CHECKS = [
  {
    number: 13,
    says: "A code is exchanged only by a POST from a page of this origin.",
    async faults({ expect }) {
      const code = { body: "{}", headers: { ...OURS, "Content-Type": "application/json" } };
      return [
        await expect("GET", "/auth/token", { headers: OURS }, [405]),
        await expect("PUT", "/auth/token", code, [405]),
        await expect("POST", "/auth/token", { ...code, headers: { "Content-Type": "application/json" } }, [403], "without the static header"),
        await expect("POST", "/auth/token", { ...code, headers: { ...code.headers, Origin: EVIL } }, [403], "from another origin"),
        await expect("POST", "/auth/token", { ...code, headers: { ...code.headers, "Sec-Fetch-Site": "cross-site" } }, [403], "from another site"),
      ];
    },
  },
  {
    number: 20,
    says: "Scripts, other sites, other hosts and plain http cannot read or send the session cookie.",
    async faults({ ask, secure }) {
      // A sign-out without a session sets the cookie that removes one, with all attributes of the real cookie.
      const { cookies } = await ask("POST", "/auth/sign-out", { headers: OURS });
      if (cookies.length !== 1) {
        return [`POST /auth/sign-out sets ${cookies.length} cookies instead of one`];
      }
      const [pair, ...attributes] = cookies[0].split(";").map((part) => part.trim());
      const name = pair.split("=")[0];
      const has = (name) => attributes.some((attribute) => attribute.toLowerCase() === name.toLowerCase());
      const required = ["Path=/", "HttpOnly", "SameSite=Strict", ...(secure ? ["Secure"] : [])];
      return [
        ...required.filter((attribute) => !has(attribute)).map((attribute) => `the cookie "${name}" lacks ${attribute}`),
        attributes.some((attribute) => /^domain\b/i.test(attribute)) && `the cookie "${name}" is for a whole domain`,
        secure && !name.startsWith("__Host-Http-") && `the cookie "${name}" has no prefix __Host-Http-`,
      ];
    },
  },
  {
    number: 36,
    says: "A call without the static header is refused.",
    async faults({ expect }) {
      return [
        await expect("GET", CALL, {}, [403], "without the static header"),
        await expect("GET", CALL, { headers: { "X-Canvass": "0" } }, [403], "with a wrong static header"),
        await expect("POST", WRITE, { body: "{}", headers: { "Content-Type": "application/json" } }, [403], "without the static header"),
        ...(await Promise.all(CHANGES.map((path) => expect("POST", path, {}, [403], "without the static header")))),
        await expect("GET", CALL, { headers: { Cookie: "__Host-Http-canvass=x" } }, [403], "with a cookie and without the static header"),
      ];
    },
  },
  {
    number: 37,
    says: "A call that names another origin or another site is refused.",
    async faults({ expect, origin }) {
      const origins = [EVIL, "null", `${origin}.evil.example`, `${origin}0`, origin.replace("://", "://evil-")];
      const sites = ["cross-site", "same-site", "none"];
      return Promise.all([
        ...origins.map((other) => expect("GET", CALL, { headers: { ...OURS, Origin: other } }, [403], `with Origin ${other}`)),
        ...sites.map((site) => expect("GET", CALL, { headers: { ...OURS, "Sec-Fetch-Site": site } }, [403], `with Sec-Fetch-Site ${site}`)),
        ...CHANGES.map((path) => expect("POST", path, { headers: { ...OURS, Origin: EVIL } }, [403], `with Origin ${EVIL}`)),
      ]);
    },
  },
  {
    number: 38,
    says: "A page of another origin gets no permission by CORS.",
    async faults({ ask }) {
      const preflight = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-canvass,content-type" };
      const faults = [];
      for (const [method, path] of [["OPTIONS", CALL], ["OPTIONS", WRITE], ["OPTIONS", "/auth/token"], ["GET", CALL]]) {
        for (const other of [EVIL, "null"]) {
          const { headers } = await ask(method, path, { headers: { Origin: other, ...(method === "OPTIONS" ? preflight : OURS) } });
          for (const [name, value] of Object.entries(headers).filter(([name]) => name.startsWith("access-control-"))) {
            faults.push(`${method} ${path} with Origin ${other} is answered with ${name}: ${value}`);
          }
        }
      }
      return faults;
    },
  },
  {
    number: 39,
    says: "A GET changes nothing.",
    async faults({ expect }) {
      return Promise.all([...CHANGES, "/auth/token"].map((path) => expect("GET", path, { headers: OURS }, [405])));
    },
  },
  {
    number: 40,
    says: "A body that is not JSON is refused.",
    faults({ expect }) {
      const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
      const paths = [WRITE, "/auth/token", ...CHANGES];
      return Promise.all(
        paths.flatMap((path) =>
          types.map((type) => expect("POST", path, { body: "a=b", headers: { ...OURS, "Content-Type": type } }, [415], `as ${type}`)),
        ),
      );
    },
  },
  {
    number: 41,
    says: "Pages run no foreign scripts, cannot be framed, and their type is not sniffed.",
    async faults({ ask, secure }) {
      const faults = [];
      for (const path of PAGES) {
        const { status, headers } = await ask("GET", path, { headers: { Accept: "text/html" } });
        // In front of a remote service `/sign-up/` is a redirect, which is no document.
        if (status === 404 || (path === "/sign-up/" && isRedirect(status))) {
          continue;
        }
        const policy = headers["content-security-policy"] ?? "";
        const wrong = (name, isValid) => !isValid(headers[name] ?? "") && `${path} has ${headers[name] ? `${name}: ${headers[name]}` : `no ${name}`}`;
        faults.push(
          ...faultsOf(policy).map((fault) => `${path} ${fault} in its security policy`),
          wrong("x-content-type-options", (value) => value === "nosniff"),
          wrong("cross-origin-opener-policy", (value) => value === "same-origin"),
          secure && wrong("strict-transport-security", (value) => /max-age=[1-9]\d{6,}/.test(value)),
        );
      }
      return faults;
    },
  },
  {
    number: 42,
    says: "Markdown is served as plain text.",
    async faults({ ask }) {
      const faults = [];
      for (const path of TEXTS) {
        const { status, headers } = await ask("GET", path, {});
        const type = headers["content-type"] ?? "no content type";
        faults.push(
          status === 200 && !type.startsWith("text/plain") && `${path} is ${type}`,
          status === 200 && headers["x-content-type-options"] !== "nosniff" && `${path} may be sniffed`,
        );
      }
      return faults;
    },
  },
  {
    number: 44,
    says: "Only operations of the API are forwarded.",
    async faults({ expect }) {
      return [
        await expect("GET", "/api/v3/nowhere", { headers: OURS }, [404]),
        await expect("GET", "/api/v1/surveys", { headers: OURS }, [404]),
        await expect("DELETE", CALL, { headers: OURS }, [405]),
      ];
    },
  },
  {
    number: 45,
    says: "A path with encoded dots, slashes or other separators is refused.",
    faults({ expect }) {
      const paths = ["%2e%2e", "%252e%252e", "..%2fusers%2fme", "x%00", "1;x", "1%5c2"];
      return Promise.all(paths.map((path) => expect("GET", `/api/v3/surveys/${path}`, { headers: OURS }, [400, 404])));
    },
  },
  {
    number: 49,
    says: "A page that sends an Authorization header is refused.",
    async faults({ expect }) {
      return [await expect("GET", CALL, { headers: { ...OURS, Authorization: "bearer x" } }, [400], "with an Authorization header")];
    },
  },
  {
    number: 57,
    says: "Headers of health checks give no access to other routes.",
    faults({ expect }) {
      const probes = [{ "User-Agent": "GoogleHC/1.0" }, { "User-Agent": "kube-probe/1.30" }, { "X-Forwarded-Uri": "/healthz" }, { "X-Original-URL": "/healthz" }];
      return Promise.all(probes.map((probe) => expect("GET", CALL, { headers: { ...OURS, ...probe } }, [401], `with ${Object.entries(probe)[0].join(" ")}`)));
    },
  },
  {
    number: 59,
    says: "Responses that depend on a session are not cached.",
    async faults({ ask }) {
      const faults = [];
      for (const path of [CALL, "/auth/session", "/auth/configuration"]) {
        const { headers } = await ask("GET", path, { headers: OURS });
        faults.push(
          headers["cache-control"] !== "private, no-store" && `GET ${path} has ${headers["cache-control"] ? `cache-control: ${headers["cache-control"]}` : "no cache-control"}`,
          !/\bcookie\b/i.test(headers.vary ?? "") && `GET ${path} does not vary by cookie`,
        );
      }
      return faults;
    },
  },
  {
    number: 66,
    says: "Responses do not reveal which check of a cookie failed, nor the cause of an error.",
    async faults({ ask }) {
      const names = ["canvass", "__Host-Http-canvass"];
      const values = ["", "x", "A".repeat(200), "A".repeat(6000), "%00"];
      const first = await ask("GET", CALL, { headers: OURS });
      const faults = [first.status !== 401 && `GET ${CALL} without a session is answered with ${first.status}`];
      for (const Cookie of names.flatMap((name) => values.map((value) => `${name}=${value}`))) {
        const { status, text } = await ask("GET", CALL, { headers: { ...OURS, Cookie } });
        const shown = Cookie.length > 40 ? `${Cookie.slice(0, 40)}…` : Cookie;
        faults.push((status !== first.status || text !== first.text) && `the response to the cookie ${shown} differs from that without a cookie: status ${status}`);
      }
      for (const path of ["/nowhere", "/api/v3/nowhere", "/auth/nowhere", "/%00", "/api/v3/surveys/%2e%2e"]) {
        const { status, text } = await ask("GET", path, { headers: OURS });
        faults.push(
          status < 400 && `GET ${path} is answered with ${status}`,
          /panicked|RuntimeError|\bat [\w.<>]+ \(|\.rs:\d+|Traceback/.test(text) && `GET ${path} reveals the cause of its error`,
        );
      }
      return faults;
    },
  },
  {
    number: 69,
    says: "The sandbox is absent or accepts only this machine.",
    async faults({ ask, host, loopback }) {
      const isReachable = async (headers, how) => {
        const { status } = await ask("GET", "/sandbox", { headers });
        return status < 400 && `GET /sandbox ${how} is answered with ${status}`;
      };
      return [
        !loopback && (await isReachable(OURS, "from elsewhere")),
        await isReachable({}, "without the static header"),
        await isReachable({ ...OURS, Origin: EVIL }, "from another origin"),
        await isReachable({ ...OURS, "Sec-Fetch-Site": "cross-site" }, "from another site"),
        loopback && (await isReachable({ ...OURS, Host: "evil.example" }, "by another name")),
        loopback && (await isReachable({ ...OURS, Host: `${host}.evil.example` }, "by a longer name")),
      ];
    },
  },
  {
    number: 21,
    says: "The session cookie is the only cookie.",
    async faults({ set }) {
      return [...set].filter((name) => !/^(__Host-Http-)?canvass$/.test(name)).map((name) => `a cookie "${name}" is set`);
    },
  },
];

/** Checks the deployment at a URL, and returns all statements with their violations, ordered by number. */
export async function examine(url) {
  const { origin, host, hostname, protocol } = new URL(url);
  const set = new Set();
  const ask = async (method, path, options) => {
    const response = await sendRequest(new URL(path, origin), method, options);
    response.cookies.forEach((cookie) => set.add(cookie.split("=")[0].trim()));
    return response;
  };
  const expect = async (method, path, options, statuses, how = "") => {
    const { status } = await ask(method, path, options);
    return !statuses.includes(status) && `${[method, path, how].filter(Boolean).join(" ")} is answered with ${status}, not ${statuses.join(" or ")}`;
  };
  const loopback = ["127.0.0.1", "localhost"].includes(hostname);
  const site = { ask, expect, set, origin, host, loopback, secure: protocol === "https:" };
  const found = [];
  for (const { number, says, faults } of CHECKS) {
    found.push({ number, says, faults: (await faults(site)).filter(Boolean) });
  }
  return found.sort((a, b) => a.number - b.number);
}

/**
 * Fails if a deployment does not work, with what it says about the cause: its answers would show nothing of its
 * security.
 */
async function checkWorks(url, regions) {
  for (const path of ["/healthz", "/auth/configuration"]) await checkStatus(new URL(path, url), 200);
  for (const region of regions) await checkStatus(new URL("/v3/users/me", region), 401);
}

async function checkStatus(url, expected) {
  const { status, text } = await sendRequest(url, "GET", { headers: OURS });
  if (status !== expected) {
    throw new Failure(`The deployment does not work: GET ${url.href} is answered with ${status}, not ${expected}. ${titleOf(text)}`.trim());
  }
}

/** What the problem in a response says; empty if there is none. */
function titleOf(text) {
  try {
    return JSON.parse(text).title ?? "";
  } catch {
    return "";
  }
}

/** What is wrong with the security policy of a page. */
function faultsOf(policy) {
  const directives = new Map();
  // Of several with one name, the first counts. A comma is between two policies, and what either forbids is forbidden.
  for (const [name, ...sources] of policy.split(/[;,]/).map((directive) => directive.trim().toLowerCase().split(/\s+/))) {
    if (!directives.has(name)) directives.set(name, sources);
  }
  const scripts = SCRIPTS.flatMap((name) => directives.get(name) ?? directives.get("default-src") ?? []);
  const unsafe = [...scripts.filter((source) => !OWN_SCRIPTS.test(source)), ...(policy.match(/'unsafe-(inline|eval)'/g) ?? [])];
  const forms = directives.get("form-action");
  return [
    ...CLOSED.filter((name) => directives.get(name)?.join() !== "'none'").map((name) => `has no ${name} 'none'`),
    ...[...new Set(unsafe)].map((source) => `allows ${source}`),
    ...(forms === undefined ? ["has no form-action"] : forms.filter((source) => EVERYWHERE.test(source)).map((source) => `has form-action ${source}`)),
  ];
}

const isRedirect = (status) => [301, 302, 303, 307, 308].includes(status);

/** Sends a request with exactly these headers, without following redirects. */
function sendRequest(url, method, { headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const sendBy = url.protocol === "https:" ? sendSecurely : send;
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = sendBy(url, { method, headers: { ...headers, ...length }, timeout: TIMEOUT }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("error", fail);
      response.on("end", () => {
        done({ status: response.statusCode, headers: response.headers, cookies: response.headers["set-cookie"] ?? [], text });
      });
    });
    sent.on("timeout", () => sent.destroy(new Error("no response in time")));
    sent.on("error", fail);
    sent.end(body);
  }).catch((error) => {
    throw new Failure(`${method} ${url.href} got no response: ${error.message || error.code}`);
  });
}

if (isMain(import.meta.url)) {
  await main(async ([url, ...regions]) => {
    if (url === "--help") {
      say(HELP);
      return;
    }
    if (![url ?? "", ...regions].every((given) => /^https?:\/\/[^/]/.test(given) && URL.canParse(given))) {
      throw new Failure(HELP);
    }
    await checkWorks(url, regions);
    const found = await examine(url);
    for (const { number, says, faults } of found) {
      say(`${String(number).padStart(4)}  ${faults.length === 0 ? "holds" : "FAILS"}  ${says}`);
      faults.forEach((fault) => say(`             ${fault}`));
    }
    const failed = found.filter(({ faults }) => faults.length > 0);
    if (failed.length > 0) {
      throw new Failure(`${failed.length} of ${found.length} statements do not hold: ${failed.map(({ number }) => number).join(", ")}.`);
    }
    say(`\nAll ${found.length} statements hold. The others are not visible from outside: docs/SECURITY.md.`);
  });
}
