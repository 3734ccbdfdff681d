// workerd's configuration for one built Worker: modules, bindings, objects, ports, and the networks that it may reach.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Durable Object classes by binding. A build has those that it exports. */
const OBJECTS = { TEAM: "Team", APP: "App", DIRECTORY: "Directory", SESSION: "Session", CACHE: "Cache", BUDGET: "Budget", RECORDS: "GatewayRecords", SANDBOX: "Sandbox" };
const COMPATIBILITY_DATE = "2026-10-01";

/** The regions, each with a port of its own. */
export const REGIONS = ["us", "eu", "ca"];

/**
 * The configuration as text. It has no values of variables, which may be secret: workerd reads them from the
 * environment.
 */
export function configuration({ worker, assets, config, data, bindings, ports, services, sockets, extraBindings }) {
  const embedded = (path) => text(relative(join(config, ".."), path));
  const listen = (title, index, service) =>
    `    (name = ${text(title)}, address = "127.0.0.1:${ports[index]}", http = (), service = ${text(service)})`;
  const objects = Object.entries(OBJECTS).filter(([, type]) => exported(worker).includes(type));
  const origins = remoteOrigins(bindings);
  const hasSandbox = exported(worker).includes(OBJECTS.SANDBOX);
  const lines = [
    ...Object.keys(bindings).map((key) => `    (name = ${text(key)}, fromEnvironment = ${text(key)})`),
    ...objects.map(([key, type]) => `    (name = "${key}", durableObjectNamespace = "${type}")`),
    `    (name = "ASSETS", service = "assets")`,
    ...extraBindings.map((binding) => `    ${binding}`),
  ];
  const namespaces = objects.map(
    ([, type]) => `    (className = "${type}", uniqueKey = "canvass-${type.toLowerCase()}", enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "canvass", worker = .canvass),
    (name = "internet", network = (allow = ${text(networks(origins, hasSandbox))}, deny = ${text(hasSandbox || origins.length > 0 ? METADATA : [...METADATA, ...SPECIAL])}, tlsOptions = (trustBrowserCas = true))),
${origins.length > 0 ? EGRESS : ""}
    (name = "assets", disk = (path = ${text(assets)})),
    (name = "data", disk = (path = ${text(data)}, writable = true)),
${services}
  ],
  sockets = [
${[...REGIONS.map((region, index) => listen(region, index, "canvass")), ...sockets.map((service, index) => listen(service, REGIONS.length + index, service))].join(",\n")}
  ],
);

const canvass :Workerd.Worker = (
  modules = [
    (name = "index.js", esModule = embed ${embedded(join(worker, "index.js"))}),
    (name = "index_bg.wasm", wasm = embed ${embedded(join(worker, "index_bg.wasm"))}),
  ],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [
${lines.join(",\n")}
  ],
  globalOutbound = ${text(origins.length > 0 ? "egress" : "internet")},
  durableObjectNamespaces = [
${namespaces.join(",\n")}
  ],
  durableObjectStorage = (localDisk = "data"),
);
${origins.length > 0 ? guard(embedded(GUARD), origins) : ""}`;
}

/** Metadata services of clouds, which return a machine's credentials. */
const METADATA = ["169.254.0.0/16", "fd00:ec2::254/128"];

/** Addresses for special purposes that workerd counts as public. `src/service/store/egress.rs` refuses the same. */
const SPECIAL = [
  ..."0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fec0::/10 ff00::/8".split(" "),
];

const EGRESS = `    (name = "egress", worker = .egress),`;

/** The module of the Worker that guards the network. */
const GUARD = fileURLToPath(new URL("./egress.js", import.meta.url));

/** The Worker through which ours reaches the network: it allows only the configured origins. */
const guard = (source, origins) => `
const egress :Workerd.Worker = (
  modules = [(name = "egress.js", esModule = embed ${source})],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [
    (name = "ORIGINS", json = ${text(text(origins))}),
    (name = "NETWORK", service = "internet"),
  ],
);
`;

/** The origins of a remote service, the only ones that the Worker may reach; none with the embedded service. */
function remoteOrigins(bindings) {
  const listed = (bindings.REGIONS ?? "").split(",").map((region) => region.split("=")[1]);
  const addresses = ["AUTH_URL", "API_URL", "API_URL_EU", "API_URL_CA", "LEGACY_API_URL"].map((key) => bindings[key]).concat(listed);
  return [...new Set(addresses.map((address) => address && URL.canParse(address.trim()) && new URL(address.trim()).origin).filter(Boolean))];
}

/**
 * The kinds of network that the Worker may reach. With a remote service: those of its origins. The embedded service
 * sends webhooks to URLs of its users, so it reaches public addresses only, checked after name resolution. With a
 * sandbox, the users are developers of this machine, whose webhook receivers are often local.
 */
function networks(origins, hasSandbox) {
  const isLocal = (origin) => ["127.0.0.1", "localhost"].includes(new URL(origin).hostname);
  if (origins.length === 0) {
    return hasSandbox ? ["public", "private", "local"] : ["public"];
  }
  return [...(origins.every(isLocal) ? [] : ["public", "private"]), ...(origins.some(isLocal) ? ["local"] : [])];
}

const text = (value) => JSON.stringify(value);

/** The names that a built Worker exports, from its last statement: esbuild writes the exports there. */
function exported(worker) {
  const source = readFileSync(join(worker, "index.js"), "utf8");
  const [, list] = source.match(/export\s*\{([^}]*)\};?\s*$/) ?? [null, ""];
  return list.split(",").map((item) => item.trim().split(/\s+as\s+/).pop());
}
