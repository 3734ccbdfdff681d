// Headers cross between the platform and WebAssembly as one text, a line for each name and each value: a call for every
// header would cost more than all the work on them. A message crosses as a whole for the same reason.

/** The lines of headers; `visitor` gets each name and value. */
export function linesOf(headers, visitor) {
  let lines = "";
  // The platform's `forEach` takes a third longer.
  for (const [name, value] of headers) {
    visitor?.(name, value);
    lines += `${name}\n${value}\n`;
  }
  return lines;
}

/** A request without its body: method, URL, headers. */
export function headOf(request) {
  return `${request.method}\n${request.url}\n${linesOf(request.headers)}`;
}

export function headersOf(lines) {
  return appendPairs(new Headers(), lines.split("\n"), 0);
}

/** A response with shared headers and its own. Its own are appended: headers given to the constructor are copied. */
export function responseOf(status, shared, lines, body) {
  const response = new Response(body ?? null, { status, headers: shared });
  appendPairs(response.headers, lines.split("\n"), 0);
  return response;
}

/** Appends the pairs of a list that begin at `start`. A header that the platform refuses is left out. */
export function appendPairs(headers, parts, start) {
  for (let at = start + 1; at < parts.length; at += 2) {
    try {
      headers.append(parts[at - 1], parts[at]);
    } catch {}
  }
  return headers;
}
