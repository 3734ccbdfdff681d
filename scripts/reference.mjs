// The page /docs/sdk/, made of the declarations in pkg/dist: every export of every entry, with its members. No script.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { SyntaxKind } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";
import { escaped, frame, inline, prose, table } from "./docs.mjs";
import { root, target } from "./run.mjs";

const dist = join(root, "pkg", "dist");

/** The file with the payloads, and those that a section of its own shows. */
const TYPES = "types.d.ts";
const CAUSES = "causes.d.ts";
const ERRORS = ["errors.d.ts", CAUSES];

/** The whole page. */
export function reference() {
  const { exports } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  const entries = Object.entries(exports)
    .map(([path, { types }]) => ({ name: path.replace(".", "@canvass/sdk"), types: types && join(root, "pkg", types) }))
    .filter(({ types }) => types?.startsWith(dist));
  const project = join(target, "sdk", "reference.json");
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(project, JSON.stringify({ compilerOptions: { noEmit: true, noLib: true, types: [] }, files: entries.map(({ types }) => types) }));
  const compiler = new API({ cwd: root });
  try {
    const [{ program }] = compiler.updateSnapshot({ openProjects: [project] }).getProjects();
    const read = reader(program);
    return page(entries.map(({ name, types }) => ({ name, exported: read(types) })));
  } finally {
    compiler.close();
  }
}

/** Gives what a file exports, whichever file declares it: by name, the declarations of that name. */
function reader(program) {
  const known = new Map();
  const read = (path) => {
    if (!known.has(path)) known.set(path, new Map());
    const found = known.get(path);
    if (found.size > 0) return found;
    const file = program.getSourceFile(path);
    if (file === undefined) throw new Error(`${relative(root, path)} is not among the declarations.`);
    const own = new Map();
    const add = (to, name, declared) => to.set(name, [...(to.get(name) ?? []), declared]);
    const imported = new Map();
    const from = (node) => join(dirname(path), node.moduleSpecifier.text.replace(/\.js$/, ".d.ts"));
    for (const node of file.statements) {
      const names = node.declarationList?.declarations.map(({ name }) => name.text) ?? (node.name?.text ? [node.name.text] : []);
      names.forEach((name) => add(own, name, { node, file, path }));
      for (const { name, propertyName } of node.importClause?.namedBindings?.elements ?? []) {
        imported.set(name.text, { path: from(node), name: (propertyName ?? name).text });
      }
    }
    const stars = [];
    for (const node of file.statements) {
      const isExport = node.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword);
      if (isExport) {
        const names = node.declarationList?.declarations.map(({ name }) => name.text) ?? [node.name.text];
        names.forEach((name) => add(found, name, { node, file, path }));
      } else if (node.kind === SyntaxKind.ExportDeclaration) {
        const source = node.moduleSpecifier && read(from(node));
        if (node.exportClause === undefined) stars.push(source);
        for (const { name, propertyName } of node.exportClause?.elements ?? []) {
          const inner = (propertyName ?? name).text;
          const other = imported.get(inner);
          found.set(name.text, source?.get(inner) ?? own.get(inner) ?? read(other.path).get(other.name));
        }
      }
    }
    // A name that is exported itself hides one that comes with a star.
    for (const [name, declared] of stars.flatMap((source) => [...source])) {
      if ((found.get(name) ?? declared)[0].node !== declared[0].node) throw new Error(`${relative(root, path)} exports two things called ${name}.`);
      found.set(name, declared);
    }
    return found;
  };
  return read;
}

/** The text of a node, and of the comment before it. */
const textOf = ({ file }, node) => file.text.slice(node.getStart(file), node.end);
function docOf({ file }, node, after = node.pos) {
  const [, comment] = file.text.slice(after, node.getStart(file)).match(/\/\*\*((?:(?!\*\/)[^])*)\*\/[\s|]*$/) ?? [];
  const lines = (comment ?? "").split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim());
  // A paragraph is one line, a table keeps its own.
  return lines.join("\n").trim().replace(/\{@link (\w+)\}/g, "`$1`").replace(/([^\n|])\n(?=[^\n|])/g, "$1 ");
}

