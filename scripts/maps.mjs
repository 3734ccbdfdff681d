// Source maps: corrected where text is put into code that is bundled already.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** `code` and its map with `text` at a place. */
export function inserted({ code, map, at, text }) {
  const before = code.slice(0, at).split("\n");
  const [line, column] = [before.length - 1, before.at(-1).length];
  const lines = map.mappings.split(";");
  lines[line] = moved(lines[line], column, text.length);
  return { code: code.slice(0, at) + text + code.slice(at), map: { ...map, mappings: lines.join(";") } };
}

/** The mappings of a line of which all behind a column is moved: each tells its distance from the one before. */
function moved(line, column, by) {
  const segments = line.split(",");
  let at = 0;
  const first = segments.findIndex((segment) => (at += read(segment).number) > column);
  if (first >= 0) {
    const { number, rest } = read(segments[first]);
    segments[first] = written(number + by) + rest;
  }
  return segments.join(",");
}

/** The first number of a segment, in digits of five bits, the lowest of which is the sign. */
function read(segment) {
  let [bits, length] = [0, 0];
  for (let more = true; more; length += 1) {
    const digit = DIGITS.indexOf(segment[length]);
    bits |= (digit & 31) << (5 * length);
    more = digit >= 32;
  }
  return { number: bits & 1 ? -(bits >> 1) : bits >> 1, rest: segment.slice(length) };
}

function written(number) {
  let [bits, text] = [number < 0 ? (-number << 1) | 1 : number << 1, ""];
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)];
    bits >>= 5;
  } while (bits > 0);
  return text;
}
