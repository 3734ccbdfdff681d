// The pages below /docs/sdk/, made from TypeDoc's model of the declarations in pkg/dist: every export of every entry,
// with its members. The templates are ours, because the site's policy allows neither inline scripts nor inline styles.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { frame, inline, prose, table } from "./docs.mjs";
import { argumentsOf, declaration, docOf, methodsOf, operation } from "./reference/declaration.mjs";
import { Kind, readModel } from "./reference/model.mjs";
import { printer } from "./reference/types.mjs";
import { root } from "./run.mjs";

const dist = join(root, "pkg", "dist");

/** The address of the first page; the others are in folders below it. */
const HOME = "/docs/sdk/";

/**
 * The files of the client, the arguments of operations, the payloads, the classes of errors, and all declarations of
 * errors.
 */
const CLIENT = "canvass.d.ts";
const PARAMETERS = "parameters.d.ts";
const TYPES = "types.d.ts";
const CAUSES = "causes.d.ts";
const ERRORS = ["errors.d.ts", CAUSES];

/** The interfaces whose members are those of the client, which users call `canvass`. */
const PARTS = ["Client", "Flows"];

/** All pages, each with the folder below `HOME`, and the index of the search. */
export function reference() {
  const { exports } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  const entries = Object.entries(exports)
    .map(([path, { types }]) => ({ name: path.replace(".", "@canvass/sdk"), types: types && join(root, "pkg", types) }))
    // The minified modules have the declarations of the main entry.
    .filter(({ types, name }) => types?.startsWith(dist) && !name.endsWith("/browser"));
  const models = readModel(entries.map(({ types }) => types));
  // What an earlier entry exports too is described there.
  const described = entries.map((entry, at) => ({ ...entry, exported: byName(models[at].filter(({ variant }) => variant !== "reference")) }));
  const contents = contentsOf(described);
  return { pages: pagesOf(contents), index: indexOf(contents) };
}

/** The declarations by name: a type and a value may share one. */
function byName(declarations) {
  const found = new Map();
  for (const each of declarations) {
    found.set(each.name, [...(found.get(each.name) ?? []), each]);
  }
  return [...found].map(([name, declared]) => ({ name, declared, file: basename(declared[0].sources[0].fileName) }));
}

/** What the pages contain: the exports that each describes, or the nouns with their operations. */
function contentsOf([main, ...others]) {
  const isIn = (files) => ({ file }) => files.includes(file);
  // First `createCanvass` and the other functions, then the client and its options, then everything else by its file.
  const rank = ({ name, file, declared: [{ kind }] }) => [
    file === basename(main.types),
    kind === Kind.Function,
    name.startsWith("Canvass"),
    file === CLIENT,
    true,
  ].indexOf(true);
  const setUp = main.exported
    .filter((each) => each.name !== "Operations" && !isIn([PARAMETERS, TYPES, ...ERRORS])(each))
    .sort((one, other) => rank(one) - rank(other));
  const nouns = nounsOf(main.exported.find(({ name }) => name === "Operations").declared[0].children, "canvass");
  const topics = [...new Set(nouns.map(({ name }) => name.split(".")[1]))];
  return {
    setUp: { folder: "set-up", title: "Set-up", about: `The entry <code>${main.name}</code>.`, shown: setUp },
    topics: topics.map((topic) => ({
      folder: topic,
      title: `canvass.${topic}`,
      nouns: nouns.filter(({ name }) => name.split(".")[1] === topic),
    })),
    entries: others.map(({ name, exported }) => ({
      folder: name.split("/").pop(),
      title: name,
      about: `The entry <code>${name}</code>.`,
      shown: exported,
    })),
    payloads: { folder: "payloads", title: "Payloads", about: "What operations accept and return.", shown: main.exported.filter(isIn([TYPES])) },
    errors: main.exported.filter(isIn(ERRORS)),
    parameters: new Map(main.exported.filter(isIn([PARAMETERS])).map(({ name, declared: [declared] }) => [name, declared])),
    operations: main.exported.find(({ name }) => name === "Operations"),
  };
}

