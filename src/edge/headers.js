// Headers cross between the platform and wasm as one text, a line for each name and each value: a crossing for every
// header would cost more than all that is done with them.

export function linesOf(headers) {
  let lines = "";
  headers.forEach((value, name) => {
    lines += `${name}\n${value}\n`;
  });
  return lines;
}

/** A header that the platform refuses is left out. */
export function headersOf(lines) {
  const headers = new Headers();
  const parts = lines.split("\n");
  for (let at = 1; at < parts.length; at += 2) {
    try {
      headers.append(parts[at - 1], parts[at]);
    } catch {}
  }
  return headers;
}
