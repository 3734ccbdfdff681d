// The page /docs/sdk/, made from TypeDoc's model of the declarations in pkg/dist: every export of every entry, with its
// members. The template is ours, because the site's policy allows neither inline scripts nor inline styles.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { escaped, frame, inline, prose, table } from "./docs.mjs";
import { Kind, readModel } from "./reference/model.mjs";
import { nameOf, printer } from "./reference/types.mjs";
import { root } from "./run.mjs";

const dist = join(root, "pkg", "dist");

/** The files of the client, the arguments of operations, the payloads, the classes of errors, and all declarations of errors. */
const CLIENT = "canvass.d.ts";
const PARAMETERS = "parameters.d.ts";
const TYPES = "types.d.ts";
const CAUSES = "causes.d.ts";
const ERRORS = ["errors.d.ts", CAUSES];

/** The whole page. */
export function reference() {
  const { exports } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  const entries = Object.entries(exports)
    .map(([path, { types }]) => ({ name: path.replace(".", "@canvass/sdk"), types: types && join(root, "pkg", types) }))
    .filter(({ types }) => types?.startsWith(dist));
  const models = readModel(entries.map(({ types }) => types));
  // What an earlier entry exports too is described there.
  return page(entries.map((entry, at) => ({ ...entry, exported: byName(models[at].filter(({ variant }) => variant !== "reference")) })));
}

/** The declarations by name: a type and a value may share one. */
function byName(declarations) {
  const found = new Map();
  for (const each of declarations) {
    found.set(each.name, [...(found.get(each.name) ?? []), each]);
  }
  return [...found].map(([name, declared]) => ({ name, declared, file: basename(declared[0].sources[0].fileName) }));
}

/** The comment of a declaration, a member or a signature as text: a paragraph is one line, a table keeps its own. */
function docOf(node) {
  const comment = node.comment ?? (node.signatures ?? node.type?.declaration?.signatures)?.find((each) => each.comment)?.comment;
  return textOf(comment?.summary);
}

const textOf = (parts = []) =>
  parts
    .map(({ kind, text }) => (kind === "inline-tag" ? `\`${text}\`` : text))
    .join("")
    .trim()
    .replace(/([^\n|])\n(?=[^\n|])/g, "$1 ");