/** The nouns of an interface of operations, each with its methods, in order. */
function nounsOf(members, name) {
  const methods = members
    .filter(({ kind }) => kind === Kind.Method)
    .flatMap((method) => method.signatures.map((signature) => ({ name: `${name}.${method.name}`, signature })));
  const below = members
    .filter(({ kind }) => kind === Kind.Property)
    .flatMap((property) => nounsOf(property.type.declaration.children, `${name}.${property.name}`));
  return [...(methods.length > 0 ? [{ name, methods }] : []), ...below];
}

const addressOf = ({ folder }, id) => `${HOME}${folder === "" ? "" : `${folder}/`}#${id}`;
const FIRST = { folder: "", title: "SDK reference" };
const isCause = ({ file }) => file === CAUSES;
/** The id of an operation on the page of its noun. */
const idOf = (name) => name.replace("canvass.", "");

/** The addresses of all declarations, by their numbers in the model. */
function placesOf({ setUp, topics, entries, payloads, errors, parameters, operations }) {
  const exported = [setUp, ...entries, payloads].flatMap((page) => page.shown.map((each) => [each, addressOf(page, each.name)]));
  const typed = topics.flatMap((page) => page.nouns.flatMap(({ methods }) => methods.map(({ name }) => [argumentsOf(name), page])));
  return new Map([
    ...[...exported, ...errors.map((each) => [each, addressOf(FIRST, each.name)])].flatMap(([{ declared }, address]) => declared.map(({ id }) => [id, address])),
    ...typed.filter(([name]) => parameters.has(name)).map(([name, page]) => [parameters.get(name).id, addressOf(page, name)]),
    ...operations.declared.map(({ id }) => [id, addressOf(FIRST, "operations")]),
  ]);
}

const list = (items) => `<ul class="contents">${items.join("\n")}</ul>`;
const link = (address, text) => `<li><a href="${address}">${text}</a></li>`;

