// Headers cross between the platform and wasm as one text, a line for each name and each value: a crossing for every
// header would cost more than all that is done with them. For the same reason a message crosses as a whole.

export function linesOf(headers, see) {
  let lines = "";
  // The platform's `forEach` takes a third longer.
  for (const [name, value] of headers) {
    see?.(name, value);
    lines += `${name}\n${value}\n`;
  }
  return lines;
}

/** A request but for its body: the method, the address, the headers. */
export function headOf(request) {
  return `${request.method}\n${request.url}\n${linesOf(request.headers)}`;
}

export function headersOf(lines) {
  return filled(new Headers(), lines.split("\n"), 0);
}

/** A response with what many have in common, and headers of its own: they are put in place, since those given are copied. */
export function answerOf(status, common, lines, body) {
  const answer = new Response(body ?? null, { status, headers: common });
  filled(answer.headers, lines.split("\n"), 0);
  return answer;
}

/** Headers with those that begin at a place of a list. One that the platform refuses is left out. */
export function filled(headers, parts, from) {
  for (let at = from + 1; at < parts.length; at += 2) {
    try {
      headers.append(parts[at - 1], parts[at]);
    } catch {}
  }
  return headers;
}