function page(entries) {
  const [main, ...others] = entries;
  const isIn = (files) => ({ file }) => files.includes(file);
  // First `createCanvass` and the other functions, then the client and its options, then everything else by its file.
  const rank = ({ name, file, declared: [{ kind }] }) => [
    file === basename(main.types),
    kind === Kind.Function,
    name.startsWith("Canvass"),
    file === CLIENT,
    true,
  ].indexOf(true);
  const facade = main.exported
    .filter((each) => each.name !== "Operations" && !isIn([PARAMETERS, TYPES, ...ERRORS])(each))
    .sort((one, other) => rank(one) - rank(other));
  const errors = main.exported.filter(isIn(ERRORS));
  const payloads = main.exported.filter(isIn([TYPES]));
  const parameters = new Map(main.exported.filter(isIn([PARAMETERS])).map(({ name, declared: [declared] }) => [name, declared]));
  const nouns = nounsOf(main.exported.find(({ name }) => name === "Operations").declared[0].children, "canvass");
  const names = new Set(main.exported.map(({ name }) => name));
  const own = others.map(({ name, exported }) => ({
    name,
    shown: exported.map((each) => ({ ...each, id: names.has(each.name) ? `${name}/${each.name}` : each.name })),
  }));
  const places = new Map(
    [...main.exported, ...own.flatMap(({ shown }) => shown)].flatMap(({ name, id = name, declared }) =>
      declared.map((each) => [each.id, name === "Operations" ? "operations" : id])),
  );
  const printed = printer(places);
  const show = (each) => declaration(each, printed);
  const reference = (name) => `<code><a href="#${name}">${name}</a></code>`;
  const contents = (items) => `<ul class="contents">${items.map(({ name, id = name }) => `<li><a href="#${id}">${name}</a></li>`).join("\n")}</ul>`;
  const section = (id, title, text, body) => `<section id="${id}">\n<h2>${title}</h2>\n${text}\n${body}\n</section>`;
  const isCause = isIn([CAUSES]);
  const classes = errors.filter(isCause).map(({ name, declared }) => {
    const alias = declared.find(({ kind }) => kind === Kind.Alias);
    const kind = alias.type.typeArguments[0].value;
    return [`<code id="${name}">${name}</code>`, `<code id="${kind}">${kind}</code>`, ...docOf(alias).split("\n\n").map(inline)];
  });
  const shownNouns = nouns.map(({ name, methods }) => `<section id="${name}">
<h3><code>${name}</code></h3>
${methods.map((method) => operation(method, printed, parameters)).join("\n")}
</section>`);
  return frame({
    title: "SDK reference",
    about: "Every export of @canvass/sdk: set-up, sign-in, operations, errors and payloads.",
    links: [["/docs/", "API reference"]],
    body: `<header>
        <h1>SDK reference</h1>
        <p>Every export of <code>@canvass/sdk</code>, from its type declarations. The operations themselves are described in the <a href="/docs/">API reference</a>.</p>
      </header>
      <nav aria-label="Contents"><ul class="contents">
<li><a href="#set-up">Set-up</a> <span>${facade.length}</span></li>
<li><a href="#operations">Operations</a> <span>${nouns.reduce((sum, { methods }) => sum + methods.length, 0)}</span></li>
<li><a href="#errors">Errors</a> <span>${errors.length}</span></li>
<li><a href="#payloads">Payloads</a> <span>${payloads.length}</span></li>
${own.map(({ name, shown }) => `<li><a href="#${name}"><code>${name}</code></a> <span>${shown.length}</span></li>`).join("\n")}
</ul></nav>
${section("set-up", "Set-up", `<p>The entry <code>${main.name}</code>.</p>${contents(facade)}`, facade.map(show).join("\n"))}
${section("operations", "Operations", `<p>Path arguments, query and body go in one object. The second argument is ${reference("CallOptions")}; for lists it is ${reference("ListOptions")}.</p>
<ul class="contents">${nouns.map(({ name, methods }) => `<li><a href="#${name}">${name.replace("canvass.", "")}</a> <span>${methods.length}</span></li>`).join("\n")}</ul>`, shownNouns.join("\n"))}
${section("errors", "Errors", prose("Each cause has a class and a `kind`: `instanceof` and `switch (error.kind)` both work."),
  table(["Class", "Kind", "Cause", "Remedy"], classes) + errors.filter((each) => !isCause(each)).map(show).join("\n"))}
${own.map(({ name, shown }) => section(name, `<code>${name}</code>`, contents(shown), shown.map(show).join("\n"))).join("\n")}
${section("payloads", "Payloads", contents(payloads), payloads.map(show).join("\n"))}`,
  });
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

/** One operation: what it does, its arguments and its result. */
function operation({ name, signature }, { type }, parameters) {
  const [args, options] = signature.parameters;
  const argsType = `${name.replace("canvass", "").replace(/[._](.)/g, (_, letter) => letter.toUpperCase())}Params`;
  const declared = parameters.get(argsType);
  // The arguments are an interface, a named payload, or an intersection of an object and a payload.
  const flat = (part) => part.types?.flatMap(flat) ?? [part];
  const parts = flat(declared.type ?? { type: "reflection", declaration: declared });
  const fields = parts.filter((part) => part.type === "reflection").flatMap(({ declaration }) => declaration.children.flatMap((member) => rows(member, { type })));
  const named = parts.filter((part) => part.type === "reference" && part.name !== "NoArguments").map((part) => `<code>${type(part)}</code>`);
  return `<section id="${name.replace("canvass.", "")}">
<h4><code>${name}(${args.flags.isOptional ? "args?" : "args"}: <span id="${argsType}">${argsType}</span>, options?)</code></h4>
${prose(docOf(signature))}
${table(["Argument", "Type", "Meaning"], fields)}
${named.length > 0 ? `<p>${fields.length > 0 ? "And the" : "The"} fields of ${named.join(", ")}.</p>` : ""}
<p>Returns <code>${type(signature.type)}</code>; the options are <code>${type(options.type)}</code>.</p>
</section>`;
}

/** The rows of a member in a table of members: one, or one for each signature of a method. */
function rows(member, { type, signature }) {
  const name = `<code>${escaped(nameOf(member))}${member.flags.isOptional ? "?" : ""}</code>`;
  const row = (code, node) => [name, `<code>${code}</code>`, inline(docOf(node).replaceAll("\n\n", " "))];
  return member.signatures?.map((each) => row(signature(each), each)) ?? [row(type((member.getSignature ?? member).type), member.getSignature ?? member)];
}

/** An exported name with all its declarations. */
function declaration({ name, id = name, declared }, printed) {
  const { type, signature, generics, index } = printed;
  const code = (text) => `<pre tabindex="0"><code>${text}</code></pre>`;
  const bodies = declared.flatMap((each) => {
    switch (each.kind) {
      case Kind.Enum:
        return [];
      case Kind.Function:
        return each.signatures.map((one) => code(`function ${name}${signature(one)}`));
      case Kind.Variable:
        return [code(`const ${name}: ${type(each.type)}`)];
      case Kind.Alias: {
        const meanings = each.type.elementSummaries?.map(textOf) ?? [];
        return meanings.some(Boolean)
          ? [table(["Value", "Meaning"], each.type.types.map((value, at) => [`<code>${type(value)}</code>`, inline(meanings[at])]))]
          : [code(`type ${name}${generics(each.typeParameters)} = ${type(each.type)}`)];
      }
      case Kind.Class:
      case Kind.Interface: {
        const heritage = each.extendedTypes ? `<p><code>extends ${each.extendedTypes.map((one) => type(one)).join(", ")}</code></p>` : "";
        const members = (each.children ?? []).filter(({ kind, inheritedFrom }) => kind !== Kind.Constructor && inheritedFrom === undefined);
        const indexed = (each.indexSignatures ?? []).map((one) => [`<code>${index(one)}</code>`, `<code>${type(one.type)}</code>`, inline(docOf(one))]);
        return [heritage + table(["Member", "Type", "Meaning"], [...members.flatMap((member) => rows(member, printed)), ...indexed])];
      }
      default:
        throw new Error(`${name} is a declaration of the kind ${each.kind}, which the reference has no template for.`);
    }
  });
  const text = declared.map((each) => docOf(each)).find(Boolean) ?? "";
  return `<section id="${id}">\n<h3><code>${name}</code></h3>\n${prose(text)}\n${bodies.join("\n")}\n</section>`;
}
