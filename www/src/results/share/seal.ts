// Seals a snapshot in the owner's tab, and opens it in the viewer's: AES-256-GCM with a key that only the URL has.
//
// The sealed bytes are `version (1), flags (1), salt (16), iv (12), cipher text`. Flag 1: a pass phrase is mixed into
// the key by PBKDF2. The plain text is padded, so that its length does not tell how many questions there are.

const VERSION = 1;
const WITH_PASS_PHRASE = 1;
const SALT = 16;
const IV = 12;
const HEAD = 2 + SALT + IV;
const ROUNDS = 600_000;
/** Steps of the length of the plain text. */
const STEP = 4096;
/** The longest sealed data that the gateway keeps. */
export const LARGEST = 256 * 1024;

/** The link was cut off, changed, or its pass phrase is wrong: which one is unknown. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** The link was sealed by another version of the console. */
export class OtherVersion extends Error {
  override readonly name = "OtherVersion";
}

export interface Sealed {
  readonly data: Uint8Array<ArrayBuffer>;
  /** The key, for the fragment of the URL. */
  readonly key: string;
}

/** Seals a value. */
export async function seal(value: unknown, passPhrase = ""): Promise<Sealed> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const head = new Uint8Array([VERSION, passPhrase === "" ? 0 : WITH_PASS_PHRASE, ...salt, ...iv]);
  const key = await keyOf(secret, salt, passPhrase);
  const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: head }, key, padded(new TextEncoder().encode(JSON.stringify(value))));
  const data = new Uint8Array(HEAD + cipher.byteLength);
  data.set(head);
  data.set(new Uint8Array(cipher), HEAD);
  return { data, key: base64url(secret) };
}

/** Whether sealed data asks for a pass phrase. */
export function asksForPassPhrase(data: Uint8Array): boolean {
  return data[0] === VERSION && ((data[1] ?? 0) & WITH_PASS_PHRASE) !== 0;
}

/** Opens sealed data. Throws {@link Unreadable} or {@link OtherVersion}. */
export async function open(data: Uint8Array<ArrayBuffer>, key: string, passPhrase = ""): Promise<unknown> {
  if (data.length > 0 && data[0] !== VERSION) throw new OtherVersion("Another version has sealed the data.");
  const secret = fromBase64url(key);
  if (data.length <= HEAD || secret === null || secret.length !== 32) throw new Unreadable("The link is not complete.");
  const head = data.slice(0, HEAD);
  try {
    const opened = await keyOf(secret, head.slice(2, 2 + SALT), asksForPassPhrase(data) ? passPhrase : "");
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: head.slice(2 + SALT), additionalData: head }, opened, data.slice(HEAD));
    return JSON.parse(new TextDecoder().decode(unpadded(new Uint8Array(plain))));
  } catch {
    throw new Unreadable("The key or the pass phrase is wrong.");
  }
}

/** The key of the cipher: the secret of the URL, and with a pass phrase what PBKDF2 makes of it. */
async function keyOf(secret: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, passPhrase: string): Promise<CryptoKey> {
  const material = new Uint8Array([...secret, ...(passPhrase === "" ? [] : await stretched(passPhrase, salt))]);
  const base = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode("canvass shared results 1");
  return crypto.subtle.deriveKey({ name: "HKDF", hash: "SHA-256", salt, info }, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

async function stretched(passPhrase: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // The same letters can be written in several ways: the keyboard must not decide whether the phrase is right.
  const text = new TextEncoder().encode(passPhrase.normalize("NFKC"));
  const base = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS }, base, 256));
}

function padded(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const filled = new Uint8Array(Math.ceil((text.length + 4) / STEP) * STEP);
  new DataView(filled.buffer).setUint32(0, text.length);
  filled.set(text, 4);
  return filled;
}

function unpadded(filled: Uint8Array<ArrayBuffer>): Uint8Array {
  const length = new DataView(filled.buffer, filled.byteOffset).getUint32(0);
  return filled.subarray(4, 4 + length);
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