function page(entries) {
  const [main, ...others] = entries;
  const places = new Map(entries.flatMap(({ exported }) => [...exported.keys()].map((name) => [name, `#${name}`])));
  places.set("Operations", "#operations");
  const linked = (code) =>
    code.split(/("(?:[^"\\]|\\.)*")/).map((part, at) => (at % 2 ? escaped(part) : escaped(part).replace(/\b[A-Z]\w*\b/g, (name) =>
      places.has(name) ? `<a href="${places.get(name)}">${name}</a>` : name))).join("");
  const type = (code) => `<code>${linked(code.replace(/\s*\n\s*/g, " "))}</code>`;
  const show = (name, declared, id = name) => declaration({ id, name }, declared, { linked, type });
  const at = ({ path }) => relative(dist, path);
  const mine = [...main.exported];
  // What is called comes first, then what it gives and takes.
  const rank = ([name, [{ node }]]) => (node.kind === SyntaxKind.FunctionDeclaration ? 0 : name.startsWith("Canvass") ? 1 : 2);
  const facade = mine.sort((one, other) => rank(one) - rank(other)).filter(([name, [first]]) => at(first) !== TYPES && name !== "Operations" && !ERRORS.includes(at(first)));
  const errors = mine.filter(([, [first]]) => ERRORS.includes(at(first)));
  const payloads = mine.filter(([, [first]]) => at(first) === TYPES);
  const [operations] = main.exported.get("Operations");
  const nouns = nounsOf(operations, operations.node.members, "canvass");
  const own = others.map(({ name, exported }) => ({
    name,
    shown: [...exported]
      .filter(([known, [first]]) => main.exported.get(known)?.[0].node !== first.node)
      .map(([known, declared]) => ({ known, declared, id: main.exported.has(known) ? `${name}/${known}` : known })),
  }));
  const contents = (items) => `<ul class="contents">${items.map(([name, id = name]) => `<li><a href="#${id}">${name}</a></li>`).join("\n")}</ul>`;
  const list = (items) => contents(items.map(([name]) => [name]));
  const section = (id, title, text, body) => `<section id="${id}">\n<h2>${title}</h2>\n${text}\n${body}\n</section>`;
  const kinds = ([, [first]]) => at(first) === CAUSES;
  const classes = errors.filter(kinds).map(([name, [first]]) => {
    const [, kind] = textOf(first, first.node).match(/<"(\w+)">/) ?? [];
    return [`<code id="${name}">${name}</code>`, `<code>${kind}</code>`, inline(docOf(first, first.node))];
  });
  const shownNouns = nouns.map(({ name, methods }) => `<section id="${name}">
<h3><code>${name}</code></h3>
${methods.map((method) => operation(method, { linked, type })).join("\n")}
</section>`);
  return frame({
    title: "SDK reference",
    about: "Every export of @canvass/sdk: set-up, sign-in, operations, errors and payloads.",
    links: [["/docs/", "API reference"]],
    body: `<header>
        <h1>SDK reference</h1>
        <p>Every export of <code>@canvass/sdk</code>, as its declarations say it. What the API itself does stands in the <a href="/docs/">API reference</a>.</p>
      </header>
      <nav aria-label="Contents"><ul class="contents">
<li><a href="#set-up">Set-up</a> <span>${facade.length}</span></li>
<li><a href="#operations">Operations</a> <span>${nouns.reduce((sum, { methods }) => sum + methods.length, 0)}</span></li>
<li><a href="#errors">Errors</a> <span>${errors.length}</span></li>
<li><a href="#payloads">Payloads</a> <span>${payloads.length}</span></li>
${own.map(({ name, shown }) => `<li><a href="#${name}"><code>${name}</code></a> <span>${shown.length}</span></li>`).join("\n")}
</ul></nav>
${section("set-up", "Set-up", `<p>The entry <code>${main.name}</code>.</p>${list(facade)}`, facade.map(([name, declared]) => show(name, declared)).join("\n"))}
${section("operations", "Operations", `<p>Path arguments, query and body go in one object. The second argument is ${type("CallOptions")}, of a list ${type("ListOptions")}.</p>
<ul class="contents">${nouns.map(({ name, methods }) => `<li><a href="#${name}">${name.replace("canvass.", "")}</a> <span>${methods.length}</span></li>`).join("\n")}</ul>`, shownNouns.join("\n"))}
${section("errors", "Errors", prose("A class and a `kind` for each cause: `instanceof` and `switch (error.kind)` both work."),
  table(["Class", "Kind", "When"], classes) + errors.filter((each) => !kinds(each)).map(([name, declared]) => show(name, declared)).join("\n"))}
${own.map(({ name, shown }) => section(name, `<code>${name}</code>`, contents(shown.map(({ known, id }) => [known, id])), shown.map(({ known, declared, id }) => show(known, declared, id)).join("\n"))).join("\n")}
${section("payloads", "Payloads", list(payloads), payloads.map(([name, declared]) => show(name, declared)).join("\n"))}`,
  });
}