function pagesOf(contents) {
  const { setUp, topics, entries, payloads, parameters } = contents;
  const printed = printer(placesOf(contents));
  const listed = [FIRST, setUp, ...topics, ...entries, payloads];
  const navigation = (current) => `<nav aria-label="Pages">${list(listed.map(({ folder, title }) =>
    `<li><a href="${HOME}${folder && `${folder}/`}"${folder === current.folder ? ' aria-current="page"' : ""}>${title.replace(/^canvass\.|^@canvass\//, "")}</a></li>`))}</nav>`;
  const page = (of, about, body) => ({
    folder: of.folder,
    html: frame({
      title: of === FIRST ? of.title : `${of.title} · SDK reference`,
      about: of === FIRST ? "Every export of @canvass/sdk: set-up, sign-in, operations, errors and payloads." : `${of.title} in the reference of @canvass/sdk.`,
      links: of === FIRST ? [["/docs/", "API reference"]] : [[HOME, "SDK reference"], ["/docs/", "API reference"]],
      scripts: ["/assets/reference.js"],
      body: `<header>
        <h1>${of.folder.includes("-") || of === FIRST || of === payloads ? of.title : `<code>${of.title}</code>`}</h1>
        <p>${about}</p>
      </header>
      <div role="search" id="search"></div>
      ${navigation(of)}
${body}`,
    }),
  });
  const shownBy = (of) =>
    page(of, of.about, `<nav aria-label="Contents">${list(of.shown.map(({ name }) => link(`#${name}`, name)))}</nav>
<section>
${of.shown.map((each) => declaration(each, printed)).join("\n")}
</section>`);
  const option = (name) => `<code><a href="${addressOf(setUp, name)}">${name}</a></code>`;
  const about = `Path arguments, query and body go in one object. The second argument is ${option("CallOptions")}; for lists it is ${option("ListOptions")}.`;
  const topic = (of) =>
    page(of, about, `<nav aria-label="Contents">${list(of.nouns.flatMap(({ methods }) => methods.map(({ name }) => link(`#${idOf(name)}`, idOf(name)))))}</nav>
${of.nouns.map(({ name, methods }) => `<section id="${name}">
<h2><code>${name}</code></h2>
${methods.map((method) => operation(method, printed, parameters)).join("\n")}
</section>`).join("\n")}`);
  const first = page(
    FIRST,
    'Every export of <code>@canvass/sdk</code>, from its type declarations. The operations themselves are described in the <a href="/docs/">API reference</a>.',
    firstBody(contents, printed),
  );
  return [first, shownBy(setUp), ...topics.map(topic), ...entries.map(shownBy), shownBy(payloads)];
}

/** The first page: the contents of the others, and the errors, whose `docs` lead here. */
function firstBody({ setUp, topics, entries, errors }, printed) {
  const classes = errors.filter(isCause).map(({ name, declared }) => {
    const alias = declared.find(({ kind }) => kind === Kind.Alias);
    const kind = alias.type.typeArguments[0].value;
    return [`<code id="${name}">${name}</code>`, `<code id="${kind}">${kind}</code>`, ...docOf(alias).split("\n\n").map(inline)];
  });
  const named = (page) => `<section>
<h3><a href="${HOME}${page.folder}/">${page.title}</a></h3>
${list(page.shown.map(({ name }) => link(addressOf(page, name), name)))}
</section>`;
  return `<section id="operations">
<h2>Operations</h2>
${topics.map((page) => `<section>
<h3><a href="${HOME}${page.folder}/"><code>${page.title}</code></a></h3>
${list(page.nouns.flatMap(({ methods }) => methods.map(({ name }) => link(addressOf(page, idOf(name)), name.replace(`${page.title}.`, "")))))}
</section>`).join("\n")}
</section>
<section id="exports">
<h2>Exports</h2>
${[setUp, ...entries].map(named).join("\n")}
</section>
<section id="errors">
<h2>Errors</h2>
${prose("Each cause has a class and a `kind`: `instanceof` and `switch (error.kind)` both work.")}
${table("Causes of errors", ["Class", "Kind", "Cause", "Remedy"], classes)}
${errors.filter((each) => !isCause(each)).map((each) => declaration(each, printed)).join("\n")}
</section>`;
}

/** What the search finds: rows of name, address and first sentence. */
function indexOf({ setUp, topics, entries, payloads, errors }) {
  const sentence = (text) => /^.*?[.:](?=\s|$)|^.*$/s.exec(text.replaceAll("`", "").replace(/\s+/g, " "))[0];
  const of = (declared) => sentence(declared.map(docOf).find(Boolean) ?? "");
  const methods = (page, each) => methodsOf(each).map((method) => [`${PARTS.includes(each.name) ? "canvass" : each.name}.${method.name}`, addressOf(page, `${each.name}.${method.name}`), sentence(docOf(method))]);
  return [
    ...topics.flatMap((page) => page.nouns.flatMap((noun) => noun.methods.map(({ name, signature }) => [name, addressOf(page, idOf(name)), sentence(docOf(signature))]))),
    ...[setUp, ...entries, payloads].flatMap((page) =>
      page.shown.flatMap((each) => [[each.name, addressOf(page, each.name), of(each.declared)], ...(page === payloads ? [] : methods(page, each))])),
    ...errors.flatMap((each) => [[each.name, addressOf(FIRST, each.name), of(each.declared)]]),
    ...errors.filter(isCause).map(({ declared }) => {
      const alias = declared.find(({ kind }) => kind === Kind.Alias);
      const kind = alias.type.typeArguments[0].value;
      return [kind, addressOf(FIRST, kind), sentence(docOf(alias))];
    }),
  ];
}
