// Writes JSON in the characters that a URL may contain, and reads it again.
//
// JSON itself would triple: a URL has `%22` for every quotation mark. Here an object is `(name:value,…)`, an array
// `!(…)`, a string that looks like a name is written as it is, other strings are between `'`, with `!` before `!` and
// `'`. A string of digits is an id far more often than a number is a number, so `'` is for numbers of text: `301` is
// the string, `!n301` the number.

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

const BARE = /^[\w-][\w.-]*$/;

/** The value as text. Members that are undefined are left out. */
export function compact(value: Json): string {
  if (value === null) return "!z";
  if (value === true) return "!t";
  if (value === false) return "!f";
  if (typeof value === "number") return `!n${value}`;
  if (typeof value === "string") return BARE.test(value) ? value : `'${value.replace(/[!']/g, "!$&")}'`;
  if (Array.isArray(value)) return `!(${value.map(compact).join(",")})`;
  const members = Object.entries(value as { [name: string]: Json | undefined });
  return `(${members.flatMap(([name, item]) => (item === undefined ? [] : [`${compact(name)}:${compact(item)}`])).join(",")})`;
}

/** The value of the text; undefined if it has none. */
export function expand(text: string): unknown {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.ended ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper values than any screen writes are refused before they exhaust the stack. */
const DEEPEST = 40;

class Reader {
  #at = 0;
  constructor(readonly text: string) {}

  get ended(): boolean {
    return this.#at === this.text.length;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new SyntaxError("too deep");
    const first = this.text[this.#at];
    if (first === "(") return this.#object(depth);
    if (first === "'") return this.#quoted();
    if (first !== "!") return this.#bare();
    const mark = this.text[this.#at + 1];
    if (mark === "(") return this.#array(depth);
    this.#at += 2;
    if (mark === "z") return null;
    if (mark === "t") return true;
    if (mark === "f") return false;
    if (mark === "n") return this.#number();
    throw new SyntaxError("unknown mark");
  }

  #object(depth: number): unknown {
    const members: [string, unknown][] = [];
    this.#list(() => {
      const name = this.text[this.#at] === "'" ? this.#quoted() : this.#bare();
      this.#take(":");
      members.push([name, this.value(depth + 1)]);
    });
    return Object.fromEntries(members);
  }

  #array(depth: number): unknown[] {
    this.#at += 1;
    const items: unknown[] = [];
    this.#list(() => items.push(this.value(depth + 1)));
    return items;
  }

  #list(item: () => void): void {
    this.#take("(");
    while (this.text[this.#at] !== ")") {
      item();
      if (this.text[this.#at] !== ")") this.#take(",");
    }
    this.#take(")");
  }

  #quoted(): string {
    this.#take("'");
    let read = "";
    for (;;) {
      let letter = this.text[this.#at];
      this.#at += 1;
      if (letter === "'") return read;
      if (letter === "!") {
        letter = this.text[this.#at];
        this.#at += 1;
      }
      if (letter === undefined) throw new SyntaxError("not closed");
      read += letter;
    }
  }

  #bare(): string {
    const found = /^[\w-][\w.-]*/.exec(this.text.slice(this.#at))?.[0];
    if (found === undefined) throw new SyntaxError("a value is missing");
    this.#at += found.length;
    return found;
  }

  #number(): number {
    const found = /^-?[\d.]+(?:e[+-]?\d+)?/.exec(this.text.slice(this.#at))?.[0] ?? "";
    this.#at += found.length;
    const number = Number(found);
    if (found === "" || !Number.isFinite(number)) throw new SyntaxError("not a number");
    return number;
  }

  #take(letter: string): void {
    if (this.text[this.#at] !== letter) throw new SyntaxError(`${letter} is missing`);
    this.#at += 1;
  }
}
