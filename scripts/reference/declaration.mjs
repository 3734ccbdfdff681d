// How the SDK's reference shows an operation and a declaration: text, tables of members, and types as code.

import { escaped, inline, prose, table } from "../docs.mjs";
import { Kind } from "./model.mjs";
import { nameOf } from "./types.mjs";

/** The comment of a declaration, a member or a signature as text: a paragraph is one line, a table keeps its own. */
export function docOf(node) {
  const comment = node.comment ?? (node.signatures ?? node.type?.declaration?.signatures)?.find((each) => each.comment)?.comment;
  return textOf(comment?.summary);
}

const textOf = (parts = []) =>
  parts
    .map(({ kind, text }) => (kind === "inline-tag" ? `\`${text}\`` : text))
    .join("")
    .trim()
    .replace(/([^\n|])\n(?=[^\n|])/g, "$1 ");

/** The name of the type of an operation's arguments. */
export const argumentsOf = (name) => `${name.replace("canvass", "").replace(/[._](.)/g, (_, letter) => letter.toUpperCase())}Params`;

/** Whether a member of an interface is a method with a plain name, which has an id and is found by the search. */
const isMethod = ({ signatures, name }) => signatures !== undefined && /^\w+$/.test(name);

/** The members that a class or interface declares itself. */
const ownMembers = ({ children = [] }) => children.filter(({ kind, inheritedFrom }) => kind !== Kind.Constructor && inheritedFrom === undefined);

/** The methods of an exported interface. */
export const methodsOf = ({ declared }) =>
  declared.filter(({ kind }) => kind === Kind.Interface).flatMap((each) => ownMembers(each).filter(isMethod));

/** One operation: what it does, its arguments and its result. */
export function operation({ name, signature }, { type }, parameters) {
  const [args, options] = signature.parameters;
  const argsType = argumentsOf(name);
  const declared = parameters.get(argsType);
  // The arguments are an interface, a named payload, or an intersection of an object and a payload.
  const flat = (part) => part.types?.flatMap(flat) ?? [part];
  const parts = flat(declared.type ?? { type: "reflection", declaration: declared });
  const fields = parts.filter((part) => part.type === "reflection").flatMap(({ declaration }) => declaration.children.flatMap((member) => rows(member, { type })));
  const named = parts.filter((part) => part.type === "reference" && part.name !== "NoArguments").map((part) => `<code>${type(part)}</code>`);
  return `<section id="${name.replace("canvass.", "")}">
<h4><code>${name}(${args.flags.isOptional ? "args?" : "args"}: <span id="${argsType}">${argsType}</span>, options?)</code></h4>
${prose(docOf(signature))}
${table(`Arguments of ${name}`, ["Argument", "Type", "Meaning"], fields)}
${named.length > 0 ? `<p>${fields.length > 0 ? "And the" : "The"} fields of ${named.join(", ")}.</p>` : ""}
<p>Returns <code>${type(signature.type)}</code>; the options are <code>${type(options.type)}</code>.</p>
</section>`;
}

/**
 * The rows of a member in a table of members: one, or one for each signature of a method. A method of `owner` has an
 * id.
 */
function rows(member, { type, signature }, owner) {
  const name = `${escaped(nameOf(member))}${member.flags.isOptional ? "?" : ""}`;
  const id = owner !== undefined && isMethod(member) ? ` id="${owner}.${member.name}"` : "";
  const row = (code, node, at = 0) => [`<code${at === 0 ? id : ""}>${name}</code>`, `<code>${code}</code>`, inline(docOf(node).replaceAll("\n\n", " "))];
  return member.signatures?.map((each, at) => row(signature(each), each, at)) ?? [row(type((member.getSignature ?? member).type), member.getSignature ?? member)];
}

/** An exported name with all its declarations. */
export function declaration({ name, declared }, printed) {
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
          ? [table(`Values of ${name}`, ["Value", "Meaning"], each.type.types.map((value, at) => [`<code>${type(value)}</code>`, inline(meanings[at])]))]
          : [code(`type ${name}${generics(each.typeParameters)} = ${type(each.type)}`)];
      }
      case Kind.Class:
      case Kind.Interface: {
        const heritage = each.extendedTypes ? `<p><code>extends ${each.extendedTypes.map((one) => type(one)).join(", ")}</code></p>` : "";
        const indexed = (each.indexSignatures ?? []).map((one) => [`<code>${index(one)}</code>`, `<code>${type(one.type)}</code>`, inline(docOf(one))]);
        return [heritage + table(`Members of ${name}`, ["Member", "Type", "Meaning"], [...ownMembers(each).flatMap((member) => rows(member, printed, each.kind === Kind.Interface ? name : undefined)), ...indexed])];
      }
      default:
        throw new Error(`${name} is a declaration of the kind ${each.kind}, which the reference has no template for.`);
    }
  });
  const text = declared.map((each) => docOf(each)).find(Boolean) ?? "";
  return `<section id="${name}">\n<h3><code>${name}</code></h3>\n${prose(text)}\n${bodies.join("\n")}\n</section>`;
}
