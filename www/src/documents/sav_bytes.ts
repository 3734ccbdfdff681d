// The bytes of an SPSS file: numbers in little-endian order, padded texts, and the compression of data.

export const encoder = new TextEncoder();
const decoder = new TextDecoder();
const SPACE = 32;
const NOTHING = new Uint8Array();

/** A text of at most so many bytes, cut between characters. */
export function cut(text: string, most: number): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= most) return text;
  let end = most;
  // A byte `10xxxxxx` continues a character.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return decoder.decode(bytes.subarray(0, end));
}

/**
 * A label of at most so many bytes, with an ellipsis in its middle if it is longer: its end may be all that is its own.
 */
export function cutInside(label: string, most: number): string {
  if (encoder.encode(label).length <= most) return label;
  const letters = [...label];
  const half = Math.floor((most - 3) / 2);
  const end = cut(letters.toReversed().join(""), half);
  return `${cut(label, half)}…${[...end].toReversed().join("")}`;
}

/** Day and time as the header states them, UTC. */
export function dateParts(now: Date): { day: string; time: string } {
  const [, day, month, year, time] = /(\d\d) (\w{3}) \d\d(\d\d) ([\d:]{8})/.exec(now.toUTCString())!;
  return { day: `${day} ${month} ${year}`, time: time! };
}

/** Bytes that grow. */
export class Bytes {
  #buffer = new Uint8Array(1 << 12);
  #view = new DataView(this.#buffer.buffer);
  length = 0;

  #grow(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.length + more));
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** 32-bit integers. */
  integers(...values: number[]): void {
    this.#grow(values.length * 4);
    for (const value of values) {
      this.#view.setInt32(this.length, value, true);
      this.length += 4;
    }
  }

  /** 64-bit integers. */
  longs(...values: number[]): void {
    this.#grow(values.length * 8);
    for (const value of values) {
      this.#view.setBigInt64(this.length, BigInt(value), true);
      this.length += 8;
    }
  }

  /** A double. */
  number(value: number): void {
    this.#grow(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Bytes, padded to a length. */
  bytes(bytes: Uint8Array, length = bytes.length, padding = SPACE): void {
    this.#grow(length);
    this.#buffer.fill(padding, this.length, this.length + length);
    this.#buffer.set(bytes, this.length);
    this.length += length;
  }

  /** A text, padded to a length. */
  text(text: string, length?: number, padding = SPACE): void {
    this.bytes(encoder.encode(text), length, padding);
  }

  /** A record of type 7, whose length is that of its parts. */
  extension(kind: number, unit: number, write: (part: Bytes) => void): void {
    const part = new Bytes();
    write(part);
    const bytes = part.take();
    this.integers(7, kind, unit, bytes.length / unit);
    this.bytes(bytes);
  }

  /** What was written since the last call, or so many bytes of it. */
  take(most = this.length): Uint8Array {
    const bytes = this.#buffer.slice(0, most);
    this.#buffer.copyWithin(0, most, this.length);
    this.length -= bytes.length;
    return bytes;
  }
}

const END = 252;
const LITERAL = 253;
const SPACES = 254;
const MISSING = 255;
/** A whole number from 1 - BIAS to 251 - BIAS is its code less the bias. */
const BIAS = 100;

/** Data in SPSS's byte codes: eight codes, then the units that they do not express. */
export class Packer extends Bytes {
  #codes: number[] = [];
  #literals = new Bytes();

  #push(code: number): void {
    this.#codes.push(code);
    if (this.#codes.length === 8) this.#flush();
  }

  #flush(): void {
    this.bytes(new Uint8Array(this.#codes), 8, 0);
    this.bytes(this.#literals.take());
    this.#codes = [];
  }

  /** A number; NaN for none. */
  override number(value: number): void {
    if (Number.isNaN(value)) this.#push(MISSING);
    else if (Number.isInteger(value) && value >= 1 - BIAS && value <= 251 - BIAS) this.#push(value + BIAS);
    else {
      this.#literals.number(value);
      this.#push(LITERAL);
    }
  }

  /** A text of so many units of 8 bytes. */
  units(bytes: Uint8Array, units: number): void {
    const filled = Math.ceil(bytes.length / 8);
    for (let unit = 0; unit < filled; unit += 1) {
      const part = bytes.subarray(unit * 8, unit * 8 + 8);
      if (part.every((byte) => byte === SPACE)) this.#push(SPACES);
      else {
        this.#literals.bytes(part, 8);
        this.#push(LITERAL);
      }
    }
    this.spaces(units - filled);
  }

  /** So many units of spaces: most of a file, if one text is long. */
  spaces(units: number): void {
    let rest = units;
    for (; rest > 0 && this.#codes.length > 0; rest -= 1) this.#push(SPACES);
    const whole = rest - (rest % 8);
    this.bytes(NOTHING, Math.max(whole, 0), SPACES);
    for (rest -= whole; rest > 0; rest -= 1) this.#push(SPACES);
  }

  /** Ends the data. */
  finish(): void {
    this.#push(END);
    if (this.#codes.length > 0) this.#flush();
  }
}
