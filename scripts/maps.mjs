// Source maps: adjusts a map when text is inserted into bundled code.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Inserts `text` at an offset of `code`, and adjusts the map. */
export function inserted({ code, map, at, text }) {
  const before = code.slice(0, at).split("\n");
  const [line, column] = [before.length - 1, before.at(-1).length];
  const lines = map.mappings.split(";");
  lines[line] = shifted(lines[line], column, text.length);
  return { code: code.slice(0, at) + text + code.slice(at), map: { ...map, mappings: lines.join(";") } };
}

/** Shifts the mappings after a column. Only the first of them changes, because each stores its distance from the one before. */
function shifted(line, column, by) {
  const segments = line.split(",");
  let at = 0;
  const first = segments.findIndex((segment) => (at += readNumber(segment).number) > column);
  if (first >= 0) {
    const { number, rest } = readNumber(segments[first]);
    segments[first] = writeNumber(number + by) + rest;
  }
  return segments.join(",");
}

/** Reads the first number of a segment, a base64 VLQ: five bits per digit, the lowest bit of the number is the sign. */
function readNumber(segment) {
  let [bits, length] = [0, 0];
  for (let more = true; more; length += 1) {
    const digit = DIGITS.indexOf(segment[length]);
    bits |= (digit & 31) << (5 * length);
    more = digit >= 32;
  }
  return { number: bits & 1 ? -(bits >> 1) : bits >> 1, rest: segment.slice(length) };
}

function writeNumber(number) {
  let [bits, text] = [number < 0 ? (-number << 1) | 1 : number << 1, ""];
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)];
    bits >>= 5;
  } while (bits > 0);
  return text;
}