/** The nouns of an interface of operations, each with its methods, in order. */
function nounsOf(declared, members, name) {
  const methods = members.filter(({ kind }) => kind === SyntaxKind.MethodSignature).map((node) => ({ name: `${name}.${node.name.text}`, node, declared }));
  const below = members
    .filter(({ kind }) => kind === SyntaxKind.PropertySignature)
    .flatMap((node) => nounsOf(declared, node.type.members, `${name}.${node.name.text}`));
  return [...(methods.length > 0 ? [{ name, methods }] : []), ...below];
}

/** One operation: what it does, what it takes, what it gives. */
function operation({ name, node, declared }, { type }) {
  const [args, options] = node.parameters;
  const parts = args.type.types ?? [args.type];
  const flat = parts.flatMap((part) => part.types ?? [part]);
  const literals = flat.filter(({ kind }) => kind === SyntaxKind.TypeLiteral);
  const named = flat.filter(({ kind }) => kind === SyntaxKind.TypeReference).map((part) => textOf(declared, part)).filter((text) => text !== "NoArguments");
  const fields = literals.flatMap(({ members }) => members.map((member) => row(declared, member, type)));
  const id = name.replace("canvass.", "");
  return `<section id="${id}">
<h4><code>${name}(${args.questionToken ? "args?" : "args"}, options?)</code></h4>
${prose(docOf(declared, node))}
${table(["Argument", "Type", "Meaning"], fields)}
${named.length > 0 ? `<p>${fields.length > 0 ? "And the" : "The"} fields of ${named.map(type).join(", ")}.</p>` : ""}
<p>Gives ${type(textOf(declared, node.type))}; takes ${type(textOf(declared, options.type))}.</p>
</section>`;
}

/** A row of a table of members. */
function row(declared, member, type) {
  const name = member.name ? textOf(declared, member.name) : "";
  const callable = member.kind === SyntaxKind.MethodSignature || member.kind === SyntaxKind.MethodDeclaration;
  const from = callable ? member.name.end : member.type?.getStart(declared.file);
  const code = callable
    ? declared.file.text.slice(member.name.end, member.end).replace(/;$/, "")
    : from === undefined ? textOf(declared, member).replace(/;$/, "") : declared.file.text.slice(from, member.type.end);
  const optional = Boolean(member.questionToken ?? member.postfixToken);
  return [name ? `<code>${escaped(name)}${optional ? "?" : ""}</code>` : "", type(uncommented(code)), inline(docOf(declared, member).replaceAll("\n\n", " "))];
}

const uncommented = (code) => code.replace(/\/\*\*[^]*?\*\/\s*/g, "");

/** An exported name with all that is declared of it. */
function declaration({ id, name }, declared, { linked, type }) {
  const bodies = declared.map((each) => {
    const { node } = each;
    const members = node.members?.filter((member) => {
      const hidden = member.modifiers?.some(({ kind }) => kind === SyntaxKind.PrivateKeyword);
      const inner = [SyntaxKind.EnumMember, SyntaxKind.Constructor].includes(member.kind);
      return !hidden && !inner && !textOf(each, member).startsWith("#");
    });
    const values = node.kind === SyntaxKind.TypeAliasDeclaration && node.type.kind === SyntaxKind.UnionType
      ? node.type.types.map((value, at, all) => [textOf(each, value), docOf(each, value, all[at - 1]?.end ?? node.name.end)])
      : [];
    if (values.some(([, doc]) => doc !== "")) {
      return table(["Value", "Meaning"], values.map(([value, doc]) => [type(value), inline(doc)]));
    }
    if (members !== undefined) {
      const heritage = node.heritageClauses?.map((clause) => textOf(each, clause)).join(" ") ?? "";
      const how = heritage ? `<p>${type(heritage)}</p>` : "";
      return how + table(["Member", "Type", "Meaning"], members.map((member) => row(each, member, type)));
    }
    if (node.kind === SyntaxKind.EnumDeclaration) return "";
    const code = uncommented(textOf(each, node)).replace(/^export (declare )?/, "").replace(/;$/, "");
    return `<pre tabindex="0"><code>${linked(code)}</code></pre>`;
  });
  const text = declared.map((each) => docOf(each, each.node)).find(Boolean) ?? "";
  return `<section id="${id}">\n<h3><code>${name}</code></h3>\n${prose(text)}\n${bodies.join("\n")}\n</section>`;
}
