// Types of TypeDoc's model as code in HTML: every name that the reference describes is a link to its description.

import { escaped } from "../docs.mjs";

const CONSTRUCT = 16384;

/** What a type must be enclosed in parentheses for: a stronger operator around it. */
const Binding = { conditional: 0, function: 0, union: 1, intersection: 2, typeOperator: 3 };

/** The name of a member; TypeDoc writes that of a well-known symbol without `Symbol`. */
export const nameOf = ({ name }) => name.replace(/^\[(\w+)\]$/, "[Symbol.$1]");

/** Returns a printer of types and signatures; `places` has the address of each declaration by its number. */
export function printer(places) {
  const link = (name, target) => (places.has(target) ? `<a href="${places.get(target)}">${escaped(name)}</a>` : escaped(name));

  /** A type; in parentheses if it binds less than `least`. */
  const type = (node, least = 0) => {
    const made = print[node.type](node);
    const signatures = node.type === "reflection" && node.declaration.signatures !== undefined && !node.declaration.children;
    const binding = signatures ? Binding.function : (Binding[node.type] ?? Infinity);
    return binding < least ? `(${made})` : made;
  };
  const list = (nodes) => nodes.map((node) => type(node)).join(", ");
  const args = (nodes) => (nodes?.length > 0 ? `&lt;${list(nodes)}&gt;` : "");

  const print = {
    intrinsic: ({ name }) => escaped(name),
    literal: ({ value }) => escaped(JSON.stringify(value)),
    unknown: ({ name }) => escaped(name),
    inferred: ({ name, constraint }) => `infer ${name}${constraint ? ` extends ${type(constraint)}` : ""}`,
    reference: ({ name, target, typeArguments, refersToTypeParameter }) =>
      (refersToTypeParameter ? escaped(name) : link(name, target)) + args(typeArguments),
    array: ({ elementType }) => `${type(elementType, 4)}[]`,
    tuple: ({ elements = [] }) => `[${list(elements)}]`,
    namedTupleMember: ({ name, isOptional, element }) => `${name}${isOptional ? "?" : ""}: ${type(element)}`,
    optional: ({ elementType }) => `${type(elementType, 4)}?`,
    rest: ({ elementType }) => `...${type(elementType, 4)}`,
    union: ({ types }) => types.map((each) => type(each, 1)).join(" | "),
    intersection: ({ types }) => types.map((each) => type(each, 2)).join(" &amp; "),
    typeOperator: ({ operator, target }) => `${operator} ${type(target, 3)}`,
    query: ({ queryType }) => `typeof ${type(queryType)}`,
    predicate: ({ name, asserts, targetType }) => `${asserts ? "asserts " : ""}${name}${targetType ? ` is ${type(targetType)}` : ""}`,
    indexedAccess: ({ objectType, indexType }) => `${type(objectType, 4)}[${type(indexType)}]`,
    conditional: ({ checkType, extendsType, trueType, falseType }) =>
      `${type(checkType, 1)} extends ${type(extendsType, 1)} ? ${type(trueType)} : ${type(falseType)}`,
    templateLiteral: ({ head, tail }) => `\`${escaped(head)}${tail.map(([each, text]) => `\${${type(each)}}${escaped(text)}`).join("")}\``,
    mapped: ({ parameter, parameterType, templateType, readonlyModifier, optionalModifier, nameType }) => {
      const readonly = { "+": "readonly ", "-": "-readonly " }[readonlyModifier] ?? "";
      const optional = { "+": "?", "-": "-?" }[optionalModifier] ?? "";
      const as = nameType ? ` as ${type(nameType)}` : "";
      return `{ ${readonly}[${parameter} in ${type(parameterType)}${as}]${optional}: ${type(templateType)} }`;
    },
    reflection: ({ declaration }) => {
      const { children = [], signatures = [], indexSignatures = [] } = declaration;
      if (children.length + indexSignatures.length === 0 && signatures.length === 1) {
        return `${signatures[0].kind === CONSTRUCT ? "new " : ""}${signature(signatures[0], " =>")}`;
      }
      const members = [...signatures.map((each) => signature(each)), ...indexSignatures.map((each) => `${index(each)}: ${type(each.type)}`), ...children.flatMap(membersOf)];
      return members.length > 0 ? `{ ${members.map((member) => `${member};`).join(" ")} }` : "{}";
    },
  };

  /** `[name: Type]` */
  const index = ({ parameters: [key], flags }) => `${flags.isReadonly ? "readonly " : ""}[${key.name}: ${type(key.type)}]`;
  const optional = ({ flags }) => (flags.isOptional ? "?" : "");
  const membersOf = (member) =>
    member.signatures?.map((each) => `${escaped(nameOf(member))}${optional(member)}${signature(each)}`) ??
    [`${member.flags.isReadonly ? "readonly " : ""}${escaped(nameOf(member))}${optional(member)}: ${type(member.type)}`];

  const parameter = ({ name, flags, type: each }) => `${flags.isRest ? "..." : ""}${name}${flags.isOptional ? "?" : ""}: ${type(each)}`;
  /** `<T>(name: Type): Type` */
  const signature = ({ typeParameters, parameters = [], type: result }, arrow = ":") =>
    `${generics(typeParameters)}(${parameters.map(parameter).join(", ")})${arrow} ${type(result)}`;
  /** `<T extends Type = Type>` */
  const generics = (parameters = []) =>
    parameters.length > 0
      ? `&lt;${parameters.map((each) => each.name + (each.type ? ` extends ${type(each.type)}` : "") + (each.default ? ` = ${type(each.default)}` : "")).join(", ")}&gt;`
      : "";
  return { type, signature, generics, index };
}
