// The page /docs/, made from openapi.json: every operation with its parameters, bodies and responses. One file without
// a script. The SDK's reference uses its frame, tables and text functions.

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/** A description as HTML: paragraphs and `code`; everything else is escaped. */
export function prose(text = "") {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("\n");
}

export const inline = (text = "") => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const nameOf = (ref) => ref.split("/").pop();

/** A short description of a schema's type. Named schemas are links. */
function type(schema = {}) {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return `<a href="#${escaped(name)}">${escaped(name)}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return choices.map(type).join(" or ");
  }
  if (schema.enum) {
    return schema.enum.map((value) => `<code>${escaped(value)}</code>`).join(", ");
  }
  if (schema.type === "array") {
    return `array of ${type(schema.items)}`;
  }
  if (schema.type === "object" && schema.additionalProperties) {
    return `object of ${type(schema.additionalProperties === true ? {} : schema.additionalProperties)}`;
  }
  const types = [schema.type].flat().filter(Boolean);
  return types.length > 0 ? types.map(escaped).join(" or ") : "any value";
}

/** A table. Its label names what it is about: those of a page are unique. */
export function table(label, head, rows) {
  if (rows.length === 0) {
    return "";
  }
  const cells = (tag, row) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}"><table>
<thead><tr>${cells("th", head)}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")}
</tbody></table></div>`;
}

const tag = (required) => (required ? ' <span class="tag">required</span>' : "");

/** The fields of an object, including those of its `allOf` parts. */
function fields(schema) {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, field]) => [
      `<code>${escaped(name)}</code>${tag(part.required?.includes(name))}`,
      type(field),
      inline(field.description),
    ]),
  );
}

/** The body of a request. Fields of a schema without a name are listed here, because no other section has them. */
function body(media, schema, operationId) {
  return `<p>Body, <code>${escaped(media)}</code>: ${type(schema)}</p>
${table(`Fields of the body of ${operationId}`, ["Field", "Type", "Meaning"], fields(schema))}`;
}

function operation(path, method, details) {
  const parameters = (details.parameters ?? []).map((parameter) => [
    `<code>${escaped(parameter.name)}</code>${tag(parameter.required)}`,
    escaped(parameter.in),
    type(parameter.schema),
    inline(parameter.description),
  ]);
  const bodies = Object.entries(details.requestBody?.content ?? {});
  const [refused, successful] = [true, false].map((isError) => Object.entries(details.responses ?? {}).filter(([, response]) => isError === Boolean(response.$ref)));
  const responses = successful.map(([status, response]) => {
    const content = Object.values(response.content ?? {})[0];
    return [`<code>${escaped(status)}</code>`, content ? type(content.schema) : "no body", inline(response.description)];
  });
  const statuses = refused.map(([status]) => status).filter((status) => status !== "default");
  return `<section id="${escaped(details.operationId)}">
<h3><code>${escaped(method.toUpperCase())}</code> <code>${escaped(path)}</code></h3>
<p class="tag">${escaped(details.operationId)}</p>
${prose(details.description)}
${table(`Parameters of ${details.operationId}`, ["Parameter", "In", "Type", "Meaning"], parameters)}
${bodies.map(([media, { schema }]) => body(media, schema, details.operationId)).join("\n")}
${table(`Responses of ${details.operationId}`, ["Status", "Response", "Meaning"], responses)}
${statuses.length > 0 ? `<p>Refused with ${statuses.map((status) => `<code>${escaped(status)}</code>`).join(", ")} or another of the <a href="#errors">errors</a>.</p>` : ""}
</section>`;
}

/** The whole page. */
export function page(document) {
  const { info, paths, components, tags } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => ({ path, method, details })),
  );
  const nouns = tags.map(({ name, description }) => ({
    name,
    description,
    rows: operations.filter(({ details }) => details.tags?.includes(name)),
  }));
  const contents = nouns
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => `<li><a href="#tag-${escaped(name)}">${escaped(name)}</a> <span>${rows.length}</span></li>`);
  const sections = nouns
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ name, description, rows }) => `<section id="tag-${escaped(name)}">
<h2>${escaped(name)}</h2>
${prose(description)}
${rows.map(({ path, method, details }) => operation(path, method, details)).join("\n")}
</section>`,
    );
  const { ErrorBody, ...schemas } = components.schemas;
  const payloads = Object.entries(schemas).map(
    ([name, schema]) => `<section id="${escaped(name)}">
<h3>${escaped(name)}</h3>
${prose(schema.description)}
${schema.oneOf ? `<p>One of ${schema.oneOf.map(type).join(", ")}.</p>` : ""}
${fields(schema).length > 0 ? table(`Fields of ${name}`, ["Field", "Type", "Meaning"], fields(schema)) : `<p>${type(schema)}</p>`}
</section>`,
  );
  return frame({
    title: "API reference",
    about: "Every operation of the survey API, with its parameters, bodies, responses and errors.",
    links: [["/openapi.json", "OpenAPI"], ["/docs/sdk/", "SDK reference"]],
    body: `<header>
        <h1>API reference</h1>
        ${prose(info.description)}
        <p>Version ${escaped(info.version)}.</p>
      </header>
      <nav aria-label="Contents"><ul class="contents">${contents.join("\n")}<li><a href="#errors">Errors</a></li><li><a href="#payloads">Payloads</a></li></ul></nav>
      ${sections.join("\n")}
      <section id="errors">
<h2>Errors</h2>
${errors(ErrorBody)}
</section>
      <section id="payloads">
<h2>Payloads</h2>
${payloads.join("\n")}
</section>`,
  });
}

/** A complete page with this body. `links` are at the top right, `scripts` are modules. */
export function frame({ title, about, links, body, scripts = [] }) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Canvass</title>
    <meta name="description" content="${about}">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="alternate" type="application/json" href="/openapi.json" title="The API as OpenAPI">
    <link rel="stylesheet" href="/assets/pages.css">
    <link rel="stylesheet" href="/assets/docs.css">${scripts.map((path) => `\n    <script type="module" src="${path}"></script>`).join("")}
  </head>
  <body class="public docs">
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">Canvass</a>
      ${links.map(([href, text]) => `<a class="button" href="${href}">${text}</a>`).join("\n      ")}
    </header>
    <main>
      ${body}
    </main>
    <footer>
      <a href="/">Console</a>
      <a href="/pricing/">Plans</a>
      <a href="/openapi.json">OpenAPI</a>
    </footer>
  </body>
</html>
`;
}

/** The description of the error body: text, then a table in Markdown. */
function errors({ description }) {
  const lines = description.split("\n");
  const rows = lines.filter((line) => line.startsWith("|")).map((line) => line.split("|").slice(1, -1).map((cell) => inline(cell.trim())));
  const [head, , ...body] = rows;
  return prose(lines.filter((line) => !line.startsWith("|")).join("\n")) + (head ? table("Errors", head, body) : "");
}
