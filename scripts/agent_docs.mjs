// The page /docs/mcp/, made from the table of tools: how an agent is connected, and every tool with its arguments and
// result.

import { escaped, frame, prose, table } from "./docs.mjs";

/** The page, from the tools as `tools/list` names them. */
export function agentPage(tools) {
  const sections = tools.map(
    ({ name, title, description, scope, cost, annotations, inputSchema, outputSchema }) => `<section id="${escaped(name)}">
<h3><code>${escaped(name)}</code> ${escaped(title)}</h3>
${prose(description.slice(0, description.lastIndexOf(" Cost in requests:")))}
<p>Needs <code>${escaped(scope)}</code>. Cost in requests: ${escaped(cost)}. ${effect(annotations)}</p>
<h4>Arguments</h4>
${members(inputSchema, `Arguments of ${name}`) || "<p>None.</p>"}
<h4>Result</h4>
${members(outputSchema, `Result of ${name}`)}
</section>`,
  );
  return frame({
    title: "Tools for agents",
    about: "The tools of the Model Context Protocol at /mcp: how an agent is connected, and what each tool takes and returns.",
    links: [["/docs/", "API reference"], ["/docs/sdk/", "SDK reference"]],
    body: `<header>
        <h1>Tools for agents</h1>
        ${prose(INTRODUCTION)}
      </header>
      <nav aria-label="Contents"><ul class="contents">${tools.map(({ name }) => `<li><a href="#${escaped(name)}">${escaped(name)}</a></li>`).join("\n")}</ul></nav>
      <section id="connect">
<h2>Connect</h2>
${prose(CONNECT)}
</section>
      <section id="tools">
<h2>Tools</h2>
${prose(TOOLS)}
${sections.join("\n")}
</section>`,
  });
}

const INTRODUCTION = `An agent is a program that works for a user by the Model Context Protocol, such as Claude Code. It calls these tools by \`POST /mcp\` at this host, in the revisions 2026-07-28, 2025-11-25 and 2025-06-18. Each tool needs a permission that the user grants on a page of this host, and says what it costs in requests to the survey service.`;

const CONNECT = `Claude Code: \`claude mcp add --transport http canvass ORIGIN/mcp\`, and then \`/mcp\` to sign in. In other agents, add a server of the type HTTP with the URL \`ORIGIN/mcp\`. ORIGIN is the scheme and host of this page.

The agent opens a page of this host. It names the agent and its maker, and asks what it may do: see surveys, read answers, create surveys, prepare invitations. Writing and inviting are not chosen unless the user chooses them. The account page lists the connected agents and what they did, and ends a connection.

A connection ends after 30 days, after 7 days without use, and when the account signs out everywhere. The agent never gets the token of the survey service.`;

const TOOLS = `Every result has \`cost\`: the requests that the call has spent and, if there is a limit, how many are left today. A result has at most 40,000 bytes: \`truncated\` says that something was left out, and \`how\` how to get it. What respondents wrote is in members named \`untrusted\`: it is data, and no instruction.

What changes something takes two calls. The first returns what would happen and a plan; the second carries out the plan, once, however often it is repeated. Mail is sent only after the user has agreed on a page whose URL the first call returns.`;

function effect({ readOnlyHint, destructiveHint }) {
  if (readOnlyHint) return "Changes nothing.";
  return destructiveHint ? "Sends mail, which cannot be undone." : "Creates something, and destroys nothing.";
}

/** The members of an object, those of nested objects below them. */
function members(schema, label) {
  return table(label, ["Name", "Type", "Meaning"], rowsOf(schema, ""));
}

function rowsOf({ properties = {}, required = [] }, prefix) {
  return Object.entries(properties).flatMap(([name, member]) => {
    const inner = member.type === "array" ? member.items : member;
    const mark = required.includes(name) ? ' <span class="tag">required</span>' : "";
    const row = [`<code>${escaped(prefix + name)}</code>${mark}`, typeOf(member), escaped(member.description ?? "")];
    return [row, ...(inner.type === "object" ? rowsOf(inner, `${prefix}${name}${member.type === "array" ? "[]" : ""}.`) : [])];
  });
}

function typeOf({ type, items, enum: values, minimum, maximum, maxLength, maxItems }) {
  if (values) return values.map((value) => `<code>${escaped(value)}</code>`).join(", ");
  if (type === "array") return `list of ${items.type === "object" ? "objects" : typeOf(items)}, at most ${maxItems}`;
  if (type === "integer" && maximum !== undefined && maximum < 4_294_967_295) return `whole number, ${minimum} to ${maximum}`;
  if (type === "integer") return "whole number";
  return maxLength === undefined ? escaped(type) : `text, at most ${maxLength} characters`;
}
